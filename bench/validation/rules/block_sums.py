"""The blocks of a repeat must fit into its training: in number, in samples and in seconds.

Why: Blocks are the raw material of every figure. Those of another run, or made-up ones, rarely add up.

Fix: Submit the file as `bench run` wrote it.
"""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from bench import summary
from bench.submission import MAXIMUM_BLOCKS
from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.submission import Repeat
    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_ROUNDING = 1 + 1e-6


def _counts(place: str, repeat: Repeat) -> Iterator[Problem]:
    blocks = repeat.blocks
    kept = min(blocks.measured, MAXIMUM_BLOCKS)
    samples = blocks.measured * blocks.samples_per_block
    if len(blocks.seconds) != kept:
        yield Problem(f"{place}/blocks/seconds", f"have {kept} entries, for {blocks.measured:,} were measured", f"{len(blocks.seconds)}")
    elif samples > summary.samples(repeat):
        must = f"cover at most the {summary.samples(repeat):,} samples trained"
        yield Problem(f"{place}/blocks/measured", must, f"{samples:,}")


def _seconds(place: str, repeat: Repeat) -> Iterator[Problem]:
    blocks, train = repeat.blocks, repeat.clock.train_seconds
    if blocks.measured == len(blocks.seconds) and fsum(blocks.seconds) > train * _ROUNDING + 1e-6:
        must = f"sum to at most the {train:.3f} s of training"
        yield Problem(f"{place}/blocks/seconds", must, f"{fsum(blocks.seconds):.3f} s")


def check(context: Context) -> Iterator[Problem]:
    """Compare counts and sums."""
    for view in context.complete_runs:
        for place, repeat in view.repeats():
            yield from _counts(place, repeat)
            yield from _seconds(place, repeat)
