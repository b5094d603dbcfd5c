"""A change should add at most twenty files.

Why: A person has to look at every one of them, and a page of findings is not read.

Fix: Put several runs into one file, or send them in parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.change import Change

SEVERITY = "review"
VERSION = 1
_MOST = 20


def check(change: Change) -> Iterator[tuple[str, Problem]]:
    """Count the added files."""
    added = [entry for entry in change.data if entry.status == "A"]
    if len(added) > _MOST:
        yield added[0].path, Problem("", f"be one of at most {_MOST} added files", shown(len(added)))
