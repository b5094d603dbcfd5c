"""Measured times should have the digits of a clock.

Why: A clock that counts nanoseconds rarely stops at a whole millisecond. Times that a person typed do.

Fix: Submit the file as `bench run` wrote it, with all digits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.submission import Repeat
    from bench.validation.context import Context

SEVERITY = "review"
VERSION = 1
_DIGITS = 4
_LEAST_VALUES = 6
_SHARE = 0.5
_SAMPLE = 20


def _parts(repeat: Repeat) -> Iterator[tuple[str, list[float]]]:
    """Measured times: an even sample of the blocks, and the others."""
    seconds, clock = repeat.blocks.seconds, repeat.clock
    yield "blocks/seconds", list(seconds[:: max(1, len(seconds) // _SAMPLE)])
    epochs = [value for epoch in repeat.epochs for value in (epoch.train_seconds, epoch.evaluate_seconds)]
    yield "clock", [*epochs, clock.compile_seconds, clock.warmup_seconds, clock.total_seconds]


def check(context: Context) -> Iterator[Problem]:
    """Count times with at most four decimals, blocks and the others apart."""
    for view in context.complete_runs:
        for place, repeat in view.repeats():
            for key, values in _parts(repeat):
                round_ones = sum(round(value, _DIGITS) == value for value in values)
                if len(values) >= _LEAST_VALUES and round_ones > _SHARE * len(values):
                    yield Problem(f"{place}/{key}", f"have more than {_DIGITS} decimals", f"{round_ones} of {len(values)} have not")
                    break
