"""The clock's arithmetic: block sizes, warm-up, thinning. Pure; no framework, no clock is read here."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

from bench.submission import MAXIMUM_BLOCKS

BLOCK_SECONDS = 0.5
"""A block of steps lasts at least this long, so that closing it (fetching the loss) costs under 1 %."""

SETTLED_SHARE = 0.02
SETTLED_BLOCKS = 3


def steps_per_block(step_seconds: float, steps_per_launch: int, steps_per_epoch: int) -> int:
    """Whole launches that fill half a second, at most one epoch.

    Args:
        step_seconds: time of one step as seen in warm-up.
        steps_per_launch: steps enqueued together.
        steps_per_epoch: upper limit.
    """
    launches = max(1, -(-BLOCK_SECONDS // max(step_seconds * steps_per_launch, 1e-9)))
    return int(min(launches * steps_per_launch, steps_per_epoch))


def settled(seconds: Sequence[float]) -> bool:
    """Whether the last three block times agree within 2 % of their median."""
    last = seconds[-SETTLED_BLOCKS:]
    if len(last) < SETTLED_BLOCKS:
        return False
    return max(last) - min(last) <= SETTLED_SHARE * statistics.median(last)


def thin(values: Sequence[float], limit: int = MAXIMUM_BLOCKS) -> tuple[float, ...]:
    """At most ``limit`` values, evenly spaced, first and last kept."""
    if len(values) <= limit:
        return tuple(values)
    return tuple(values[round(index * (len(values) - 1) / (limit - 1))] for index in range(limit))


def spans(steps: int, size: int) -> list[range]:
    """Consecutive ranges of at most ``size`` that cover ``steps``."""
    return [range(start, min(start + size, steps)) for start in range(0, steps, size)]
