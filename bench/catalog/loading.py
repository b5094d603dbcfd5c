"""Reads the catalogue's data files: one list of rows per vendor and kind."""

from __future__ import annotations

import json
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from bench.catalog.hardware import Hardware, Kind, Source

if TYPE_CHECKING:
    from collections.abc import Iterator


def _source(row: dict[str, Any], documents: dict[str, dict[str, str]]) -> Source:
    document = documents[row["source"]]
    return Source(document["title"], document["url"], row["checked"], row.get("quote"))


def _hardware(row: dict[str, Any], vendor: str, kind: Kind, documents: dict[str, dict[str, str]]) -> Hardware:
    facts = {name: row[name] for name in _PLAIN}
    return Hardware(
        vendor=vendor,
        kind=kind,
        class_=row["class"],
        peak_flops=MappingProxyType(row["peak_flops"]),
        aliases=tuple(row["aliases"]),
        derived=tuple(row["derived"]),
        sources=(_source(row, documents),),
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
            for row in data["hardware"]:
                yield _hardware(row, data["vendor"], cast("Kind", data["kind"]), data["documents"])


def read_catalogue() -> dict[str, Hardware]:
    """All rows by id, in the order of the ids.

    Raises:
        ValueError: when two rows have one id.
    """
    found: dict[str, Hardware] = {}
    for row in _rows():
        if row.id in found:
            raise ValueError(f"the catalogue has the id {row.id} twice")
        found[row.id] = row
    return dict(sorted(found.items()))
