"""Reads the catalogue's data files: one list of rows per vendor and kind."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from bench.catalog.hardware import FIGURES, Hardware, Kind, Source

if TYPE_CHECKING:
    from collections.abc import Iterator


def _sources(documents: dict[str, dict[str, Any]]) -> dict[str, Source]:
    return {name: Source(**document) for name, document in documents.items()}


def stated_facts(row: dict[str, Any], documents: dict[str, Source]) -> dict[str, Source]:
    """Document of each figure: the one that it was compared with, else the row's, as of a text that nobody read.

    Args:
        row: of a data file.
        documents: of the same file, by key.

    Raises:
        ValueError: when the row claims to have checked a figure that it does not state.
    """
    stated = [name for name in FIGURES if row[name] is not None] + list(row["peak_flops"])
    if unknown := set(row["checked"]) - set(stated):
        raise ValueError(f"{row['id']}: checked names {', '.join(sorted(unknown))}, which the row does not state")
    unread = replace(documents[row["source"]], by="vendor", read=None)
    return {name: documents[row["checked"][name]] if name in row["checked"] else unread for name in stated}


def _hardware(row: dict[str, Any], vendor: str, kind: Kind, documents: dict[str, Source]) -> Hardware:
    facts = {name: row[name] for name in _PLAIN}
    return Hardware(
        vendor=vendor,
        kind=kind,
        class_=row["class"],
        peak_flops=MappingProxyType(row["peak_flops"]),
        aliases=tuple(row["aliases"]),
        derived=tuple(row["derived"]),
        facts=MappingProxyType(stated_facts(row, documents)),
        **facts,
    )


_PLAIN = (
    "id", "name", "family", "memory_bytes", "bandwidth_bytes_per_second", "tdp_watts", "launched", "form_factor", "cores", "boost_hertz",
    "devices_per_card", "note",
)  # fmt: skip


def _rows() -> Iterator[Hardware]:
    folder = files("bench.catalog") / "data"
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.name.endswith(".json"):
            data = json.loads(entry.read_text(encoding="utf-8"))
            documents = _sources(data["documents"])
            for row in data["hardware"]:
                yield _hardware(row, data["vendor"], cast("Kind", data["kind"]), documents)


def read_catalogue() -> dict[str, Hardware]:
    """All rows by id, in the order of the ids.

    Raises:
        ValueError: when two rows have one id, or a row claims to have checked a figure that it does not state.
    """
    found: dict[str, Hardware] = {}
    for row in _rows():
        if row.id in found:
            raise ValueError(f"the catalogue has the id {row.id} twice")
        found[row.id] = row
    return dict(sorted(found.items()))
