"""The accelerators of this machine: the framework's view joined with the vendor's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.machine import amd, apple, intel, nvidia
from bench.machine.accelerator import Accelerator
from bench.machine.framework import framework_devices

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.submission import Device

VENDORS: tuple[Callable[[], tuple[Accelerator, ...]], ...] = (
    nvidia.accelerators,
    amd.accelerators,
    apple.accelerators,
    intel.accelerators,
)
"""Readers in the order in which they are asked; the first that finds something is taken."""


def vendor_accelerators() -> tuple[Accelerator, ...]:
    """What the first vendor's own library with an answer says."""
    return next((found for reader in VENDORS if (found := reader())), ())


def joined(seen: list[Accelerator], known: tuple[Accelerator, ...]) -> tuple[Accelerator, ...]:
    """The framework's devices with the vendor's facts; where the two lists differ in length, the framework's alone."""
    if len(seen) != len(known):
        return tuple(seen)
    pairs = zip(seen, known, strict=True)
    return tuple(Accelerator(_merged(ours, theirs), theirs.vendor, theirs.identity) for ours, theirs in pairs)


def _merged(seen: Accelerator, known: Accelerator) -> Device:
    """The vendor's facts, and the framework's where the vendor has none.

    The name is the framework's on AMD and Intel, whose kernel drivers know families and numbers, not products.
    """
    own, theirs = seen.device.model_dump(), known.device.model_dump()
    named = known.vendor in ("amd", "intel") and not seen.device.name.startswith("gfx")
    missing = [key for key, value in theirs.items() if value is None] + (["name"] if named else [])
    return known.device.model_copy(update={key: own[key] for key in missing})


def accelerators(backend: str | None) -> tuple[Accelerator, ...]:
    """Accelerators that a run on this backend uses; empty on a machine, or with a framework, that has the CPU only."""
    seen = framework_devices(backend)
    if seen is None:
        return vendor_accelerators()
    return joined(seen, vendor_accelerators()) if seen else ()
