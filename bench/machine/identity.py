"""The canonical hardware id: from the catalogue, else a plain ``unlisted`` one, never a guess."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bench.catalog import lookup

if TYPE_CHECKING:
    from bench.submission import Device

_LONGEST = 64
_MARKS = re.compile(r"\((?:r|tm|c)\)|\bcpu\b|\bwith .*graphics\b", re.IGNORECASE)
_GIB = 1 << 30


def unlisted_id(name: str, memory_bytes: int | None) -> str:
    """An id of a device that the catalogue does not know, with its memory where the name does not say it."""
    memory = f" {round(memory_bytes / _GIB)}gb" if memory_bytes and not re.search(r"\d+ ?gb", name, re.IGNORECASE) else ""
    words = re.sub(r"[^a-z0-9.]+", "-", _MARKS.sub(" ", f"{name}{memory}").lower())
    plain = re.sub(r"(?<![a-z0-9])\.|\.(?![a-z0-9])", "-", words)
    joined = re.sub(r"-+", "-", f"unlisted-{plain}")[:_LONGEST]
    return joined.strip("-.")


def hardware(device: Device) -> tuple[str, str]:
    """Canonical id and name of a device.

    A MIG slice is never the whole card, and a processor is never the graphics part of the same chip: what the
    catalogue does not know as this kind of device gets an id of its own.
    """
    memory = device.memory_bytes if device.kind != "cpu" else None
    found = None if device.mig_profile else lookup(device.name, memory)
    known = found is not None and found.kind == device.kind
    return (found.id, found.name) if found and known else (unlisted_id(device.name, memory), device.name)
