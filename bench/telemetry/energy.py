"""Energy and throttle seconds of the timed windows, from samples with times. Pure.

Two methods: the difference of the device's own counter, and the trapezoid integral of sampled power.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bench.submission import Energy

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bench.telemetry.interface import Reason

LONGEST_GAP_SECONDS = 3.0
"""Samples further apart leave the power between them unknown."""
SHORTEST_WINDOW_SECONDS = 5.0
"""Below, a handful of samples says too little of the mean power."""
AGREEMENT = 0.10
"""Counter and integral may differ by this share. NVIDIA gives +-5 % for its power reading; twice that."""


class Window(NamedTuple):
    """A timed window in seconds of the same clock as the samples."""

    start: float
    end: float

    @property
    def seconds(self) -> float:
        """Its length."""
        return self.end - self.start


class Track(NamedTuple):
    """Readings of one quantity of one device."""

    times: Sequence[float]
    values: Sequence[float]


def at(track: Track, moment: float) -> float | None:
    """The value at a moment by straight lines between samples; None outside them."""
    place = bisect_left(track.times, moment)
    if place == len(track.times) or (place == 0 and track.times[0] != moment):
        return None
    if track.times[place] == moment:
        return track.values[place]
    before, after = track.times[place - 1], track.times[place]
    share = (moment - before) / (after - before)
    return track.values[place - 1] + share * (track.values[place] - track.values[place - 1])


def _inside(track: Track, window: Window) -> tuple[list[float], list[float]] | None:
    """Times and values within a window, its edges interpolated; None when the samples do not cover it."""
    first, last = at(track, window.start), at(track, window.end)
    if first is None or last is None:
        return None
    kept = [(moment, value) for moment, value in zip(*track, strict=True) if window.start < moment < window.end]
    return [window.start, *(moment for moment, _ in kept), window.end], [first, *(value for _, value in kept), last]


def integral(track: Track, windows: Sequence[Window]) -> float | None:
    """Trapezoid integral of power over the windows, in joules."""
    total = 0.0
    for window in windows:
        found = _inside(track, window)
        if found is None:
            return None
        times, values = found
        total += math.fsum((times[i + 1] - times[i]) * (values[i + 1] + values[i]) / 2 for i in range(len(times) - 1))
    return total


def counted(track: Track, windows: Sequence[Window]) -> float | None:
    """Difference of an energy counter over the windows, in joules; None when it runs backwards."""
    total = 0.0
    for window in windows:
        found = _inside(track, window)
        if found is None or any(later < earlier for earlier, later in pairwise(found[1])):
            return None
        total += found[1][-1] - found[1][0]
    return total


def longest_gap(times: Sequence[float], windows: Sequence[Window]) -> float:
    """Longest time without a sample inside a window, in seconds."""
    gaps = [0.0]
    for window in windows:
        marks = [window.start, *(moment for moment in times if window.start < moment < window.end), window.end]
        gaps += [later - earlier for earlier, later in pairwise(marks)]
    return max(gaps)


def _sum(values: Iterable[float | None]) -> float | None:
    found = list(values)
    return None if not found or any(value is None for value in found) else math.fsum(value for value in found if value is not None)


def energy(power: Sequence[Track], counters: Sequence[Track], windows: Sequence[Window]) -> Energy | None:
    """Energy over all devices used.

    Args:
        power: watts, one track a device; empty tracks where a device has no reading.
        counters: joules, likewise.
        windows: the timed windows.

    Returns:
        None when neither method covers every device. ``power_valid`` is true when the windows are at least 5 s
        long, no sample gap exceeds 3 s and, where both methods answered, they agree within 10 %.
    """
    seconds = math.fsum(window.seconds for window in windows)
    sampled = _sum(integral(track, windows) if track.times else None for track in power)
    counter = _sum(counted(track, windows) if track.times else None for track in counters)
    joules = counter if counter is not None else sampled
    if joules is None or seconds <= 0:
        return None
    used = power if sampled is not None else counters
    gap = max(longest_gap(track.times, windows) for track in used)
    agree = counter is None or sampled is None or abs(counter - sampled) <= AGREEMENT * max(counter, sampled)
    return Energy(
        joules=joules,
        mean_power_watts=joules / seconds,
        method="counter" if counter is not None else "sampled",
        counter_joules=counter,
        sampled_joules=sampled,
        power_valid=seconds >= SHORTEST_WINDOW_SECONDS and gap <= LONGEST_GAP_SECONDS and agree,
    )


def throttled_seconds(times: Sequence[float], reasons: Sequence[frozenset[Reason]], windows: Sequence[Window]) -> dict[Reason, float]:
    """Seconds of the windows by reason: each sample stands for the time until the next one."""
    found: dict[Reason, float] = {"power_cap": 0.0, "thermal": 0.0}
    for start, end, held in zip(times, times[1:], reasons, strict=False):
        inside = math.fsum(max(0.0, min(end, window.end) - max(start, window.start)) for window in windows)
        for reason in held if inside else ():
            found[reason] = found.get(reason, 0.0) + inside
    return found
