"""Intel's discrete cards: those whose driver (i915 or xe) offers an energy counter. Built-in graphics do not count."""

from __future__ import annotations

from pathlib import Path

from bench.machine.accelerator import Accelerator
from bench.machine.amd import hwmon, pci_generation
from bench.machine.reading import positive, read_integer, read_text
from bench.submission import Device

_ROOT = Path("/")
_INTEL = "0x8086"
_DISPLAY_CLASS = "0x03"


def _is_card(folder: Path) -> bool:
    sensors = hwmon(folder)
    display = (read_text(folder / "class") or "").startswith(_DISPLAY_CLASS)
    return display and read_text(folder / "vendor") == _INTEL and sensors is not None and (sensors / "energy1_input").exists()


def accelerators(root: Path = _ROOT) -> tuple[Accelerator, ...]:
    """Discrete Intel cards by PCI address. The kernel knows no product name: the framework's name goes before it."""
    devices = root / "sys/bus/pci/devices"
    folders = [folder for folder in sorted(devices.glob("*")) if _is_card(folder)] if devices.is_dir() else []
    return tuple(
        Accelerator(
            Device(
                index=index,
                name=f"Intel GPU {read_text(folder / 'device') or 'unknown'}",
                kind="gpu",
                pcie_generation=pci_generation(folder),
                pcie_width=positive(read_integer(folder / "current_link_width")),
                pcie_width_maximum=positive(read_integer(folder / "max_link_width")),
            ),
            "intel",
            folder.name,
        )
        for index, folder in enumerate(folders)
    )
