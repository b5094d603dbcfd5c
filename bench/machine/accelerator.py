"""What every vendor's reader finds: a device of the contract, and how to find it again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.submission import Device


@dataclass(frozen=True)
class Accelerator:
    """One accelerator.

    Attributes:
        device: what the contract says of it.
        vendor: ``nvidia``, ``amd``, ``intel``, ``apple`` or ``google``.
        identity: UUID or PCI address by which telemetry finds it again. It stays on this machine.
    """

    device: Device
    vendor: str
    identity: str | None = field(default=None, repr=False)
