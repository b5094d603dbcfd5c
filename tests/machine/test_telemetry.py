"""The sampler's arithmetic: thinning, energy, throttle seconds; and the thread itself, without waiting for real seconds."""

from __future__ import annotations

import math
import threading
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.submission import MAXIMUM_SERIES_POINTS, Series
from bench.telemetry import Sampler, cooling, energy
from bench.telemetry.energy import Track, Window
from bench.telemetry.host import HostProbe, ProcessorProbe
from bench.telemetry.interface import Sample
from bench.telemetry.series import thin

if TYPE_CHECKING:
    from pathlib import Path

    from bench.telemetry.interface import Probe


def every_second(count: int, watts: float = 100.0) -> Track:
    return Track([float(second) for second in range(count)], [watts] * count)


steps = st.lists(st.floats(0.01, 30.0), min_size=0, max_size=700)


@given(steps, st.data())
def test_thinning_keeps_extremes_and_limit(gaps: list[float], data: st.DataObject) -> None:
    times = [0.5]
    for gap in gaps:
        times.append(times[-1] + gap)
    values = data.draw(st.lists(st.floats(0, 1e12), min_size=len(times), max_size=len(times)))
    found = thin("clock_hertz", 0, times, values)
    assert 1 <= len(found.mean) == len(found.minimum) == len(found.maximum) <= MAXIMUM_SERIES_POINTS
    assert max(found.maximum) == round(max(values))
    assert min(found.minimum) == round(min(values))
    assert all(low <= middle <= high for low, middle, high in zip(found.minimum, found.mean, found.maximum, strict=True))
    assert Series.model_validate(found.model_dump()) == found


def test_long_runs_are_thinned_and_short_ones_are_not() -> None:
    day = thin("power_watts", 0, [float(second) for second in range(86_400)], [float(second % 7) for second in range(86_400)])
    assert len(day.mean) == MAXIMUM_SERIES_POINTS
    assert day.interval_seconds == pytest.approx(288, rel=0.01)
    minute = thin("power_watts", 0, [float(second) for second in range(60)], [250.04] * 60)
    assert len(minute.mean) == 60
    assert minute.mean[0] == 250.0


def test_a_gap_widens_the_intervals_and_is_not_filled() -> None:
    times = [0.0, 1.0, 2.0, 100.0, 101.0]
    found = thin("power_watts", 0, times, [1.0, 2.0, 3.0, 4.0, 5.0])
    assert found.interval_seconds > 32
    assert all(value > 0 for value in found.mean)


def test_energy_by_both_methods() -> None:
    counter = Track([float(second) for second in range(61)], [1000.0 + 101.0 * second for second in range(61)])
    found = energy.energy([every_second(61)], [counter], [Window(10.0, 20.5), Window(30.25, 50.25)])
    assert found is not None
    assert found.sampled_joules == pytest.approx(3050)
    assert found.counter_joules == pytest.approx(3080.5)
    assert (found.method, found.power_valid) == ("counter", True)
    assert found.joules == found.counter_joules
    assert found.mean_power_watts == pytest.approx(101)


def test_energy_of_a_ramp_is_the_integral() -> None:
    ramp = Track([0.0, 10.0], [0.0, 100.0])
    assert energy.integral(ramp, [Window(2.0, 6.0)]) == pytest.approx((20 + 60) / 2 * 4)


@pytest.mark.parametrize(
    ("power", "counter", "windows", "valid"),
    [
        (every_second(61), Track([], []), [Window(1.0, 50.0)], True),
        (every_second(61), Track([], []), [Window(1.0, 3.0)], False),
        (Track([0.0, 1.0, 2.0, 9.0, 10.0], [100.0] * 5), Track([], []), [Window(0.5, 9.5)], False),
        (every_second(61), Track([0.0, 60.0], [0.0, 12_000.0]), [Window(1.0, 50.0)], False),
        (Track([], []), every_second(61, 5.0), [Window(1.0, 50.0)], True),
    ],
    ids=["good", "short", "gap", "disagree", "counter-only"],
)
def test_validity(power: Track, counter: Track, windows: list[Window], *, valid: bool) -> None:
    found = energy.energy([power], [counter], windows)
    assert found is not None
    assert found.power_valid is valid


@pytest.mark.parametrize(
    ("power", "windows"),
    [
        (every_second(61), []),
        (every_second(61), [Window(50.0, 70.0)]),
        (Track([], []), [Window(1.0, 9.0)]),
        (every_second(61), [Window(-1.0, 9.0)]),
    ],
    ids=["no-window", "samples-end-early", "no-reading", "samples-begin-late"],
)
def test_energy_is_none_where_it_is_not_known(power: Track, windows: list[Window]) -> None:
    assert energy.energy([power], [Track([], [])], windows) is None


def test_energy_needs_every_device() -> None:
    assert energy.energy([every_second(61), Track([], [])], [Track([], []), Track([], [])], [Window(1.0, 9.0)]) is None
    both = energy.energy([every_second(61), every_second(61, 50.0)], [Track([], []), Track([], [])], [Window(1.0, 11.0)])
    assert both is not None
    assert both.joules == pytest.approx(1500)


def test_a_counter_that_runs_backwards_is_not_used() -> None:
    reset = Track([0.0, 5.0, 10.0, 15.0], [900.0, 950.0, 20.0, 70.0])
    assert energy.counted(reset, [Window(1.0, 14.0)]) is None


@given(st.floats(0, 100), st.floats(0.1, 100), st.floats(0, 2000))
def test_constant_power_gives_power_times_time(start: float, length: float, watts: float) -> None:
    found = energy.integral(every_second(202, watts), [Window(start, start + length)])
    assert found == pytest.approx(watts * length, abs=1e-6)


