"""Judges files and folders: reads, runs the rules on each file, then those on all of them together."""

from __future__ import annotations

import gc
import os
import stat
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bench.exits import UsageError
from bench.validation.change import read_change
from bench.validation.context import today
from bench.validation.digest import digests
from bench.validation.engine import examine, run_wide_rule
from bench.validation.finding import Finding
from bench.validation.gathering import gather
from bench.validation.kinds import RESULT, kind_of, read_other
from bench.validation.report import Report
from bench.validation.rules import CHANGE_RULES, DIRECTORY_RULES
from bench.validation.standing import standings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from bench.validation.change import Change
    from bench.validation.digest import RunDigest
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


@dataclass(frozen=True)
class Judged:
    """What one file gave: findings, and what the rules on many files need."""

    findings: tuple[Finding, ...]
    digests: tuple[RunDigest, ...] = ()


def judge_file(item: Given, day: date) -> Judged:
    """Judge one file by the kind that its place says."""
    kind = RESULT if item.name is None else kind_of(item.name)
    if kind is None:
        return Judged(_stray(item, "be a file that belongs below submissions/", "one of no known kind"))
    data = _read(item.path, min(kind.maximum_bytes + 1, _LONGEST_READ))
    if data is None:
        return Judged(_stray(item, "be a plain file", "a link or something else"))
    if kind is not RESULT:
        return Judged(_other(kind, data, item))
    context, found = examine(data, item.name, item.shown, day)
    return Judged(found, digests(context, item.shown) if context is not None else ())


def _judge_chunk(items: Sequence[Given], day: date) -> list[Judged]:
    return [judge_file(item, day) for item in items]


def _judge_part(items: Sequence[Given], day: date) -> list[Judged]:
    """A chunk in a process of its own, whose garbage is collected once, at the end."""
    gc.disable()
    judged = _judge_chunk(items, day)
    gc.collect()
    return judged


def _judge_all(items: Sequence[Given], day: date) -> list[Judged]:
    if len(items) < _POOL_FROM_FILES or (os.cpu_count() or 1) < 2:  # noqa: PLR2004
        return _judge_chunk(items, day)
    chunks = [items[start : start + _CHUNK_FILES] for start in range(0, len(items), _CHUNK_FILES)]
    with ProcessPoolExecutor() as pool:
        return [judged for part in pool.map(_judge_part, chunks, [day] * len(chunks)) for judged in part]


def together(judged: Sequence[Judged], new: frozenset[str]) -> list[Finding]:
    """The findings on each file, and those of the rules that compare files.

    Args:
        judged: all files.
        new: the files, as shown, that the change brings; where two are alike, the new one is the copy.
    """
    runs = [replace(run, new=run.file in new) if new else run for one in judged for run in one.digests]
    alone = [item for one in judged for item in one.findings]
    if len({run.file for run in runs}) < 2:  # noqa: PLR2004
        return alone
    return alone + [item for rule in DIRECTORY_RULES for item in run_wide_rule(rule, runs)]


def _brought(change: Change, items: Sequence[Given]) -> frozenset[str]:
    """The files, as shown, that a change brings."""
    paths = {change.root / entry.path for entry in change.entries}
    return frozenset(item.shown for item in items if Path(os.path.abspath(item.path)) in paths)  # noqa: PTH100 - links stay


def judge_paths(paths: Sequence[Path], base: str | None = None, *, day: date | None = None) -> Report:
    """Judge files and folders.

    Args:
        paths: files, or folders with all that is below them.
        base: a git revision: judge the change since the merge base with it, and of the files those that it brings.
        day: the day of judgement (default: today, UTC).

    Raises:
        UsageError: when a path does not exist or cannot be read, or ``base`` is no revision.
    """
    change = read_change(base, Path.cwd()) if base is not None else None
    items = gather(paths)
    new = _brought(change, items) if change else frozenset()
    judged = _judge_all(items, day or today())
    findings = together(judged, new)
    if change is not None:
        own = [item for rule in CHANGE_RULES for item in run_wide_rule(rule, change)]
        findings = own + [item for item in findings if item.file in new]
    told = standings([run for one in judged for run in one.digests], new)
    return Report(len(items), tuple(findings), tuple(told))
