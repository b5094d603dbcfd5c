"""The blocks must tell of the same speed as the whole training.

Why: The rate on the board and the blocks are two views of one run; a time that was changed in one place only shows
up here.

Fix: Submit the file as `bench run` wrote it.
"""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from bench import summary
from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.submission import Repeat
    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_LARGEST_RATIO = 1.5
"""Kept blocks are an even sample of all; a run whose speed changed by half between them was disturbed."""


def _ratio(repeat: Repeat) -> float | None:
    """Rate of the kept blocks over the rate of the training."""
    rate, seconds = summary.rate(repeat), fsum(repeat.blocks.seconds)
    if rate <= 0 or seconds <= 0:
        return None
    return len(repeat.blocks.seconds) * repeat.blocks.samples_per_block / seconds / rate


def check(context: Context) -> Iterator[Problem]:
    """Compare the mean rate of the blocks with samples / train_seconds."""
    for view in context.complete_runs:
        for place, repeat in view.repeats():
            ratio = _ratio(repeat)
            if ratio is not None and not 1 / _LARGEST_RATIO <= ratio <= _LARGEST_RATIO:
                must = f"be within a factor of {_LARGEST_RATIO} of the {summary.rate(repeat):,.0f} samples/s of the training"
                yield Problem(f"{place}/blocks/seconds", must, f"{ratio * summary.rate(repeat):,.0f} samples/s")
