"""The power series should tell of the same power as the energy, and stay near the limit.

Why: Both come from one sensor. An energy that was made smaller leaves its series behind.

Fix: Submit the file as `bench run` wrote it.
"""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context, RunView

SEVERITY = "review"
VERSION = 1
_RATIO = 1.5
"""The series runs over compilation and evaluation too, where a card draws less."""


def _series_watts(view: RunView) -> float | None:
    """Mean power of all devices used together, by their series."""
    used = [
        series for series in view.run.telemetry if series.name == "power_watts" and series.mean and series.device in view.run.device_indices
    ]
    if len(used) != len(view.run.device_indices):
        return None
    return sum(fmean(series.mean) for series in used)


def check(context: Context) -> Iterator[Problem]:
    """Compare the mean of the series with mean_power_watts."""
    for view in context.complete_runs:
        energy, watts = view.run.energy, _series_watts(view)
        if energy is None or watts is None or not energy.power_valid:
            continue
        if not watts / _RATIO <= energy.mean_power_watts <= watts * _RATIO * 2:
            must = f"be near the {watts:,.0f} W of the series"
            yield Problem(f"{view.pointer}/energy/mean_power_watts", must, f"{energy.mean_power_watts:,.0f} W")
