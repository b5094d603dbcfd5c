"""A result should be near the others of the same hardware and setting.

Why: The same card at the same work is within a few percent. Far from its kind, a result has something to tell: a
throttled card, another memory variant, a wrong clock, or an invention.

Fix: Say in the pull request what is special about your machine (cooling, power limit, virtual machine).
"""

from __future__ import annotations

import math
from collections import defaultdict
from statistics import median
from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.validation.digest import RunDigest

SEVERITY = "review"
VERSION = 1
_FEW, _MANY = 3, 30
_LIMIT_FEW = math.log(3)
_LIMIT_MANY = math.log(1.5)
_SPREADS = 6.0
_MAD_TO_SD = 1.4826


def limit(logs: Sequence[float]) -> float:
    """How far from the median a further log rate may lie: a factor of 3 beside one or two others, beside more 1.5 or six spreads."""
    if len(logs) < _FEW:
        return _LIMIT_FEW
    middle = median(logs)
    spread = _MAD_TO_SD * median(abs(value - middle) for value in logs)
    return min(max(_LIMIT_MANY, _SPREADS * spread), _LIMIT_FEW)


def _others(logs: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Median and limit of the others for each run; in a large group one more or less changes nothing."""
    if len(logs) > _MANY:
        middle, allowed = median(logs), limit(logs)
        yield from ((middle, allowed) for _ in logs)
        return
    for index in range(len(logs)):
        rest = [*logs[:index], *logs[index + 1 :]]
        yield median(rest), limit(rest)


def check(runs: Sequence[RunDigest]) -> Iterator[tuple[RunDigest, Problem]]:
    """Compare each run with the others of its group, itself left out."""
    groups: dict[object, list[RunDigest]] = defaultdict(list)
    for run in runs:
        if run.samples_per_second > 0:
            groups[run.hardware_id, run.board].append(run)
    for members in groups.values():
        logs = [math.log(run.samples_per_second) for run in members]
        if max(logs) - min(logs) <= _LIMIT_MANY:
            continue
        for run, log, (middle, allowed) in zip(members, logs, _others(logs), strict=True):
            if abs(log - middle) > allowed:
                others = f"the median {math.exp(middle):,.0f} samples/s of {len(logs) - 1} others"
                must = f"be within a factor of {math.exp(allowed):.1f} of {others}"
                yield run, Problem(f"{run.pointer}/summary/samples_per_second", must, f"{run.samples_per_second:,.0f}")
