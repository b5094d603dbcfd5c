"""A record about a result must come from the result's author or ask a maintainer.

Why: An author may withdraw or replace a result of their own. Disputing one and verifying one is for maintainers, who
look at the reason.

Fix: Nothing for you to do, when you are its author: the file name says so. Otherwise a maintainer decides.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from bench.strict_json import JsonError, loads
from bench.validation.finding import Problem, shown
from bench.validation.rules.file_name import handle_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.change import Change

SEVERITY = "review"
VERSION = 1
_OWN_KINDS = frozenset({"withdrawn", "superseded"})


def _problem(change: Change, path: str) -> Problem | None:
    try:
        record = loads(change.new(path))
    except JsonError:
        return None
    if not isinstance(record, dict):
        return None
    owner = handle_of(PurePosixPath(str(record.get("result", ""))))
    if record.get("kind") not in _OWN_KINDS:
        return Problem("/kind", "be withdrawn or superseded, unless a maintainer adds it", shown(record.get("kind")))
    if owner != (change.author or record.get("by")):
        return Problem("/result", f"be a result of {shown(change.author or record.get('by'))}", shown(owner))
    return None


def check(change: Change) -> Iterator[tuple[str, Problem]]:
    """Compare the handle of the result with the author."""
    for entry in change.data:
        if entry.status == "A" and entry.path.startswith("submissions/records/"):
            problem = _problem(change, entry.path)
            if problem:
                yield entry.path, problem
