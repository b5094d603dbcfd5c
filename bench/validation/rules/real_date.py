"""Every time must exist in the calendar.

Why: The contract's pattern allows 2026-02-30; no clock ever showed it.

Fix: Submit the file as `bench run` wrote it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.context import moment
from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1


def stamps(context: Context) -> Iterator[tuple[str, str]]:
    """All times of a submission with their pointers."""
    yield "/created_at", context.submission.created_at
    for view in context.runs:
        for place, repeat in view.repeats():
            yield f"{place}/started_at", repeat.started_at
            yield f"{place}/ended_at", repeat.ended_at
            for index, entry in enumerate(repeat.interruptions):
                if entry.stopped_at is not None:
                    yield f"{place}/interruptions/{index}/stopped_at", entry.stopped_at
                yield f"{place}/interruptions/{index}/resumed_at", entry.resumed_at


def check(context: Context) -> Iterator[Problem]:
    """Read every time."""
    for place, text in stamps(context):
        if moment(text) is None:
            yield Problem(place, "be a time of the calendar", shown(text))
