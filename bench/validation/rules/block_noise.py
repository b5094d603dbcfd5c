"""Block times must scatter as measured times do: not all alike, none twice to the last digit, no even steps.

Why: Measured times differ in their last digits and in no order. Times made by a formula agree or rise evenly.

Fix: Submit the file as `bench run` wrote it.
"""

from __future__ import annotations

from operator import sub
from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.validation.context import Context

SEVERITY = "review"
VERSION = 1
_LEAST_BLOCKS = 8
_LEAST_SPREAD = 1e-5
_MOST_TWINS = 0.2
_EVEN_STEPS = 1e-3


def _oddity(seconds: Sequence[float]) -> str | None:
    spread = max(seconds) - min(seconds)
    if spread < _LEAST_SPREAD * seconds[0]:
        return "times that are all alike"
    twins = 1 - len(set(seconds)) / len(seconds)
    if twins > _MOST_TWINS:
        return f"{twins:.0%} of the times again, to the last digit"
    steps = list(map(sub, seconds[1:], seconds))
    if max(steps) - min(steps) < _EVEN_STEPS * spread:
        return "times that rise or fall in even steps"
    return None


def check(context: Context) -> Iterator[Problem]:
    """Look at the blocks of each repeat."""
    for view in context.complete_runs:
        for place, repeat in view.repeats():
            if len(repeat.blocks.seconds) < _LEAST_BLOCKS:
                continue
            oddity = _oddity(repeat.blocks.seconds)
            if oddity:
                yield Problem(f"{place}/blocks/seconds", "scatter as measured times do", oddity)
