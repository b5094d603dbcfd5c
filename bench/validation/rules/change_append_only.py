"""What is published must stay: results, records and published figures are added, never changed, renamed or deleted.

Why: Pages, prices and other results refer to them. A board whose past can change is no record.

Fix: To withdraw or correct a result of yours, add a record below `submissions/records/` (kind `withdrawn` or
`superseded`). To correct a price, add a row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.change import Change, Entry

SEVERITY = "error"
VERSION = 1
_WORDS = {"M": "a changed file", "D": "a deleted or renamed file", "T": "a file of another type"}


def _is_grown(change: Change, entry: Entry) -> bool:
    """Whether a price file only has more rows than before."""
    return entry.status == "M" and entry.path.endswith(".csv") and change.new(entry.path).startswith(change.old(entry.path))


def check(change: Change) -> Iterator[tuple[str, Problem]]:
    """Everything below submissions/ is new; price files may grow at their end."""
    for entry in change.data:
        if entry.status != "A" and not _is_grown(change, entry):
            yield entry.path, Problem("", "be added and never changed", _WORDS.get(entry.status, "another change"))
