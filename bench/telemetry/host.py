"""The host: load, busy share, clock and memory; processor energy by RAPL where this user may read it.

RAPL files as in the kernel's powercap documentation: ``energy_uj`` counts microjoules up to
``max_energy_range_uj`` and begins again.
"""

from __future__ import annotations

import os
from pathlib import Path

import psutil

from bench.machine.reading import read_integer, read_text
from bench.telemetry.interface import Sample, SeriesName

_SHORTEST_PROCESSOR_SECONDS = 0.3  # the kernel counts in hundredths: a shorter time would be noise
_POWERCAP = Path("/sys/class/powercap")


def _processor_seconds() -> tuple[float, float]:
    """Busy and idle seconds of all processors since the system started."""
    times = psutil.cpu_times()
    idle = times.idle + getattr(times, "iowait", 0.0)
    guest = getattr(times, "guest", 0.0) + getattr(times, "guest_nice", 0.0)  # counted in user and nice already
    return sum(times) - idle - guest, idle


class HostProbe:
    """Readings of the whole machine."""

    device: int | None = None

    def __init__(self) -> None:
        self._busy, self._idle = _processor_seconds()

    def _busy_share(self) -> float | None:
        """Share of processor time used since the last answer; None while that is too short to tell."""
        busy, idle = _processor_seconds()
        spent, total = busy - self._busy, busy - self._busy + idle - self._idle
        if total < _SHORTEST_PROCESSOR_SECONDS:
            return None
        self._busy, self._idle = busy, idle
        return min(1.0, max(0.0, spent / total))

    def sample(self) -> Sample:
        """Look now."""
        values: dict[SeriesName, float] = {"memory_bytes": float(psutil.virtual_memory().used)}
        share = self._busy_share()
        if share is not None:
            values["utilization_share"] = share
        if hasattr(os, "getloadavg"):
            values["load_average"] = os.getloadavg()[0]
        try:
            frequency = psutil.cpu_freq()
        except (OSError, RuntimeError, AttributeError, NotImplementedError):
            frequency = None
        if frequency and frequency.current > 0:
            values["clock_hertz"] = frequency.current * 1e6
        return Sample(values)


class _Package:
    """One processor package's counter, unrolled over its restarts."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "energy_uj"
        self._range = read_integer(folder / "max_energy_range_uj") or 0
        self._last = read_integer(self._file)
        self._total = 0

    @property
    def readable(self) -> bool:
        """False for all but root on most systems, since the counter leaks secrets (CVE-2020-8694)."""
        return self._last is not None and self._range > 0

    def joules(self) -> float | None:
        """Joules since the first look."""
        now = read_integer(self._file)
        if now is None or self._last is None:
            return None
        self._total += (now - self._last) % (self._range + 1)
        self._last = now
        return self._total / 1e6


def rapl_packages(powercap: Path = _POWERCAP) -> list[_Package]:
    """Counters of whole packages; empty unless all of them can be read."""
    folders = sorted(powercap.glob("intel-rapl:*")) if powercap.is_dir() else []
    named = [folder for folder in folders if folder.name.count(":") == 1 and (read_text(folder / "name") or "").startswith("package")]
    found = [_Package(folder) for folder in named]
    return found if all(package.readable for package in found) else []


class ProcessorProbe:
    """The processor as the device of a run without an accelerator: energy by counter where it can be read."""

    def __init__(self, device: int, powercap: Path = _POWERCAP) -> None:
        self.device: int | None = device
        self._packages = rapl_packages(powercap)

    def sample(self) -> Sample:
        """Look now."""
        joules = [package.joules() for package in self._packages]
        found = [value for value in joules if value is not None]
        return Sample(energy_joules=sum(found) if found and len(found) == len(joules) else None)
