"""Judges files and folders: reads, runs the rules on each file, then those on all of them together."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING

from bench.exits import UsageError
from bench.validation.context import today
from bench.validation.engine import examine
from bench.validation.finding import Finding
from bench.validation.gathering import gather
from bench.validation.kinds import RESULT, kind_of, read_other
from bench.validation.report import Report

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date
    from pathlib import Path

    from bench.validation.gathering import Given
    from bench.validation.kinds import Kind

_POOL_FROM_FILES = 200
_CHUNK_FILES = 100
_LONGEST_READ = 4 * 1024 * 1024 + 1


def _read(path: Path, limit: int) -> bytes | None:
    """At most ``limit`` bytes of a plain file; None for a link, a pipe or a device."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags)
    except OSError as error:
        if path.is_symlink():
            return None
        raise UsageError(f"{path}: {error.strerror}") from None
    with os.fdopen(handle, "rb") as file:
        return file.read(limit) if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None


def _stray(item: Given, must: str, got: str) -> tuple[Finding, ...]:
    hint = "Only results, prices, records and published figures belong below submissions/."
    return (Finding("stray-file", "error", item.shown, "", None, must, got, hint),)


def _other(kind: Kind, data: bytes, item: Given) -> tuple[Finding, ...]:
    if item.name is None:
        raise ValueError("a file without a place is judged as a result")
    problems = read_other(kind, data, item.name)
    return tuple(Finding(kind.id, p.severity or "error", item.shown, p.pointer, p.line, p.must, p.got, p.hint) for p in problems)


def judge_file(item: Given, day: date) -> tuple[Finding, ...]:
    """The findings of one file, by the kind that its place says."""
    kind = RESULT if item.name is None else kind_of(item.name)
    if kind is None:
        return _stray(item, "be a file that belongs below submissions/", "one of no known kind")
    data = _read(item.path, min(kind.maximum_bytes + 1, _LONGEST_READ))
    if data is None:
        return _stray(item, "be a plain file", "a link or something else")
    if kind is RESULT:
        return examine(data, item.name, item.shown, day)[1]
    return _other(kind, data, item)


def _judge_chunk(items: Sequence[Given], day: date) -> list[tuple[Finding, ...]]:
    return [judge_file(item, day) for item in items]


def _judge_all(items: Sequence[Given], day: date) -> list[Finding]:
    if len(items) < _POOL_FROM_FILES or (os.cpu_count() or 1) < 2:  # noqa: PLR2004
        return [found for findings in _judge_chunk(items, day) for found in findings]
    chunks = [items[start : start + _CHUNK_FILES] for start in range(0, len(items), _CHUNK_FILES)]
    with ProcessPoolExecutor() as pool:
        parts = pool.map(_judge_chunk, chunks, [day] * len(chunks))
        return [found for part in parts for findings in part for found in findings]


def judge_paths(paths: Sequence[Path], base: str | None = None, *, day: date | None = None) -> Report:
    """Judge files and folders.

    Args:
        paths: files, or folders with all that is below them.
        base: a git revision: the change since the merge base with it is judged too.
        day: the day of judgement (default: today, UTC).

    Raises:
        UsageError: when a path does not exist or cannot be read, or ``base`` is no revision.
    """
    items = gather(paths)
    findings = _judge_all(items, day or today())
    if base is not None:
        raise UsageError("--base is not built yet")
    return Report(len(items), tuple(findings))
