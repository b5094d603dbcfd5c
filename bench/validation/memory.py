"""Verdicts that were given once, kept to judge large folders again: only what changed is judged anew.

A verdict on one file follows from the bytes of the file, its place, the judge and the day. The key of a verdict is a
hash of the first three; a verdict holds on every later day too, because a day later only fewer times lie in the future
(one that names a time in the future is not kept). The judge's part of the key is a hash of every file of the package
(code, catalogue, references) and of the versions below it: any change forgets everything.

Each row carries a hash of its own, and every fault of the file or the database is as if nothing were kept. That guards
against damage, not against malice: who can write into the folder could change the judge too. The folder belongs to the
user alone. The variable ``TRAINBOARD_VERDICTS`` names another folder; set but empty, nothing is kept.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import sys
from contextlib import closing
from dataclasses import astuple, dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.validation.digest import Board, RunDigest
from bench.validation.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

VARIABLE = "TRAINBOARD_VERDICTS"
_HASH_BYTES = 16
_MOST_ROWS = 200_000
_LONGEST_WAIT_SECONDS = 2.0
_TABLE = "CREATE TABLE IF NOT EXISTS verdicts (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"

Verdict = tuple[tuple[Finding, ...], tuple[RunDigest, ...]]


@dataclass(frozen=True, slots=True)
class Unread:
    """The runs of a kept verdict as text, and the file they belong to."""

    text: bytes
    file: str


def _hash(*parts: bytes) -> bytes:
    """A hash of parts whose borders count."""
    made = hashlib.blake2b(digest_size=_HASH_BYTES)
    for part in parts:
        made.update(len(part).to_bytes(8, "little"))
        made.update(part)
    return made.digest()


@lru_cache(maxsize=1)
def judge_hash() -> bytes:
    """A hash of the whole package and of what it stands on."""
    root = Path(__file__).parent.parent
    files = sorted(path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    below = [sys.version, *(f"{name} {version(name)}" for name in ("numpy", "pydantic", "pydantic_core"))]
    named = (part for path in files for part in (path.relative_to(root).as_posix().encode(), path.read_bytes()))
    return _hash("\n".join(below).encode(), *named)


def place() -> Path | None:
    """The folder that verdicts are kept in, None where none are."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "trainboard"


def key_of(judge: bytes, data: bytes, name: object) -> bytes:
    """The key of one file.

    Args:
        judge: ``judge_hash()``.
        data: bytes of the file.
        name: its place, or None.
    """
    return _hash(judge, repr(name).encode("utf-8", "surrogatepass"), data)


def packed(key: bytes, verdict: Verdict, day: date) -> bytes | None:
    """A verdict as a row's value; None where it may not hold on a later day."""
    findings, runs = verdict
    if any(item.rule in {"future", "rule-crashed"} for item in findings):
        return None
    lines = (day.isoformat(), [_without_file(item) for item in findings], [_plain(run) for run in runs])
    text = b"\n".join(json.dumps(line, separators=(",", ":")).encode() for line in lines)
    return _hash(key, text) + text


def unpacked(key: bytes, value: bytes, file: str, day: date) -> tuple[tuple[Finding, ...], bytes] | None:
    """The findings in a row's value and its runs, unread; None for a damaged row or one of a later day.

    Args:
        key: of the row.
        value: of the row.
        file: how findings name the file now.
        day: of the judgement.
    """
    text = value[_HASH_BYTES:]
    if _hash(key, text) != value[:_HASH_BYTES]:
        return None
    first_day, findings, runs = text.split(b"\n")
    if json.loads(first_day) > day.isoformat():
        return None
    return tuple(Finding(rule, severity, file, *rest) for rule, severity, *rest in json.loads(findings)), runs


def unpacked_runs(runs: bytes, file: str) -> tuple[RunDigest, ...]:
    """The runs that ``unpacked`` left unread: only needed where files are compared anew."""
    return tuple(_run(file, run) for run in json.loads(runs))


def packed_together(key: bytes, findings: Sequence[Finding]) -> bytes | None:
    """What the rules on many files said as a row's value; None where it may not hold again."""
    if any(item.rule == "rule-crashed" for item in findings):
        return None
    text = json.dumps([astuple(item) for item in findings], separators=(",", ":")).encode()
    return _hash(key, text) + text


def unpacked_together(key: bytes, value: bytes) -> list[Finding] | None:
    """The findings in a row's value; None for a damaged one."""
    text = value[_HASH_BYTES:]
    return [Finding(*item) for item in json.loads(text)] if _hash(key, text) == value[:_HASH_BYTES] else None


def key_together(judge: bytes, files: Iterable[tuple[str, bytes]]) -> bytes:
    """The key of a whole folder: each file as shown, and its own key."""
    return _hash(judge, *(part for shown, key in files for part in (os.fsencode(shown), key)))


def _without_file(item: Finding) -> list[Any]:
    rule, severity, _, *rest = astuple(item)
    return [rule, severity, *rest]


def _plain(run: RunDigest) -> list[Any]:
    board = run.board
    return [
        [run.pointer, run.hardware_id, run.handle, run.created_at],
        [board.workload, board.preset, board.precision, board.backend, board.devices],
        run.samples_per_second,
        [run.seeds, run.marks, run.blocks, run.curve],
    ]


def _run(file: str, value: list[Any]) -> RunDigest:
    (pointer, hardware_id, handle, created_at), board, rate, (seeds, marks, blocks, curve) = value
    many = (tuple(seeds), tuple(marks), tuple(blocks), tuple(curve))
    return RunDigest(file, pointer, hardware_id, handle, created_at, Board(*board), rate, *many)


def recall(folder: Path, keys: Sequence[bytes]) -> dict[bytes, bytes]:
    """The values kept for keys; none where the database is not there, is damaged or is busy."""
    file = folder / "verdicts.sqlite"
    found: dict[bytes, bytes] = {}
    if not file.is_file():
        return found
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=_LONGEST_WAIT_SECONDS)) as database:
            for key in keys:
                row = database.execute("SELECT value FROM verdicts WHERE key = ?", (key,)).fetchone()
                if row is not None and isinstance(row[0], bytes):
                    found[key] = row[0]
    except (sqlite3.Error, OSError):
        return {}
    return found


def keep(folder: Path, rows: Iterable[tuple[bytes, bytes]]) -> None:
    """Keep values; a full table begins anew, a damaged file is removed, and nothing is kept where nothing can be written."""
    file = folder / "verdicts.sqlite"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with closing(sqlite3.connect(file, timeout=_LONGEST_WAIT_SECONDS)) as database, database:
            database.execute(_TABLE)
            if database.execute("SELECT count(*) FROM verdicts").fetchone()[0] > _MOST_ROWS:
                database.execute("DELETE FROM verdicts")
            database.executemany("INSERT OR REPLACE INTO verdicts VALUES (?, ?)", rows)
    except sqlite3.OperationalError:
        return
    except (sqlite3.DatabaseError, OSError):
        _remove(file)


def _remove(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError:
        return
