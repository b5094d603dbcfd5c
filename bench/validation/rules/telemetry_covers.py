"""Telemetry should cover the timed seconds of a run.

Why: A series that ends early hides what came after: throttling, or another run.

Fix: Submit the file as `bench run` wrote it; if the sampler stopped, run again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context, RunView

SEVERITY = "review"
VERSION = 1
_LEAST = 0.9
_SHORT_SECONDS = 10.0
_SLACK_SECONDS = 5.0


def _interrupted(view: RunView) -> bool:
    return any(repeat.interruptions for repeat in view.run.repeats)


def check(context: Context) -> Iterator[Problem]:
    """Compare the length of each series with the timed seconds. After an interruption only the last part is there."""
    for view in context.complete_runs:
        if view.train_seconds < _SHORT_SECONDS or _interrupted(view):
            continue
        for index, series in enumerate(view.run.telemetry):
            covered = series.interval_seconds * len(series.mean)
            if covered < _LEAST * view.train_seconds - _SLACK_SECONDS:
                must = f"cover at least {_LEAST:.0%} of {view.train_seconds:,.0f} s"
                yield Problem(f"{view.pointer}/telemetry/{index}/interval_seconds", must, f"{covered:,.0f} s")
                break
