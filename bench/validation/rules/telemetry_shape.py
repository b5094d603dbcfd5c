"""A telemetry series must have as many minima and maxima as means, in order, within what its quantity can be.

Why: Series are the picture of the run over time; one that cannot be drawn, or shows 400 degrees, was not measured.

Fix: Submit the file as `bench run` wrote it.
"""

from __future__ import annotations

from operator import le
from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.submission import Series
    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_LARGEST = {"utilization_share": 1.0, "fan_share": 2.0, "temperature_celsius": 130.0, "clock_hertz": 1e10, "memory_clock_hertz": 3e10}


def _problem(place: str, series: Series, devices: int) -> Problem | None:
    if series.device is not None and series.device >= devices:
        return Problem(f"{place}/device", f"be 0 to {devices - 1}", shown(series.device))
    if not len(series.minimum) == len(series.mean) == len(series.maximum):
        lengths = f"{len(series.minimum)}, {len(series.mean)} and {len(series.maximum)}"
        return Problem(place, "have as many minima and maxima as means", lengths)
    limit = _LARGEST.get(series.name, float("inf"))
    if series.maximum and max(series.maximum) > limit:
        return Problem(f"{place}/maximum", f"be at most {limit:g}", f"{max(series.maximum):g}")
    if all(map(le, series.minimum, series.mean)) and all(map(le, series.mean, series.maximum)):
        return None
    slack = 1 + 1e-9
    for index, (low, mean, high) in enumerate(zip(series.minimum, series.mean, series.maximum, strict=True)):
        if not low <= mean * slack or not mean <= high * slack:
            return Problem(f"{place}/mean/{index}", f"lie between {low:g} and {high:g}", f"{mean:g}")
    return None


def check(context: Context) -> Iterator[Problem]:
    """Look at every series."""
    devices = len(context.submission.system.devices)
    for view in context.runs:
        for index, series in enumerate(view.run.telemetry):
            problem = _problem(f"{view.pointer}/telemetry/{index}", series, devices)
            if problem:
                yield problem
