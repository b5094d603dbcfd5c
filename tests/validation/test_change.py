"""The scope of a change, on real git repositories."""

from __future__ import annotations

import json
import subprocess
from datetime import date
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import pytest
from mutations import honest
from submission_factory import write_submission

from bench.exits import UsageError
from bench.strict_json import content_hash
from bench.validation.change import AUTHOR_VARIABLE
from bench.validation.judging import judge_paths
from bench.validation.record_files import problems

if TYPE_CHECKING:
    from collections.abc import Callable

DAY = date(2026, 12, 1)


class Repository:
    """A repository with one accepted result on its main branch, a branch checked out."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "A")
        self.git("config", "user.email", "a@example.com")
        self.accepted = self.write(honest(seed=40), "alice")
        (root / "README.md").write_text("Read me.\n")
        prices = root / "submissions/prices"
        prices.mkdir(parents=True)
        self.commit("start")
        self.git("checkout", "-q", "-b", "change")

    def git(self, *words: str) -> None:
        subprocess.run(["git", "-C", str(self.root), *words], check=True, capture_output=True)

    def write(self, value: dict[str, Any], handle: str = "bob") -> Path:
        return write_submission(self.root / "submissions", value, handle)

    def commit(self, message: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def fired(self) -> set[str]:
        report = judge_paths([self.root / "submissions"], "main", day=DAY)
        return {item.rule for item in report.findings if item.severity != "note"}


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    root = tmp_path / "repository"
    root.mkdir()
    monkeypatch.chdir(root)
    monkeypatch.delenv(AUTHOR_VARIABLE, raising=False)
    return Repository(root)


@pytest.mark.parametrize("committed", [True, False])
def test_one_added_result_is_fine(repository: Repository, *, committed: bool) -> None:
    repository.write(honest(seed=1))
    if committed:
        repository.commit("add")
    assert repository.fired() == set()


def test_findings_on_other_files_are_left_out(repository: Repository) -> None:
    other = repository.accepted.with_name("not-a-name.json")
    repository.git("checkout", "-q", "main")
    other.write_bytes(repository.accepted.read_bytes())
    repository.commit("an old fault")
    repository.git("checkout", "-q", "change")
    repository.git("merge", "-q", "main")
    repository.write(honest(seed=1))
    repository.commit("add")
    assert repository.fired() == set()


def test_main_may_go_on(repository: Repository) -> None:
    repository.write(honest(seed=1))
    repository.commit("add")
    repository.git("checkout", "-q", "main")
    (repository.root / "README.md").write_text("More.\n")
    repository.commit("go on")
    repository.git("checkout", "-q", "change")
    assert repository.fired() == set()


def _code(repository: Repository) -> None:
    repository.write(honest(seed=1))
    (repository.root / "README.md").write_text("Buy here.\n")


def _modify(repository: Repository) -> None:
    repository.accepted.write_bytes(repository.accepted.read_bytes().replace(b'"seed"', b' "seed"'))


def _delete(repository: Repository) -> None:
    repository.accepted.unlink()


def _rename(repository: Repository) -> None:
    repository.accepted.rename(repository.accepted.with_name(repository.accepted.name.replace("alice", "bob")))


def _link(repository: Repository) -> None:
    repository.accepted.with_name("20261120-bob-00000000.json").symlink_to("../../../README.md")


def _executable(repository: Repository) -> None:
    repository.write(honest(seed=1)).chmod(0o755)


def _name(repository: Repository) -> None:
    path = repository.write(honest(seed=1))
    path.rename(path.with_name("a\n::error::b\u202e.json"))


def _case(repository: Repository) -> None:
    path = repository.accepted
    path.with_name(path.name.upper()).write_bytes(b"{}\n")


def _two_authors(repository: Repository) -> None:
    repository.write(honest(seed=1), "bob")
    repository.write(honest(seed=2), "carol")


def _many(repository: Repository) -> None:
    for seed in range(21):
        repository.write(honest(seed=seed + 100, day=f"2026-11-{seed % 20 + 10}"))


def _record(repository: Repository, by: str, kind: str = "withdrawn") -> None:
    folder = repository.root / "submissions/records"
    folder.mkdir(exist_ok=True)
    result = repository.accepted.relative_to(repository.root / "submissions").as_posix()
    record = {"schema_version": "1.0", "kind": kind, "result": result, "reason": "Wrong card.", "by": by, "date": "2026-11-30"}
    data = json.dumps({**record, "replaced_by": None}).encode()
    (folder / f"20261130-{by}-{content_hash(data)}.json").write_bytes(data)


BROKEN: dict[str, Callable[[Repository], None]] = {
    "change-scope": _code,
    "change-append-only": _modify,
    "change-append-only (deleted)": _delete,
    "change-append-only (renamed)": _rename,
    "change-modes": _link,
    "change-modes (executable)": _executable,
    "change-names": _name,
    "change-names (case)": _case,
    "change-author": _two_authors,
    "change-size": _many,
    "change-records": lambda repository: _record(repository, "mallory"),
    "change-records (verified)": lambda repository: _record(repository, "alice", "verified"),
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("committed", [True, False])
def test_a_change_beyond_its_scope(repository: Repository, name: str, *, committed: bool) -> None:
    BROKEN[name](repository)
    if committed:
        repository.commit("change")
    assert name.split(" ", maxsplit=1)[0] in repository.fired()


def test_the_author_of_the_pull_request_is_asked(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.write(honest(seed=1), "bob")
    repository.commit("add")
    monkeypatch.setenv(AUTHOR_VARIABLE, "Bob")
    assert repository.fired() == set()
    monkeypatch.setenv(AUTHOR_VARIABLE, "mallory")
    assert repository.fired() == {"change-author"}


def test_an_author_withdraws_a_result(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    _record(repository, "alice")
    repository.commit("withdraw")
    monkeypatch.setenv(AUTHOR_VARIABLE, "alice")
    assert repository.fired() == set()


def test_code_alone_is_no_business_of_the_scope(repository: Repository) -> None:
    (repository.root / "README.md").write_text("Better words.\n")
    repository.commit("words")
    assert repository.fired() == set()


@pytest.mark.parametrize("base", ["no-such-branch", "--help", "main..change", ""])
def test_a_base_that_is_no_revision(repository: Repository, base: str) -> None:
    with pytest.raises(UsageError, match="no such revision"):
        judge_paths([repository.root / "submissions"], base, day=DAY)


def test_outside_of_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(UsageError, match="not a git repository"):
        judge_paths([Path("x.json")], "main", day=DAY)


RECORD = {
    "schema_version": "1.0",
    "kind": "withdrawn",
    "result": "results/nvidia-t4/20261120-bob-0123abcd.json",
    "reason": "Wrong.",
    "by": "bob",
    "date": "2026-11-30",
}


@pytest.mark.parametrize(
    ("changes", "count"),
    [
        ({}, 0),
        ({"kind": "praised"}, 1),
        ({"date": "2026-11-31"}, 1),
        ({"date": "2031-01-01"}, 1),
        ({"kind": "superseded"}, 1),
        ({"result": "results/../x"}, 1),
        ({"x": 1}, 1),
    ],
)
def test_a_record_keeps_its_contract(changes: dict[str, Any], count: int) -> None:
    record = {**RECORD, **changes}
    data = json.dumps(record).encode()
    name = f"{record['date'].replace('-', '')}-{record['by']}-{content_hash(data)}.json"
    assert len(list(problems(data, PurePosixPath("records") / name))) == count


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff", b'{"a": NaN}', b'{"a": 1, "a": 2}'])
def test_any_record_gets_an_answer(data: bytes) -> None:
    assert len(list(problems(data, PurePosixPath("records/x.json")))) >= 1
