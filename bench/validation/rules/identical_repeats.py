"""Repeats of a run must differ: in their times, and with another seed in their curves.

Why: No two measurements agree to the last digit. Repeats that do are copies.

Fix: Run with `--repeats`, which measures each one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.submission import Repeat
    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1


def _times(repeat: Repeat) -> set[float]:
    """Times with enough digits to be a mark of their own."""
    return {value for value in (*repeat.blocks.seconds, *(epoch.train_seconds for epoch in repeat.epochs)) if round(value, 4) != value}


def _alike(first: Repeat, second: Repeat, one: set[float], other: set[float]) -> str | None:
    if len(one & other) > max(2, len(one) // 4):
        return "the same times"
    curves = [[(epoch.train_loss, epoch.eval_loss) for epoch in repeat.epochs] for repeat in (first, second)]
    if curves[0] and curves[0] == curves[1] and first.seed != second.seed:
        return "the same losses with another seed"
    return None


def check(context: Context) -> Iterator[Problem]:
    """Compare all repeats of the file with one another."""
    found = [(place, repeat, _times(repeat)) for view in context.runs for place, repeat in view.repeats()]
    for index, (place, repeat, times) in enumerate(found):
        for earlier, other, known in found[:index]:
            alike = _alike(repeat, other, times, known)
            if alike:
                yield Problem(place, "differ from every other repeat", f"{alike} as {earlier}")
                break
