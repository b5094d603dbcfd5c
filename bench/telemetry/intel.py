"""Intel's discrete cards by the kernel's files: i915 and xe hwmon documentation of the Linux kernel."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bench.machine.amd import hwmon, pci_folder
from bench.machine.reading import read_integer
from bench.telemetry.interface import Sample, SeriesName

if TYPE_CHECKING:
    from bench.machine.accelerator import Accelerator


class IntelProbe:
    """One card. Its driver counts energy and measures no power, so that there is no power series."""

    def __init__(self, device: int, folder: Path) -> None:
        self.device: int | None = device
        self._folder, self._sensors = folder, hwmon(folder) or folder

    def _clock_hertz(self) -> float | None:
        files = sorted(self._folder.glob("drm/card*/gt/gt0/rps_act_freq_mhz")) + sorted(self._folder.glob("tile0/gt0/freq0/act_freq"))
        read = [value for value in map(read_integer, files) if value is not None]
        return read[0] * 1e6 if read else None

    def sample(self) -> Sample:
        """Look now."""
        microjoules = read_integer(self._sensors / "energy1_input")
        millidegrees = read_integer(self._sensors / "temp2_input")
        clock = self._clock_hertz()
        values: dict[SeriesName, float] = {}
        if millidegrees is not None and millidegrees >= 0:
            values["temperature_celsius"] = millidegrees / 1000
        if clock is not None:
            values["clock_hertz"] = clock
        return Sample(values, energy_joules=None if microjoules is None else microjoules / 1e6)


def intel_probe(found: Accelerator, root: Path = Path("/")) -> IntelProbe | None:
    """The probe of a card."""
    folder = pci_folder(root, found.identity) if found.identity else None
    return IntelProbe(found.device.index, folder) if folder is not None and folder.is_dir() else None
