"""What is known of hardware on paper: every figure with the number of the document that states it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from site_builder.rendering import DASH, scaled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bench.catalog import Hardware, Source
    from bench.catalog.hardware import By

_FIGURES: Final = (
    ("Memory", "memory_bytes", "B"),
    ("Memory bandwidth", "bandwidth_bytes_per_second", "B/s"),
    ("Peak fp32", "fp32", "FLOP/s"),
    ("Peak tf32", "tf32", "FLOP/s"),
    ("Peak fp16", "fp16", "FLOP/s"),
    ("Peak bf16", "bf16", "FLOP/s"),
    ("Power limit", "tdp_watts", "W"),
    ("Boost clock", "boost_hertz", "Hz"),
    ("Cores", "cores", ""),
    ("Launched", "launched", ""),
)
_DERIVED = "computed: halved from a figure with sparsity or of two dies, or cores x 2 x clock"

READ_FROM: Final[Mapping[By, str]] = {
    "vendor": "the vendor's own text",
    "copy": "somebody's copy of the vendor's document",
    "provider": "a cloud provider's page",
    "press": "a report of the announcement",
}
"""Whose text was read, in words."""


class Figure(NamedTuple):
    """One line of the table: the figure in words, the number of its document, and what was computed."""

    label: str
    value: str
    document: int | None
    checked: bool
    note: str


def _value(facts: Hardware, name: str, unit: str) -> str:
    known: Any = facts.peak_flops.get(name) if unit == "FLOP/s" else getattr(facts, name)
    if known is None:
        return DASH
    return scaled(known, unit) if unit else f"{known:,}" if name == "cores" else str(known)


def figures(facts: Hardware) -> list[Figure]:
    """All figures of a row in the order of the table; a dash where there is none."""
    numbers = {source: number for number, source in enumerate(facts.cited, 1)}
    found = []
    for label, name, unit in _FIGURES:
        source: Source | None = facts.facts.get(name)
        note = _DERIVED if name in facts.derived else ""
        found.append(Figure(label, _value(facts, name, unit), numbers[source] if source else None, bool(source and source.checked), note))
    return found
