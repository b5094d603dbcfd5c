"""The energy counter and the sampled power should agree within a tenth.

Why: Two ways to measure the same; on some cards one of them is known to be wrong.

Fix: Nothing for you to do: the counter is shown, and the difference with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "note"
VERSION = 1
_MOST = 0.10


def check(context: Context) -> Iterator[Problem]:
    """Compare both where both were measured."""
    for view in context.complete_runs:
        energy = view.run.energy
        if energy is None or not energy.counter_joules or not energy.sampled_joules:
            continue
        gap = energy.sampled_joules / energy.counter_joules - 1
        if abs(gap) > _MOST:
            yield Problem(f"{view.pointer}/energy/sampled_joules", "be within 10 % of counter_joules", f"{gap:+.0%}")
