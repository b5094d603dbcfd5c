"""The workflows: clean by two linters, and run under act in a copy of this repository, without network.

The copy has a Makefile of its own, so that a run takes seconds: ``validate`` is the real judge of this checkout, the rest stands in.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from submission_factory import make_submission, result_path, submission_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = ROOT / ".venv" / "bin"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SECONDS = 120
MAKEFILE = f"""\
validate:
\t"{BIN}/bench" validate submissions/ --format github $(if $(BASE),--base "$(BASE)")
site:
\tmkdir -p build/site && echo '<!doctype html><title>board</title>' >build/site/index.html
check test:
\t@echo "made $@"
"""
BAD_WORKFLOW = """\
on: pull_request_target
jobs:
  greet:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: echo "${{ github.event.pull_request.title }}"
"""


def _lint(*command: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(BIN / command[0]), *command[1:]], cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)


def _uses() -> set[str]:
    return {line for path in WORKFLOWS for line in re.findall(r"uses:\s*(.+)", path.read_text())}


@pytest.mark.parametrize("path", [*WORKFLOWS, *sorted((ROOT / ".github/act").glob("*/action.yml"))], ids=lambda path: path.parent.name)
def test_jactionlint_finds_nothing(path: Path) -> None:
    done = _lint("jactionlint", "--no-color", f"--shellcheck={BIN / 'shellcheck'}", str(path))
    assert (done.returncode, done.stdout) == (0, "")


def test_zizmor_finds_nothing() -> None:
    done = _lint("zizmor", "--offline", "--color=never", ".github")
    assert done.returncode == 0, done.stdout


def test_the_linters_see_a_bad_workflow(tmp_path: Path) -> None:
    bad = tmp_path / ".github/workflows/bad.yml"
    bad.parent.mkdir(parents=True)
    bad.write_text(BAD_WORKFLOW)
    assert _lint("jactionlint", "--shellcheck=", str(bad), folder=tmp_path).returncode != 0
    said = _lint("zizmor", "--offline", "--color=never", str(bad), folder=tmp_path)
    assert said.returncode != 0
    assert {"dangerous-triggers", "template-injection", "unpinned-uses"} <= set(re.findall(r"\[([a-z-]+)\]", said.stdout))


def test_every_action_is_pinned_and_says_its_version() -> None:
    assert _uses()
    assert [used for used in _uses() if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used)] == []


def test_every_action_but_checkout_has_its_stand_in() -> None:
    pins = {used.split(" ")[0] for used in _uses()}
    mapped = dict(re.findall(r"^--local-repository=(.+@.+)=(.+)$", (ROOT / ".actrc").read_text(), re.MULTILINE))
    assert set(mapped) == {pin for pin in pins if not pin.startswith("actions/checkout@")}
    assert [folder for folder in mapped.values() if not (ROOT / folder / "action.yml").is_file()] == []


class Copy:
    """A repository with the tracked files of this one, on a branch that begins at its only commit."""

    def __init__(self, root: Path, scratch: Path) -> None:
        self.root, self.scratch = root, scratch
        # Not the caller's: an exported variable could hide what a fresh machine lacks.
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(scratch), "LANG": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1"}

    def git(self, *words: str) -> str:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.com")
        command = ["git", *who, *words]
        return subprocess.run(command, cwd=self.root, env=self.environment, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self) -> None:
        self.git("add", "-A", "-f")
        self.git("commit", "-q", "-m", "change")

    def add_submission(self, data: bytes, handle: str) -> Path:
        path = self.root / "submissions" / result_path(make_submission(), handle)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        self.commit()
        return path.relative_to(self.root)

    def act(self, event: str, workflow: str, *words: str) -> tuple[int, str]:
        """The exit status and the output of a run."""
        pull_request = {"number": 7, "base": {"sha": self.git("rev-parse", "main")}, "user": {"login": "bob"}}
        payload = self.scratch / "event.json"
        payload.write_text(json.dumps({"pull_request": pull_request} if event == "pull_request" else {"ref": "refs/heads/main"}))
        options = ("-W", f".github/workflows/{workflow}.yml", "-e", str(payload), "--action-cache-path", str(self.scratch / "cache"))
        command = [str(BIN / "act"), event, *options, "--env", f"ACT_ARTIFACTS={self.artifacts}", *words]
        done = subprocess.run(
            command,
            cwd=self.root,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        return done.returncode, done.stdout

    @property
    def artifacts(self) -> Path:
        return self.scratch / "artifacts"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("original") / "repository"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    for name in os.fsdecode(listed).split("\0"):
        if name and (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, root / name)
    (root / "Makefile").write_text(MAKEFILE)
    copy = Copy(root, tmp_path_factory.mktemp("scratch"))
    copy.git("init", "-q", "-b", "main")
    copy.commit()
    copy.git("checkout", "-q", "-b", "change")
    return root


@pytest.fixture
def copy(original: Path, tmp_path: Path) -> Iterator[Copy]:
    root = tmp_path / "repository"
    shutil.copytree(original, root, symlinks=True)
    (tmp_path / "scratch").mkdir()
    yield Copy(root, tmp_path / "scratch")
    shutil.rmtree(tmp_path, ignore_errors=True)


def _job(output: str, job: str) -> str:
    return "\n".join(line for line in output.splitlines() if re.search(rf"/{re.escape(job)}\s*\]", line))


@pytest.mark.act
def test_a_good_submission_passes(copy: Copy) -> None:
    copy.add_submission(submission_bytes(make_submission()), "bob")
    status, output = copy.act("pull_request", "validate")
    assert status == 0, output
    assert f'--base "{copy.git("rev-parse", "main")}"' in output
    assert "accepted" in output
    assert "::error" not in output


@pytest.mark.act
def test_a_submission_with_nan_fails_with_an_annotation(copy: Copy) -> None:
    data = submission_bytes(make_submission())
    spoilt = re.sub(rb'("compile_seconds": )[0-9.e-]+', rb"\1NaN", data, count=1)
    assert spoilt != data
    path = copy.add_submission(spoilt, "bob")
    status, output = copy.act("pull_request", "validate")
    assert status != 0, output
    assert re.search(rf"::error file={re.escape(str(path))},line=\d+", output), output
    assert "Job failed" in _job(output, "judge the submissions")


@pytest.mark.act
def test_a_change_to_an_accepted_result_fails(copy: Copy) -> None:
    """Every file is in order: only the comparison with the base of the pull request sees it."""
    path = copy.add_submission(submission_bytes(make_submission()), "bob")
    copy.git("branch", "-f", "main", "change")
    (copy.root / path).unlink()
    copy.commit()
    status, output = copy.act("pull_request", "validate")
    assert status != 0, output
    assert f"::error file={path}" in output


@pytest.mark.act
def test_a_result_in_the_name_of_somebody_else_fails(copy: Copy) -> None:
    """The author of the pull request reaches the judge."""
    path = copy.add_submission(submission_bytes(make_submission()), "alice")
    status, output = copy.act("pull_request", "validate")
    assert status != 0, output
    assert f"::error file={path}" in output, output


@pytest.mark.act
def test_a_push_builds_the_site_and_deploys_nothing(copy: Copy) -> None:
    status, output = copy.act("push", "publish")
    assert status == 0, output
    assert "Job succeeded" in _job(output, "build the site")
    assert _job(output, "deploy to Pages") == ""
    with tarfile.open(copy.artifacts / "github-pages/artifact.tar") as packed:
        assert "./index.html" in packed.getnames()


@pytest.mark.act
def test_with_the_variable_set_the_deployment_follows_the_build(copy: Copy) -> None:
    status, output = copy.act("push", "publish", "--var", "DEPLOY_PAGES=true")
    assert status == 0, output
    assert "Job succeeded" in _job(output, "deploy to Pages")
    assert output.index("Job succeeded") < output.index("nothing is deployed here")


@pytest.mark.act
def test_a_failed_build_deploys_nothing(copy: Copy) -> None:
    (copy.root / "Makefile").write_text("site:\n\tmkdir -p build/site\n")
    copy.commit()
    status, output = copy.act("push", "publish", "--var", "DEPLOY_PAGES=true")
    assert status != 0, output
    assert "has no index.html" in output
    assert "nothing is deployed here" not in output


@pytest.mark.act
@pytest.mark.parametrize("event", ["push", "pull_request"])
def test_check_and_test_run(copy: Copy, event: str) -> None:
    status, output = copy.act(event, "test")
    assert status == 0, output
    assert "made check" in _job(output, "format, lint, types")
    assert "made test" in _job(output, "tests")
