"""No time may lie in the future.

Why: A run that has not happened yet was not measured; a machine whose clock is wrong cannot say when it was.

Fix: Set the machine's clock (`bench doctor` compares it), and run again.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown
from bench.validation.rules.real_date import stamps

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1


def in_future(text: str, today: date) -> bool:
    """Whether a contract time lies after tomorrow: one day of grace for clocks and time zones."""
    return text[:10] > (today + timedelta(days=1)).isoformat()


def check(context: Context) -> Iterator[Problem]:
    """Report the first such time; the others follow from it."""
    for place, text in stamps(context):
        if in_future(text, context.today):
            yield Problem(place, f"be at most a day after {context.today}", shown(text))
            return
