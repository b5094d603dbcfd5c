"""NVIDIA devices by NVML. Function names and units: NVML API reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bench.machine.nvml import open_nvml
from bench.telemetry.interface import Reason, Sample, SeriesName

if TYPE_CHECKING:
    from bench.machine.accelerator import Accelerator
    from bench.machine.nvml import Nvml

_SM_CLOCK, _MEMORY_CLOCK, _GPU_TEMPERATURE = 1, 2, 0
REASON_BITS: tuple[tuple[int, Reason], ...] = (
    (0x04, "power_cap"),
    (0x08, "hardware_slowdown"),
    (0x10, "other"),
    (0x20, "thermal"),
    (0x40, "thermal"),
    (0x80, "power_brake"),
)
"""``nvmlClocksEventReason...``: software power cap, hardware slowdown, sync boost, software thermal, hardware
thermal, power brake. Idle (0x1) and set clocks (0x2) hold nothing back that was asked for."""
_EXPLAINED = {"thermal", "power_brake"}


def reasons_of(mask: int) -> frozenset[Reason]:
    """Reasons in a bit mask; a hardware slowdown that has a named cause is counted as that cause alone."""
    found = {reason for bit, reason in REASON_BITS if mask & bit}
    if found & _EXPLAINED:
        found.discard("hardware_slowdown")
    return frozenset(found)


class NvidiaProbe:
    """One card, or one MIG slice, for which power, clocks and throttling belong to the whole board and stay out."""

    def __init__(self, device: int, nvml: Nvml, handle: Any, *, whole: bool = True) -> None:  # noqa: ANN401
        self.device: int | None = device
        self._nvml, self._handle, self._whole = nvml, handle, whole

    def _values(self) -> dict[SeriesName, float]:
        ask, handle = self._nvml.ask, self._handle
        memory, busy = ask("nvmlDeviceGetMemoryInfo", handle), ask("nvmlDeviceGetUtilizationRates", handle)
        found: dict[SeriesName, float | None] = {
            "memory_bytes": memory.used if memory else None,
            "utilization_share": busy.gpu / 100 if busy and self._whole else None,
        }
        if self._whole:
            scaled: tuple[tuple[SeriesName, Any, float], ...] = (
                ("power_watts", ask("nvmlDeviceGetPowerUsage", handle), 1e-3),
                ("temperature_celsius", ask("nvmlDeviceGetTemperature", handle, _GPU_TEMPERATURE), 1),
                ("clock_hertz", ask("nvmlDeviceGetClockInfo", handle, _SM_CLOCK), 1e6),
                ("memory_clock_hertz", ask("nvmlDeviceGetClockInfo", handle, _MEMORY_CLOCK), 1e6),
                ("fan_share", ask("nvmlDeviceGetFanSpeed", handle), 1e-2),
            )
            found |= {name: value * scale for name, value, scale in scaled if value is not None}
        return {name: float(value) for name, value in found.items() if value is not None}

    def _reasons(self) -> frozenset[Reason] | None:
        mask = self._nvml.ask("nvmlDeviceGetCurrentClocksEventReasons", self._handle)
        if mask is None:
            mask = self._nvml.ask("nvmlDeviceGetCurrentClocksThrottleReasons", self._handle)
        return None if mask is None else reasons_of(mask)

    def sample(self) -> Sample:
        """Look now."""
        if not self._whole:
            return Sample(self._values())
        millijoules = self._nvml.ask("nvmlDeviceGetTotalEnergyConsumption", self._handle)
        return Sample(self._values(), self._reasons(), None if millijoules is None else millijoules / 1000)


def nvidia_probe(found: Accelerator, nvml: Nvml | None = None) -> NvidiaProbe | None:
    """The probe of a card, found again by UUID or PCI address; None where NVML cannot see it."""
    nvml = nvml or open_nvml()
    handle = nvml.handle(found.identity) if nvml and found.identity else None
    if nvml is None or handle is None:
        return None
    return NvidiaProbe(found.device.index, nvml, handle, whole=found.device.mig_profile is None)
