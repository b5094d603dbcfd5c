"""What a repeat measured must fit between its start and its end.

Why: `started_at` and `ended_at` come from another clock than the measured seconds; a run that was made faster on
paper no longer fits the two.

Fix: Check that the machine's clock was not set during the run (`bench doctor`), and run again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.context import seconds_between
from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_SLACK_SECONDS = 3.0
_LEAST_SHARE = 0.5


def check(context: Context) -> Iterator[Problem]:
    """Training and evaluation fit in the span; without interruption they and the rest outside fill half of it."""
    for view in context.complete_runs:
        for place, repeat in view.repeats():
            span = seconds_between(repeat.started_at, repeat.ended_at)
            if span is None or span < 0:
                continue
            clock = repeat.clock
            inside = clock.train_seconds + clock.evaluate_seconds
            known = inside + clock.compile_seconds + clock.warmup_seconds + clock.import_seconds + clock.data_seconds
            if inside > span + _SLACK_SECONDS:
                yield Problem(f"{place}/ended_at", f"be at least {inside:.0f} s after started_at", f"{span:.0f} s")
            elif not repeat.interruptions and known < _LEAST_SHARE * (span - _SLACK_SECONDS):
                must = f"be at most {2 * known:.0f} s after started_at: the clock knows of {known:.0f} s"
                yield Problem(f"{place}/ended_at", must, f"{span:.0f} s", severity="review")
