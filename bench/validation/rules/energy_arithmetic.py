"""Energy must be mean power x timed seconds.

Why: Three figures of one measurement; a changed time leaves the energy behind.

Fix: Submit the file as `bench run` wrote it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_SLACK_SHARE = 0.05
_SLACK_SECONDS = 2.0
"""Samplers begin and end up to a second beside the window."""


def check(context: Context) -> Iterator[Problem]:
    """Compare joules with watts x seconds over all repeats."""
    for view in context.complete_runs:
        energy = view.run.energy
        if energy is None:
            continue
        wanted = energy.mean_power_watts * view.train_seconds
        slack = _SLACK_SHARE * wanted + _SLACK_SECONDS * energy.mean_power_watts
        if not abs(energy.joules - wanted) <= slack:
            must = f"be within 5 % of {energy.mean_power_watts:,.1f} W x {view.train_seconds:,.1f} s = {wanted:,.0f} J"
            yield Problem(f"{view.pointer}/energy/joules", must, f"{energy.joules:,.0f} J")
