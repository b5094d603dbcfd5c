"""A kept verdict says what a new one says; a stale or damaged one is not believed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date
from typing import TYPE_CHECKING

import pytest
from mutations import honest, parts
from submission_factory import write_submission

from bench.validation import engine, judging, memory
from bench.validation.judging import judge_paths

if TYPE_CHECKING:
    from pathlib import Path, PurePosixPath

    from bench.validation.report import Report

DAY = date(2026, 12, 1)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of results with something to say of some, and a place for verdicts beside it."""
    monkeypatch.setattr(judging, "_POOL_FROM_FILES", 2)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.setenv(memory.VARIABLE, str(tmp_path / "kept"))
    for seed in range(4):
        write_submission(tmp_path / "submissions", honest(seed=seed, seconds=40.0))
    slow = honest(seed=7, seconds=40.0)
    parts(slow).clock["train_seconds"] *= 2
    write_submission(tmp_path / "submissions", slow)
    write_submission(tmp_path / "submissions", honest(seed=9, seconds=5.0))
    return tmp_path / "submissions"


def _without(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    with monkeypatch.context() as alone:
        alone.setenv(memory.VARIABLE, "")
        return judge_paths([folder], day=DAY)


def _judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collects the files that are really judged from now on."""
    seen: list[str] = []

    def examine(data: bytes, name: PurePosixPath | None, file: str, day: date) -> object:
        seen.append(file)
        return engine.examine(data, name, file, day)

    monkeypatch.setattr(judging, "examine", examine)
    return seen


def _rows(folder: Path, change: str) -> None:
    with closing(sqlite3.connect(folder.parent / "kept/verdicts.sqlite")) as database, database:
        database.execute(change)


def test_the_second_judgement_says_the_same_and_judges_nothing(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = _without(kept, monkeypatch)
    assert {item.rule for item in wanted.findings} >= {"outlier", "clock-sums"}
    assert judge_paths([kept], day=DAY) == wanted
    seen = _judged(monkeypatch)
    assert judge_paths([kept], day=DAY) == wanted
    assert seen == []


def test_only_what_changed_is_judged_again(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge_paths([kept], day=DAY)
    changed = min(kept.rglob("*.json"))
    changed.write_bytes(changed.read_bytes().replace(b'"backend": "tensorflow"', b'"backend": "jax"'))
    wanted, seen = _without(kept, monkeypatch), _judged(monkeypatch)
    assert judge_paths([kept], day=DAY) == wanted
    assert seen == [str(changed)]


def test_a_file_in_another_place_is_judged_again(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge_paths([kept], day=DAY)
    moved = min(kept.rglob("*.json"))
    moved.rename(moved.with_name("20261120-other-00000000.json"))
    assert judge_paths([kept], day=DAY) == _without(kept, monkeypatch)


def test_another_judge_forgets(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge_paths([kept], day=DAY)
    monkeypatch.setattr(memory, "judge_hash", lambda: b"another")
    seen = _judged(monkeypatch)
    judge_paths([kept], day=DAY)
    assert len(seen) == 6


@pytest.mark.parametrize("change", ["UPDATE verdicts SET value = value || 'x'", "UPDATE verdicts SET value = 7", "DROP TABLE verdicts"])
def test_a_damaged_row_is_not_believed(kept: Path, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    wanted = judge_paths([kept], day=DAY)
    _rows(kept, change)
    seen = _judged(monkeypatch)
    assert judge_paths([kept], day=DAY) == wanted
    assert len(seen) == 6


@pytest.mark.parametrize("data", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_database_is_not_believed(kept: Path, data: bytes) -> None:
    wanted = judge_paths([kept], day=DAY)
    (kept.parent / "kept/verdicts.sqlite").write_bytes(data)
    assert judge_paths([kept], day=DAY) == wanted
    assert judge_paths([kept], day=DAY) == wanted


def test_a_place_that_cannot_be_written_is_no_fault(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (kept.parent / "file").write_text("")
    wanted = _without(kept, monkeypatch)
    monkeypatch.setenv(memory.VARIABLE, str(kept.parent / "file/kept"))
    assert judge_paths([kept], day=DAY) == wanted


def test_a_time_in_the_future_is_judged_every_day(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_submission(kept, honest(seed=11, day="2026-12-20"))
    assert "future" in {item.rule for item in judge_paths([kept], day=DAY).findings}
    later = date(2026, 12, 21)
    assert "future" not in {item.rule for item in judge_paths([kept], day=later).findings}
    assert judge_paths([kept], day=DAY) == _without(kept, monkeypatch)
