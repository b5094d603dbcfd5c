"""What a vendor's reader offers to the sampler, and what the sampler gives back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from bench.submission import Energy, Series, Throttle

SeriesName = Literal[
    "utilization_share",
    "memory_bytes",
    "temperature_celsius",
    "power_watts",
    "clock_hertz",
    "memory_clock_hertz",
    "load_average",
    "fan_share",
]
Reason = Literal["power_cap", "thermal", "hardware_slowdown", "power_brake", "other"]


@dataclass(frozen=True)
class Sample:
    """One look at one device. What could not be read is left out, never filled in.

    Attributes:
        values: readings by series name, in the units of the names.
        reasons: why the clock is held back right now; None when the device does not tell.
        energy_joules: the device's own energy counter since some fixed moment.
    """

    values: dict[SeriesName, float] = field(default_factory=dict)
    reasons: frozenset[Reason] | None = None
    energy_joules: float | None = None


class Probe(Protocol):
    """A device that can be looked at once a second."""

    device: int | None
    """Index into ``system.devices``; None for the host."""

    def sample(self) -> Sample:
        """Look now. It must not raise: a device that went away gives an empty sample."""


@dataclass(frozen=True)
class TelemetryResult:
    """What was seen of a run.

    Attributes:
        series: down-sampled, at most 64.
        energy: of the timed windows over all devices used; None where a device has no power reading.
        throttle: seconds of the timed windows in which a device was held back; a zero means measured and free.
        peak_device_bytes: most memory in use on one device.
        device_memory_source: ``tensorflow``, ``jax`` or ``torch`` for the framework's own peak, else the vendor's
            library, which counts what others use too.
    """

    series: tuple[Series, ...]
    energy: Energy | None
    throttle: tuple[Throttle, ...]
    peak_device_bytes: int | None
    device_memory_source: str | None = None
