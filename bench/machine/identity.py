"""The canonical hardware id: from the catalogue, else a plain ``unlisted`` one, never a guess."""

from __future__ import annotations

import re

from bench.machine.nvidia import mig_profile

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


def hardware(name: str, memory_bytes: int | None) -> tuple[str, str]:
    """Canonical id and name. A MIG slice is never the whole card: it gets an id of its own."""
    try:
        from bench.catalog import lookup
    except ImportError:  # until the catalogue stands
        return unlisted_id(name, memory_bytes), name

    found = None if mig_profile(name) else lookup(name, memory_bytes)
    return (found.id, found.name) if found else (unlisted_id(name, memory_bytes), name)
