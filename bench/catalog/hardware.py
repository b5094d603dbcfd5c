"""One row of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

Kind = Literal["gpu", "cpu", "tpu"]


By = Literal["vendor", "copy", "provider", "press"]
"""Whose text was read: the vendor's own, somebody's copy of the vendor's document, a cloud provider's page, a report of an announcement."""

FIGURES = ("memory_bytes", "bandwidth_bytes_per_second", "tdp_watts", "launched", "cores", "boost_hertz")
"""Facts of a row beside its peaks, as ``facts`` names them; a peak goes by its precision."""

RATINGS = FIGURES[:3]
"""Facts that the judge and the guide compute with, beside the peaks."""


@dataclass(frozen=True)
class Source:
    """A document that states figures of a row.

    Attributes:
        title: of the document.
        url: the vendor's address of it, or of its section where the document has moved.
        by: whose text was read; ``vendor`` where none was.
        read: what was read for this catalogue, where it was; None: the figures are the vendor's as generally known, and
            wait for somebody to compare them.
    """

    title: str
    url: str
    by: By = "vendor"
    read: str | None = None

    @property
    def checked(self) -> bool:
        """Whether a text of the document was compared with the figures that name it."""
        return self.read is not None


@dataclass(frozen=True)
class Hardware:
    """An accelerator or a CPU, as one *device* of the driver: of a card with two dies, one die.

    Attributes:
        id: canonical and stable: folder of results, part of addresses.
        name: for people.
        vendor: lower case.
        kind: what a framework calls it.
        class_: ``data-centre``, ``workstation``, ``desktop``, ``laptop``, ``embedded``, ``server-cpu``, ``desktop-cpu`` or ``laptop-cpu``.
        family: id that the variants of one model share.
        memory_bytes: of one device; None for unified and main memory, whose size is the machine's.
        bandwidth_bytes_per_second: of its memory.
        peak_flops: FLOP/s by precision (``fp32``, ``tf32``, ``fp16``, ``bf16``): dense, with the tensor or matrix unit where it has one,
            accumulating in fp32 unless ``note`` says otherwise. A precision that is not there is not known, or has no fast path.
        tdp_watts: board power of the device; None where several devices share it.
        launched: ISO date, month or year.
        form_factor: ``pcie``, ``sxm2`` and so on; None where it makes no difference or is not known.
        aliases: names as drivers and people write them; the first is ``name``.
        facts: document of each figure that the row has, by the figure's name (``FIGURES``, or a precision).
        derived: precisions whose peak is computed here: from cores x 2 x boost clock, or by halving a figure with sparsity or of two dies.
        cores: lanes that each do one fused multiply-add a clock (GPU), or physical cores (CPU).
        boost_hertz: the vendor's boost clock.
        devices_per_card: devices that one card shows.
        note: what a reader must know of the figures.
    """

    id: str
    name: str
    vendor: str
    kind: Kind
    class_: str
    family: str
    memory_bytes: int | None
    bandwidth_bytes_per_second: int | None
    peak_flops: Mapping[str, int]
    tdp_watts: float | None
    launched: str | None
    form_factor: str | None
    aliases: tuple[str, ...]
    facts: Mapping[str, Source]
    derived: tuple[str, ...] = ()
    cores: int | None = None
    boost_hertz: int | None = None
    devices_per_card: int = 1
    note: str | None = None

    @property
    def cited(self) -> Mapping[Source, tuple[str, ...]]:
        """Documents and the figures that each of them states, those that were read first."""
        found: dict[Source, tuple[str, ...]] = {}
        for name, source in self.facts.items():
            found[source] = (*found.get(source, ()), name)
        return dict(sorted(found.items(), key=lambda item: not item[0].checked))

    @property
    def checked(self) -> bool:
        """Whether every rating (memory, bandwidth, power, peaks) was compared with a text of its document."""
        ratings = [self.facts[name] for name in self.facts if name in RATINGS or name in self.peak_flops]
        return bool(ratings) and all(source.checked for source in ratings)
