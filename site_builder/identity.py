"""Who a device is for the reader: the catalogue's row, or what the file says where the catalogue knows nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from bench.catalog import HARDWARE, lookup

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bench.catalog import Hardware
    from bench.submission import System

UNLISTED = "unlisted"

HARDWARE_COLUMNS = (
    "hardware_id", "hardware", "vendor", "kind", "hardware_class", "memory_bytes", "bandwidth_bytes_per_second",
    "tdp_watts", "launched", "form_factor", "fp32_flops", "tf32_flops", "fp16_flops", "bf16_flops", "listed",
)  # fmt: skip
"""Peaks are dense and in FLOP/s. ``listed`` is false for hardware that the catalogue does not know."""


class Identity(NamedTuple):
    """What the pages call a device."""

    id: str
    name: str
    vendor: str
    hardware_class: str
    memory_bytes: int | None
    listed: bool


def _known(system: System) -> Hardware | None:
    """The catalogue's row by id, or, for a file older than the row, by the name that the machine printed."""
    device = system.devices[0]
    return HARDWARE.get(system.hardware_id) or lookup(device.name, device.memory_bytes if device.kind != "cpu" else None)


def identity(system: System) -> Identity:
    """The catalogue's words for a system's hardware; its own name and class ``unlisted`` where there are none."""
    known = _known(system)
    if known is None:
        return Identity(system.hardware_id, system.hardware_name, UNLISTED, UNLISTED, system.devices[0].memory_bytes, listed=False)
    return Identity(known.id, known.name, known.vendor, known.class_, known.memory_bytes, listed=True)


def _listed(item: Hardware) -> dict[str, Any]:
    peaks = {f"{precision}_flops": item.peak_flops.get(precision) for precision in ("fp32", "tf32", "fp16", "bf16")}
    return {
        "hardware_id": item.id, "hardware": item.name, "vendor": item.vendor, "kind": item.kind, "hardware_class": item.class_,
        "memory_bytes": item.memory_bytes, "bandwidth_bytes_per_second": item.bandwidth_bytes_per_second,
        "tdp_watts": item.tdp_watts, "launched": item.launched, "form_factor": item.form_factor, "listed": True, **peaks,
    }  # fmt: skip


def _unlisted(system: System) -> dict[str, Any]:
    own = identity(system)
    return {
        "hardware_id": system.hardware_id, "hardware": own.name, "vendor": UNLISTED, "kind": system.devices[0].kind,
        "hardware_class": UNLISTED, "memory_bytes": own.memory_bytes, "listed": False,
    }  # fmt: skip


def hardware_frame(systems: Iterable[System]) -> pd.DataFrame:
    """One row per hardware of the catalogue and of the given systems, by id."""
    found = {system.hardware_id: _unlisted(system) for system in systems if _known(system) is None}
    found |= {item.id: _listed(item) for item in HARDWARE.values()}
    numbers = [name for name in HARDWARE_COLUMNS if name.endswith(("_bytes", "_second", "_watts", "_flops"))]
    made = pd.DataFrame([found[key] for key in sorted(found)], columns=list(HARDWARE_COLUMNS))
    return made.astype(dict.fromkeys(numbers, "float64"))
