"""The state of each NVIDIA card before a run, by NVML."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bench.machine import nvidia
from bench.machine.cuda import cuda_devices
from bench.machine.nvml import open_nvml
from bench.telemetry.nvidia import nvidia_probe

if TYPE_CHECKING:
    from bench.machine.nvml import Nvml
    from bench.submission import Device
    from bench.telemetry.interface import Reason, Sample

_UNCORRECTED, _VOLATILE = 1, 0


@dataclass(frozen=True)
class Card:
    """One card: None where it does not tell.

    Attributes:
        device: the contract's facts.
        utilization_share: busy share of the last second.
        memory_used_bytes: in use by anybody.
        temperature_celsius: of the chip.
        reasons: why its clock is held back right now.
        other_processes: processes of others that compute on it.
        uncorrected_errors: ECC errors since the driver was loaded.
        rows_remap_failed: whether its memory could not be mended.
    """

    device: Device
    utilization_share: float | None
    memory_used_bytes: float | None
    temperature_celsius: float | None
    reasons: frozenset[Reason] | None
    other_processes: int | None
    uncorrected_errors: int | None
    rows_remap_failed: bool | None


def _others(nvml: Nvml, handle: Any) -> int | None:  # noqa: ANN401
    found = nvml.ask("nvmlDeviceGetComputeRunningProcesses", handle)
    return None if found is None else sum(process.pid != os.getpid() for process in found)


def _state(device: Device, nvml: Nvml, handle: Any, sample: Sample) -> Card:  # noqa: ANN401
    remapped = nvml.ask("nvmlDeviceGetRemappedRows", handle)
    return Card(
        device=device,
        utilization_share=sample.values.get("utilization_share"),
        memory_used_bytes=sample.values.get("memory_bytes"),
        temperature_celsius=sample.values.get("temperature_celsius"),
        reasons=sample.reasons,
        other_processes=_others(nvml, handle),
        uncorrected_errors=nvml.ask("nvmlDeviceGetTotalEccErrors", handle, _UNCORRECTED, _VOLATILE),
        rows_remap_failed=bool(remapped[3]) if remapped else None,
    )


def states() -> tuple[Card, ...]:
    """All cards that a run could use."""
    nvml = open_nvml()
    found = []
    for accelerator in nvidia.join(cuda_devices(), nvml) if nvml else ():
        probe = nvidia_probe(accelerator, nvml)
        if nvml is not None and probe is not None and accelerator.identity is not None:
            found.append(_state(accelerator.device, nvml, nvml.handle(accelerator.identity), probe.sample()))
    return tuple(found)
