"""A change of data must change nothing else.

Why: Results are merged on the judge's word; code is read by a person. A pull request with both would slip code past
its reader.

Fix: Split it: one pull request with the files below `submissions/`, one with the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.change import Change

SEVERITY = "error"
VERSION = 1


def check(change: Change) -> Iterator[tuple[str, Problem]]:
    """Name the first path outside when there are paths inside."""
    others = [entry.path for entry in change.entries if not entry.is_data]
    if change.data and others:
        more = f", and {len(others) - 1} more" if len(others) > 1 else ""
        yield others[0], Problem("", "change files below submissions/ alone", f"{printable(others[0], 200)}{more}")
