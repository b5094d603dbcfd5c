"""``bench submit``: names by content, asks once, and prints instructions that work."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from submission_factory import make_submission, submission_bytes

from bench import cli, exits
from bench.strict_json import content_hash, loads
from bench.submitting import KEPT_FOLDER, ways
from bench.submitting.preparing import Prepared, prepare

if TYPE_CHECKING:
    from pathlib import Path

RENTED = ("--provider", "aws", "--instance", "p3.2xlarge", "--region", "us-east-1", "--commitment", "on_demand")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a result.json"
    path.write_bytes(submission_bytes(make_submission()))
    return path


def _kept(folder: Path) -> list[Path]:
    return sorted(path for path in (folder / KEPT_FOLDER).rglob("*.json"))


def test_the_name_follows_the_content_and_twice_is_once(file: Path) -> None:
    for _ in range(2):
        assert cli.main(["submit", str(file), "--handle", "Bob", "--yes", "--way", "link"]) == exits.CLEAN
    (kept,) = _kept(file.parent)
    assert kept.read_bytes() == file.read_bytes()
    assert kept.name == f"20261120-bob-{content_hash(file.read_bytes())}.json"


def test_provider_flags_fill_the_provider(file: Path) -> None:
    assert cli.main(["submit", str(file), "--handle", "bob", *RENTED, "--yes", "--way", "link"]) == exits.CLEAN
    (kept,) = _kept(file.parent)
    assert loads(kept.read_bytes())["provider"]["instance"] == "p3.2xlarge"
    assert content_hash(kept.read_bytes()) in kept.name


@pytest.mark.parametrize(
    "words",
    [("--handle", "a_b"), (), ("--handle", "bob", "--provider", "aws"), ("--handle", "bob", *RENTED[:1], "A W S", *RENTED[2:])],
)
def test_a_wrong_flag_is_said_and_nothing_is_written(file: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["submit", str(file), *words, "--yes"]) == exits.COULD_NOT_RUN
    assert "--" in capsys.readouterr().err
    assert _kept(file.parent) == []


def test_a_dry_run_shows_the_bytes_and_writes_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["submit", str(file), "--handle", "bob", "--dry-run"]) == exits.CLEAN
    assert file.read_text() in capsys.readouterr().out
    assert _kept(file.parent) == []


@pytest.mark.parametrize("answer", ["", "n", "no", "maybe"])
def test_without_a_yes_nothing_is_sent(file: Path, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _question: answer)
    assert cli.main(["submit", str(file), "--handle", "bob"]) == exits.FINDINGS
    assert _kept(file.parent) == []


@pytest.mark.parametrize("data", [b"{}", b"\xff", b'{"a": NaN}', b"[" * 50])
def test_what_the_judge_refuses_is_not_sent(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    assert cli.main(["submit", str(file), "--handle", "bob", "--yes"]) == exits.FINDINGS
    assert _kept(file.parent) == []


def test_a_missing_file_is_said(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["submit", str(file.parent / "none"), "--handle", "bob", "--yes"]) == exits.COULD_NOT_RUN
    assert "No such file" in capsys.readouterr().err


def _prepared(file: Path) -> Prepared:
    return prepare(cli.make_parser().parse_args(["submit", str(file), "--handle", "bob"]))


def test_a_short_link_holds_path_and_content(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "LONGEST_LINK", 10**6)
    prepared = _prepared(file)
    address = next(word for word in ways.link(prepared, file).split() if word.startswith("https://"))
    asked = parse_qs(urlsplit(address).query)
    assert asked == {"filename": [str(prepared.path)], "value": [file.read_text()]}


def test_a_long_file_is_uploaded_to_the_fork(file: Path) -> None:
    said = ways.link(_prepared(file), file)
    assert len(max(said.split(), key=len)) < ways.LONGEST_LINK
    assert said.index("/fork") < said.index("YOUR-HANDLE")


def test_the_printed_git_commands_put_the_file_on_a_branch_of_the_fork(file: Path, tmp_path: Path) -> None:
    fork, clone, home = tmp_path / "fork.git", tmp_path / "clone", {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    who = {f"GIT_{role}_{part}": f"{part.lower()}@example.com" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    prepared = _prepared(file)
    commands = ways.git(prepared, file).splitlines()[2:-2]
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(fork)], check=True, env=home)
    subprocess.run(["git", "clone", "-q", str(fork), str(clone)], check=True, env=home, capture_output=True)
    subprocess.run(["bash", "-euc", "\n".join(commands)], cwd=clone, check=True, env=home | who, capture_output=True)
    sent = subprocess.run(
        ["git", "show", f"result-{prepared.path.stem}:{prepared.path}"], cwd=fork, check=True, env=home, capture_output=True
    )
    assert sent.stdout == file.read_bytes()
