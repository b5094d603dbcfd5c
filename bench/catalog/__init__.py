"""Hardware facts: canonical ids, the names they go by, and the vendors' figures, each with its source."""

from __future__ import annotations

from bench.catalog.hardware import Hardware, Source
from bench.catalog.loading import read_catalogue
from bench.catalog.naming import Names, key

HARDWARE: dict[str, Hardware] = read_catalogue()
"""Every row of the catalogue by its id."""

_NAMES = Names(HARDWARE.values())

__all__ = ["HARDWARE", "Hardware", "Source", "candidates", "key", "lookup", "suggest"]


def candidates(raw_name: str, memory_bytes: int | None = None) -> tuple[Hardware, ...]:
    """All rows that go by a name; with a memory size, those whose memory agrees with it.

    Args:
        raw_name: as a driver or a person wrote it.
        memory_bytes: of one device, as measured; None where it is not known.
    """
    return _NAMES.candidates(raw_name, memory_bytes)


def lookup(raw_name: str, memory_bytes: int | None = None) -> Hardware | None:
    """The one row that a name means; None for an unknown name and for one that several rows share.

    A name is compared letter by letter, but for case, spaces, punctuation, trademark signs and the vendor. Nothing is
    guessed: a slice of a card, a card of another memory size and a name that merely looks alike are unknown.

    Args:
        raw_name: as a driver or a person wrote it.
        memory_bytes: of one device, as measured; tells the variants of one name apart.
    """
    found = candidates(raw_name, memory_bytes)
    return found[0] if len(found) == 1 else None


def suggest(raw_name: str, count: int = 5) -> list[str]:
    """Ids whose names are near a name, nearest first: for a person to choose from, never to be taken as the answer."""
    return _NAMES.suggest(raw_name, count)
