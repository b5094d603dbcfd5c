"""Which probes a run gets: its devices by vendor, and the host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.machine.finding import accelerators
from bench.machine.framework import loaded_backend
from bench.telemetry.amd import amd_probe
from bench.telemetry.apple import apple_probe
from bench.telemetry.host import HostProbe, ProcessorProbe
from bench.telemetry.intel import intel_probe
from bench.telemetry.nvidia import nvidia_probe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bench.machine.accelerator import Accelerator
    from bench.telemetry.interface import Probe

BY_VENDOR: dict[str, Callable[[Accelerator], Probe | None]] = {
    "nvidia": nvidia_probe,
    "amd": amd_probe,
    "intel": intel_probe,
    "apple": apple_probe,
}


def probes_for(device_indices: Sequence[int]) -> list[Probe]:
    """Probes of the host and of the devices used; a device without a reader has none."""
    found = accelerators(loaded_backend())
    if not found:
        return [HostProbe(), ProcessorProbe(0)]
    used = [item for item in found if item.device.index in set(device_indices)]
    made = [BY_VENDOR[item.vendor](item) for item in used if item.vendor in BY_VENDOR]
    return [HostProbe(), *(probe for probe in made if probe is not None)]
