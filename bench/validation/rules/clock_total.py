"""The total seconds of a repeat must hold its parts: compilation, warm-up, training and evaluation.

Why: Time that was measured cannot exceed the time that passed.

Fix: Submit the file as `bench run` wrote it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_SLACK_SECONDS = 1.0


def check(context: Context) -> Iterator[Problem]:
    """Compare the sum of the parts with the total. Import and data are shared by all repeats and left out."""
    for view in context.complete_runs:
        for place, repeat in view.repeats():
            clock = repeat.clock
            parts = clock.compile_seconds + clock.warmup_seconds + clock.train_seconds + clock.evaluate_seconds
            if parts > clock.total_seconds + _SLACK_SECONDS:
                yield Problem(
                    f"{place}/clock/total_seconds", f"be at least {parts:.1f}, the sum of its parts", f"{clock.total_seconds:.1f}"
                )
