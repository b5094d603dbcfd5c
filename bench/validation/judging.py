"""Judges files and folders: reads, runs the rules on each file, then those on all of them together."""

from __future__ import annotations

import gc
import os
import stat
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from bench.exits import UsageError
from bench.validation import memory
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
    with os.fdopen(handle, "rb", buffering=0) as file:
        return file.read(limit) if stat.S_ISREG(os.fstat(handle).st_mode) else None


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
    """What one file gave.

    Attributes:
        findings: on it alone.
        runs: what the rules on many files need, or the same unread.
        key: of its verdict, where verdicts are kept.
        kept: its verdict as a row to keep, None where there is none or it is kept already.
    """

    findings: tuple[Finding, ...]
    runs: tuple[RunDigest, ...] | memory.Unread = ()
    key: bytes = b""
    kept: bytes | None = None

    @cached_property
    def digests(self) -> tuple[RunDigest, ...]:
        """The runs, read."""
        return self.runs if isinstance(self.runs, tuple) else memory.unpacked_runs(self.runs.text, self.runs.file)


def _opened(item: Given) -> tuple[Kind | None, bytes | None]:
    """The kind that a file's place says, and its bytes where it is a plain file of a known kind."""
    kind = RESULT if item.name is None else kind_of(item.name)
    return kind, _read(item.path, min(kind.maximum_bytes + 1, _LONGEST_READ)) if kind is not None else None


def _judge_opened(item: Given, kind: Kind | None, data: bytes | None, day: date) -> Judged:
    if kind is None:
        return Judged(_stray(item, "be a file that belongs below submissions/", "one of no known kind"))
    if data is None:
        return Judged(_stray(item, "be a plain file", "a link or something else"))
    if kind is not RESULT:
        return Judged(_other(kind, data, item))
    context, found = examine(data, item.name, item.shown, day)
    return Judged(found, digests(context, item.shown) if context is not None else ())


def judge_file(item: Given, day: date) -> Judged:
    """Judge one file by the kind that its place says."""
    return _judge_opened(item, *_opened(item), day)


def _judge_again(item: Given, opened: tuple[Kind | None, bytes | None], key: bytes, value: bytes | None, day: date) -> Judged:
    """The verdict that was kept, or a new one to keep."""
    kind, data = opened
    if value is not None and kind is RESULT and (verdict := memory.unpacked(key, value, item.shown, day)):
        findings, runs = verdict
        return Judged(findings, memory.Unread(runs, item.shown), key)
    judged = _judge_opened(item, kind, data, day)
    if kind is not RESULT or data is None:
        return judged
    return replace(judged, key=key, kept=memory.packed(key, (judged.findings, judged.digests), day))


def _judge_part(items: Sequence[Given], day: date, folder: Path | None) -> list[Judged]:
    """A chunk in a process of its own, whose garbage is collected once, at the end."""
    gc.disable()
    try:
        if folder is None:
            return [judge_file(item, day) for item in items]
        opened = [_opened(item) for item in items]
        judge = memory.judge_hash()
        keys = [memory.key_of(judge, data or b"", item.name) for item, (_, data) in zip(items, opened, strict=True)]
        known = memory.recall(folder, keys)
        return [_judge_again(item, o, key, known.get(key), day) for item, o, key in zip(items, opened, keys, strict=True)]
    finally:
        gc.enable()


def _judge_all(items: Sequence[Given], day: date, folder: Path | None) -> list[Judged]:
    """All files, many of them by all processors; what is new is kept."""
    if len(items) < _POOL_FROM_FILES or (os.cpu_count() or 1) < 2:  # noqa: PLR2004
        judged = _judge_part(items, day, folder)
    else:
        chunks = [items[start : start + _CHUNK_FILES] for start in range(0, len(items), _CHUNK_FILES)]
        with ProcessPoolExecutor() as pool:
            parts = pool.map(_judge_part, chunks, [day] * len(chunks), [folder] * len(chunks))
            judged = [one for part in parts for one in part]
    rows = [(one.key, one.kept) for one in judged if one.kept is not None]
    if folder is not None and rows:
        memory.keep(folder, rows)
    return judged


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


def _together_again(judged: Sequence[Judged], items: Sequence[Given], folder: Path) -> list[Finding]:
    """As ``together``, where nothing is new: what the rules on many files said of exactly these files is kept."""
    key = memory.key_together(memory.judge_hash(), ((item.shown, one.key) for item, one in zip(items, judged, strict=True)))
    alone = [item for one in judged for item in one.findings]
    value = memory.recall(folder, [key]).get(key)
    found = memory.unpacked_together(key, value) if value is not None else None
    if found is None:
        found = together(judged, frozenset())[len(alone) :]
        value = memory.packed_together(key, found)
        if value is not None:
            memory.keep(folder, [(key, value)])
    return alone + found


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
    folder = memory.place() if len(items) >= _POOL_FROM_FILES else None
    if folder is not None:
        memory.judge_hash()  # once, before the processes part
    judged = _judge_all(items, day or today(), folder)
    findings = together(judged, new) if folder is None or new else _together_again(judged, items, folder)
    if change is not None:
        own = [item for rule in CHANGE_RULES for item in run_wide_rule(rule, change)]
        findings = own + [item for item in findings if item.file in new]
    told = standings([run for one in judged for run in one.digests], new) if new else ()
    return Report(len(items), tuple(findings), tuple(told))
