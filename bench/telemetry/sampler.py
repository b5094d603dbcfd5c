"""The thread that looks at every device once a second, and what is made of its samples."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from bench.submission import Energy, Series, Throttle
from bench.telemetry.energy import Track, Window, energy, throttled_seconds
from bench.telemetry.interface import Sample, TelemetryResult
from bench.telemetry.memory import peak_bytes
from bench.telemetry.series import thin

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from bench.telemetry.interface import Probe, SeriesName

PERIOD_SECONDS = 1.0
MAXIMUM_SERIES = 64
MAXIMUM_THROTTLE = 64
_ORDER: tuple[SeriesName, ...] = (
    "power_watts",
    "utilization_share",
    "clock_hertz",
    "temperature_celsius",
    "memory_bytes",
    "load_average",
    "memory_clock_hertz",
    "fan_share",
)


@dataclass
class _Record:
    """All samples of one device."""

    probe: Probe
    times: list[float] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)

    def take(self, clock: Callable[[], float]) -> None:
        moment = clock()
        try:
            sample = self.probe.sample()
        except Exception:  # noqa: BLE001 - a driver that dies must not take the training with it: the gap shows
            sample = Sample()
        self.samples.append(sample)
        self.times.append(moment)

    def track(self, name: SeriesName) -> Track:
        kept = [(moment, sample.values[name]) for moment, sample in zip(self.times, self.samples, strict=True) if name in sample.values]
        return Track([moment for moment, _ in kept], [value for _, value in kept])

    def counter(self) -> Track:
        rows = zip(self.times, self.samples, strict=True)
        kept = [(moment, sample.energy_joules) for moment, sample in rows if sample.energy_joules is not None]
        return Track([moment for moment, _ in kept], [value for _, value in kept])

    def throttle(self, windows: Sequence[Window]) -> list[Throttle]:
        rows = zip(self.times, self.samples, strict=True)
        kept = [(moment, sample.reasons) for moment, sample in rows if sample.reasons is not None]
        if self.probe.device is None or not kept or not windows:
            return []
        found = throttled_seconds([moment for moment, _ in kept], [reasons for _, reasons in kept], windows)
        return [Throttle(device=self.probe.device, reason=reason, seconds=seconds) for reason, seconds in found.items()]


class Sampler:
    """Looks at the devices of a run in a thread of its own, from ``with`` to its end.

    Times are those of ``time.perf_counter``. Overhead on the step time is measured in
    ``benchmarks/telemetry_overhead.py``.

    Args:
        device_indices: devices used, as indices into ``system.devices``.
        probes: what to look at; by default the devices and the host of this machine.
        period_seconds: time between two looks.
    """

    def __init__(
        self, device_indices: Sequence[int], probes: Sequence[Probe] | None = None, period_seconds: float = PERIOD_SECONDS
    ) -> None:
        from bench.telemetry.probes import probes_for

        self._records = [_Record(probe) for probe in (probes_for(device_indices) if probes is None else probes)]
        self._indices = tuple(device_indices)
        self._period = period_seconds
        self._windows: list[Window] = []
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="telemetry", daemon=True)
        self._start = 0.0

    def __enter__(self) -> Self:
        self._start = time.perf_counter()
        self._look()
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._end()

    def _look(self) -> None:
        with self._lock:
            for record in self._records:
                record.take(time.perf_counter)

    def _watch(self) -> None:
        following = self._start + self._period
        while not self._ended.wait(max(0.0, following - time.perf_counter())):
            self._look()
            following = max(following + self._period, time.perf_counter())

    def _end(self) -> None:
        if not self._ended.is_set():
            self._ended.set()
            self._thread.join(timeout=5 * self._period)
            self._look()

    def mark_window(self, start: float, end: float) -> None:
        """Name a timed window that has just ended, in ``time.perf_counter`` seconds. Its end is sampled at once."""
        self._look()
        self._windows.append(Window(start, end))

    def result(self) -> TelemetryResult:
        """Everything seen so far; call it inside or after ``with``."""
        with self._lock:
            used = [record for record in self._records if record.probe.device is not None]
            peak, source = peak_bytes(self._indices, [record.track("memory_bytes") for record in used])
            return TelemetryResult(
                series=self._series(),
                energy=self._energy(used),
                throttle=tuple(item for record in used for item in record.throttle(self._windows))[:MAXIMUM_THROTTLE],
                peak_device_bytes=peak,
                device_memory_source=source,
            )

    def _energy(self, used: list[_Record]) -> Energy | None:
        if {record.probe.device for record in used} != set(self._indices) or not self._windows:
            return None
        return energy([record.track("power_watts") for record in used], [record.counter() for record in used], self._windows)

    def _series(self) -> tuple[Series, ...]:
        """The most telling series first, for no more than 64 fit the contract."""
        tracks = [(name, record.probe.device, record.track(name)) for name in _ORDER for record in self._records]
        found = [(name, device, track) for name, device, track in tracks if track.times][:MAXIMUM_SERIES]
        return tuple(thin(name, device, [moment - self._start for moment in track.times], track.values) for name, device, track in found)
