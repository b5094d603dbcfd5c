"""The seconds of each epoch must be those of its blocks.

Why: The blocks of an epoch are its training; an epoch that was made shorter, its blocks left as they were, is a
changed file.

Fix: Submit the file as `bench run` wrote it.
"""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.submission import Repeat
    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_ROUNDING = 1e-6
_SLOWEST_REST = 20.0


def _shares(repeat: Repeat) -> Iterator[tuple[int, float, float, float]]:
    """Of each epoch: index, seconds, seconds of its whole blocks, share of its samples that they hold."""
    blocks, epochs = repeat.blocks, repeat.epochs
    if not epochs or blocks.measured != len(blocks.seconds) or blocks.measured % len(epochs):
        return
    size = blocks.measured // len(epochs)
    for index, epoch in enumerate(epochs):
        whole = fsum(blocks.seconds[index * size : (index + 1) * size])
        yield index, epoch.train_seconds, whole, size * blocks.samples_per_block / epoch.samples


def check(context: Context) -> Iterator[Problem]:
    """Whole blocks take no longer than their epoch; the rest of the epoch takes a believable time."""
    for view in context.complete_runs:
        for place, repeat in view.repeats():
            for index, seconds, whole, share in _shares(repeat):
                if share > 1 or whole <= 0 or fsum(repeat.blocks.seconds) > repeat.clock.train_seconds * (1 + _ROUNDING):
                    continue
                rest = whole * (1 - share) / share
                least, most = whole * (1 - _ROUNDING), whole * (1 + _ROUNDING) + _SLOWEST_REST * rest
                if not least <= seconds <= most:
                    must = f"be between {least:.3f} and {most:.3f}, by its blocks"
                    yield Problem(f"{place}/epochs/{index}/train_seconds", must, f"{seconds:.3f}")
