"""Times must follow one another: start, interruptions, end, the next repeat, the next run, the file.

Why: One machine measures one thing at a time. Repeats that overlap were not measured one after the other, or not at
all.

Fix: Check that the machine's clock was not set during the run (`bench doctor`), and run again.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from bench.validation.context import moment
from bench.validation.finding import Problem
from bench.validation.rules.future import in_future

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.submission import Repeat
    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1


def _repeat(place: str, repeat: Repeat) -> Iterator[Problem]:
    if moment(repeat.started_at) is None or moment(repeat.ended_at) is None:
        return
    if repeat.ended_at < repeat.started_at:
        yield Problem(f"{place}/ended_at", f"not be before started_at, {repeat.started_at}", repeat.ended_at)
        return
    before = repeat.started_at
    for index, entry in enumerate(repeat.interruptions):
        for key in ("stopped_at", "resumed_at"):
            text = getattr(entry, key)
            if text is not None and not before <= text <= repeat.ended_at:
                must = f"lie between {before} and {repeat.ended_at}"
                yield Problem(f"{place}/interruptions/{index}/{key}", must, text)
                return
            before = text or before


def check(context: Context) -> Iterator[Problem]:
    """Compare neighbours; ISO times in UTC compare as text."""
    spans: list[tuple[str, str, str]] = []
    for view in context.runs:
        for place, repeat in view.repeats():
            yield from _repeat(place, repeat)
            spans.append((repeat.started_at, repeat.ended_at, place))
    created = context.submission.created_at
    late = max(spans, key=lambda span: span[1], default=None)
    if late and late[1] > created and not in_future(late[1], context.today):
        yield Problem("/created_at", f"not be before the end of the last run, {late[1]}", created)
    if any(view.run.mode == "concurrent" for view in context.runs):
        return
    spans.sort()
    for (_, end, _), (start, _, place) in pairwise(spans):
        if start < end:
            yield Problem(f"{place}/started_at", f"not be before the end of the run before it, {end}", start)
            return
