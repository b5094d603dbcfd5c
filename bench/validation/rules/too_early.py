"""No time may lie before the format existed.

Why: Format 1.0 was made in November 2026; an older run cannot have been written by it.

Fix: Set the machine's clock, and run again. Older results belong to `submissions/published/`, with their source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown
from bench.validation.rules.real_date import stamps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_FIRST_DAY = "2026-11-01"


def check(context: Context) -> Iterator[Problem]:
    """Report the first such time."""
    for place, text in stamps(context):
        if text[:10] < _FIRST_DAY:
            yield Problem(place, f"be on or after {_FIRST_DAY}", shown(text))
            return
