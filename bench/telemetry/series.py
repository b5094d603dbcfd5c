"""Thinning of samples to at most 300 intervals with minimum, mean and maximum kept. Pure."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bench.submission import MAXIMUM_SERIES_POINTS, Series

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.telemetry.interface import SeriesName

_DIGITS: dict[SeriesName, int] = {"utilization_share": 3, "fan_share": 3, "power_watts": 1, "load_average": 2, "temperature_celsius": 1}
_SHORTEST_SECONDS = 1.0


def _bins(times: Sequence[float], interval: float) -> list[int]:
    return [int((moment - times[0]) / interval) for moment in times]


def interval_seconds(times: Sequence[float], limit: int = MAXIMUM_SERIES_POINTS) -> float:
    """The shortest interval of 1, 2, 4 ... parts that gives at most ``limit`` and leaves no interval without a sample.

    A gap in the samples therefore widens the intervals: nothing is filled in.
    """
    interval = max(_SHORTEST_SECONDS, math.nextafter((times[-1] - times[0]) / limit, math.inf))
    while True:
        found = _bins(times, interval)
        if found[-1] < limit and len(set(found)) == found[-1] + 1:
            return interval
        interval *= 2


def _rounded(name: SeriesName, value: float) -> float:
    digits = _DIGITS.get(name)
    return max(0.0, round(value, digits) if digits is not None else float(round(value)))


def thin(
    name: SeriesName, device: int | None, times: Sequence[float], values: Sequence[float], limit: int = MAXIMUM_SERIES_POINTS
) -> Series:
    """One series of the contract from samples.

    Args:
        name: of the series; decides the digits kept.
        device: index into ``system.devices``, None for the host.
        times: seconds since the start of sampling, rising.
        values: one a time.
        limit: most intervals.
    """
    interval = interval_seconds(times, limit)
    groups: dict[int, list[float]] = {}
    for place, value in zip(_bins(times, interval), values, strict=True):
        groups.setdefault(place, []).append(value)
    ordered = [groups[place] for place in sorted(groups)]
    return Series(
        device=device,
        name=name,
        start_seconds=round(times[0], 3),
        interval_seconds=round(interval, 6),
        minimum=tuple(_rounded(name, min(group)) for group in ordered),
        mean=tuple(_rounded(name, math.fsum(group) / len(group)) for group in ordered),
        maximum=tuple(_rounded(name, max(group)) for group in ordered),
    )