def test_throttled_seconds() -> None:
    times = [0.0, 1.0, 2.0, 3.0, 4.0]
    cap, heat = frozenset({"power_cap"}), frozenset({"power_cap", "thermal"})
    found = energy.throttled_seconds(times, [cap, heat, frozenset(), frozenset({"other"}), cap], [Window(0.5, 3.5)])  # type: ignore[list-item]
    assert found == pytest.approx({"power_cap": 1.5, "thermal": 1.0, "other": 0.5})


class Steady:
    """A device that always says the same."""

    def __init__(self, device: int | None, sample: Sample) -> None:
        self.device, self._sample = device, sample

    def sample(self) -> Sample:
        return self._sample


class Counting:
    """A device whose counter follows the clock at 200 W."""

    device: int | None = 0

    def sample(self) -> Sample:
        return Sample({"power_watts": 200.0, "memory_bytes": 5e9}, frozenset({"power_cap"}), time.perf_counter() * 200)


class Dying:
    """A device whose driver is gone after the first look."""

    device: int | None = 0
    looks = 0

    def sample(self) -> Sample:
        self.looks += 1
        if self.looks > 1:
            raise RuntimeError("driver lost")
        return Sample({"power_watts": 1.0})


def watch(probes: list[Probe], seconds: float = 0.3, indices: tuple[int, ...] = (0,)) -> tuple[Sampler, Window]:
    with Sampler(indices, probes, period_seconds=0.02) as sampler:
        start = time.perf_counter()
        time.sleep(seconds)
        window = Window(start, time.perf_counter())
        sampler.mark_window(*window)
    return sampler, window


def test_the_thread_samples_and_ends() -> None:
    sampler, window = watch([Counting(), Steady(None, Sample({"load_average": 0.5}))])
    found = sampler.result()
    assert found.energy is not None
    assert found.energy.counter_joules == pytest.approx(200 * window.seconds, rel=0.3)
    assert found.energy.sampled_joules == pytest.approx(200 * window.seconds, rel=1e-6)
    assert not found.energy.power_valid, "a window under five seconds says too little"
    assert {(series.device, series.name) for series in found.series} == {(0, "power_watts"), (0, "memory_bytes"), (None, "load_average")}
    assert (found.peak_device_bytes, found.device_memory_source) == (5_000_000_000, "sampled")
    seconds = {item.reason: item.seconds for item in found.throttle}
    assert seconds["thermal"] == 0
    assert seconds["power_cap"] == pytest.approx(window.seconds, rel=0.05)
    assert not any(thread.name == "telemetry" for thread in threading.enumerate())


def test_a_device_that_dies_takes_nothing_with_it() -> None:
    sampler, _ = watch([Dying()], 0.1)
    found = sampler.result()
    assert found.energy is None
    assert len(found.series) == 1


def test_no_energy_when_one_device_has_no_reader() -> None:
    sampler, _ = watch([Counting()], 0.1, (0, 1))
    assert sampler.result().energy is None


def test_no_window_no_energy_and_no_throttle() -> None:
    with Sampler((0,), [Counting()], period_seconds=0.02) as sampler:
        time.sleep(0.05)
    assert (sampler.result().energy, sampler.result().throttle) == (None, ())


def test_at_most_64_series_and_the_telling_ones_first() -> None:
    full = Sample(
        dict.fromkeys(("power_watts", "utilization_share", "clock_hertz", "temperature_celsius", "memory_bytes", "fan_share"), 1.0)
    )
    with Sampler(tuple(range(16)), [Steady(index, full) for index in range(16)], period_seconds=0.02) as sampler:
        pass
    found = sampler.result().series
    assert len(found) == 64
    assert sum(series.name == "power_watts" for series in found) == 16
    assert not any(series.name == "fan_share" for series in found)


def test_host_probe_says_what_it_can() -> None:
    values = HostProbe().sample().values
    assert values["memory_bytes"] > 0
    assert "utilization_share" not in values, "the first look has no time behind it"


def test_rapl_counts_over_its_restart(tmp_path: Path) -> None:
    files = {"intel-rapl:0/name": "package-0", "intel-rapl:0/energy_uj": "900000", "intel-rapl:0/max_energy_range_uj": "999999"}
    files |= {"intel-rapl:0:0/name": "core", "intel-rapl:0:0/energy_uj": "1", "intel-rapl:0:0/max_energy_range_uj": "9"}
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="ascii")
    probe = ProcessorProbe(0, tmp_path)
    assert probe.sample().energy_joules == 0
    (tmp_path / "intel-rapl:0/energy_uj").write_text("400000", encoding="ascii")
    assert probe.sample().energy_joules == pytest.approx(0.5)


def test_no_rapl_no_energy(tmp_path: Path) -> None:
    assert ProcessorProbe(0, tmp_path).sample().energy_joules is None
    assert ProcessorProbe(0, tmp_path / "missing").sample().energy_joules is None


class Cooling:
    """A device that loses ten degrees a look."""

    device: int | None = 0

    def __init__(self, celsius: float) -> None:
        self.celsius = celsius

    def sample(self) -> Sample:
        self.celsius -= 10
        return Sample({"temperature_celsius": self.celsius})


def test_cool_down_ends_when_cool_or_at_the_limit() -> None:
    slept: list[float] = []
    assert cooling.wait([Cooling(85)], 60.0, 120.0, slept.append) is True
    assert math.fsum(slept) == pytest.approx(2 * cooling.STEP_SECONDS)
    slept.clear()
    hot = Steady(0, Sample({"temperature_celsius": 90.0}))
    assert cooling.wait([hot], 60.0, 10.0, slept.append) is False
    assert math.fsum(slept) <= 10.0
    assert cooling.wait([Steady(0, Sample())], 60.0, 10.0, slept.append) is True
