"""AMD devices by the kernel's files: amdgpu and hwmon documentation of the Linux kernel. Throttle reasons are not among them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bench.machine.amd import hwmon, pci_folder
from bench.machine.reading import read_integer
from bench.telemetry.interface import Sample, SeriesName

if TYPE_CHECKING:
    from bench.machine.accelerator import Accelerator

_DEVICE_FILES: tuple[tuple[SeriesName, str, float], ...] = (
    ("utilization_share", "gpu_busy_percent", 1e-2),
    ("memory_bytes", "mem_info_vram_used", 1),
)
_SENSOR_FILES: tuple[tuple[SeriesName, str, float], ...] = (
    ("power_watts", "power1_input", 1e-6),
    ("power_watts", "power1_average", 1e-6),
    ("temperature_celsius", "temp2_input", 1e-3),
    ("temperature_celsius", "temp1_input", 1e-3),
    ("clock_hertz", "freq1_input", 1),
    ("memory_clock_hertz", "freq2_input", 1),
    ("fan_share", "pwm1", 1 / 255),
)
"""The later file of a name wins: average power over the momentary one, edge temperature over junction."""


class AmdProbe:
    """One accelerator."""

    def __init__(self, device: int, folder: Path) -> None:
        self.device: int | None = device
        self._folder, self._sensors = folder, hwmon(folder) or folder

    def sample(self) -> Sample:
        """Look now."""
        files = [(self._folder, *row) for row in _DEVICE_FILES] + [(self._sensors, *row) for row in _SENSOR_FILES]
        read = [(name, read_integer(folder / file), scale) for folder, name, file, scale in files]
        return Sample({name: value * scale for name, value, scale in read if value is not None and value >= 0})


def amd_probe(found: Accelerator, root: Path = Path("/")) -> AmdProbe | None:
    """The probe of an accelerator; None where the kernel has no folder for it, as for a partition of one."""
    folder = pci_folder(root, found.identity) if found.identity else None
    return AmdProbe(found.device.index, folder) if folder is not None and folder.is_dir() else None
