"""Apple silicon by ``ioreg``, the one source that asks for no administrator. Power and temperature are not in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bench.machine.reading import output_of
from bench.telemetry.interface import Sample, SeriesName

if TYPE_CHECKING:
    from bench.machine.accelerator import Accelerator

_COMMAND = ("ioreg", "-r", "-d", "1", "-w", "0", "-c", "IOAccelerator")
_FIELDS: tuple[tuple[SeriesName, str, float], ...] = (
    ("utilization_share", r'"Device Utilization %"=(\d+)', 1e-2),
    ("memory_bytes", r'"In use system memory"=(\d+)', 1),
)


def parsed(text: str) -> dict[SeriesName, float]:
    """Readings in ``PerformanceStatistics`` of the first accelerator."""
    found = [(name, re.search(pattern, text), scale) for name, pattern, scale in _FIELDS]
    return {name: int(match.group(1)) * scale for name, match, scale in found if match}


class AppleProbe:
    """The graphics processor."""

    def __init__(self, device: int) -> None:
        self.device: int | None = device

    def sample(self) -> Sample:
        """Look now."""
        return Sample(parsed(output_of(_COMMAND, timeout_seconds=2.0) or ""))


def apple_probe(found: Accelerator) -> AppleProbe:
    """The probe of the graphics processor."""
    return AppleProbe(found.device.index)
