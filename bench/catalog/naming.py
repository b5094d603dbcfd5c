"""From a name to rows: exact on normalised aliases; the string distance only suggests."""

from __future__ import annotations

import re
from collections import defaultdict
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bench.catalog.hardware import Hardware

LEAST_MEMORY_SHARE, MOST_MEMORY_SHARE = 0.88, 1.03
"""Error correction and drivers take up to an eighth of a card's memory; rounding adds a little."""

_LONGEST_NAME = 128
_NEAR = 0.55
_GIB = 1 << 30
_TRADEMARKS = re.compile(r"\((?:r|tm|c)\)|[®™©]", re.IGNORECASE)
_VENDORS = re.compile(r"^(?:nvidia|amd|intel|google)\b(?: corporation\b)?")
_CPU_WORDS = re.compile(r"\bcpu\b|\b(?:\d+|quad|six|eight|twelve|sixteen)-core processor\b|\bprocessor$|\bw(?:ith|/) radeon .*$")
_SEPARATORS = re.compile(r"[^a-z0-9.+]+")


def key(raw_name: str) -> str:
    """A name without what drivers and people write differently: case, spaces, punctuation, trademark signs, the vendor.

    Args:
        raw_name: any string; what is beyond 128 characters is not looked at.
    """
    text = _TRADEMARKS.sub(" ", raw_name[:_LONGEST_NAME]).casefold().strip()
    text = _CPU_WORDS.sub(" ", _VENDORS.sub("", text).strip())
    return _SEPARATORS.sub("", text).strip(".+")


def _agrees(item: Hardware, memory_bytes: int | None) -> bool:
    if memory_bytes is None or item.memory_bytes is None:
        return True
    return LEAST_MEMORY_SHARE * item.memory_bytes <= memory_bytes <= MOST_MEMORY_SHARE * item.memory_bytes


def _words(raw_name: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z]+|\d+", raw_name[:_LONGEST_NAME].casefold())) - {"nvidia", "amd", "intel", "gpu", "r", "tm"}


def _keys(row: Hardware) -> Iterator[str]:
    """Keys of a row: its id and its aliases, these also with the memory behind them, as price lists write them."""
    yield key(row.id)
    for alias in row.aliases:
        yield key(alias)
        if row.memory_bytes and row.kind == "gpu":
            yield key(f"{alias} {round(row.memory_bytes / _GIB)}GB")


class Names:
    """All names of the catalogue."""

    def __init__(self, rows: Iterable[Hardware]) -> None:
        known = tuple(rows)
        self._by_key: dict[str, list[Hardware]] = defaultdict(list)
        for row in known:
            for name in dict.fromkeys(_keys(row)):
                self._by_key[name].append(row)
        self._spoken = [(row.id, key(alias), _words(alias)) for row in known for alias in row.aliases]

    def candidates(self, raw_name: str, memory_bytes: int | None) -> tuple[Hardware, ...]:
        """Rows that go by the name and whose memory does not contradict."""
        return tuple(row for row in self._by_key.get(key(raw_name), ()) if _agrees(row, memory_bytes))

    def _nearness(self, wanted: str, wanted_words: frozenset[str], name: str, words: frozenset[str]) -> float:
        """0 to 1: the mean of the likeness of the letters in order and the share of words in common."""
        letters = SequenceMatcher(None, wanted, name, autojunk=False).ratio()
        common = len(wanted_words & words) / max(1, len(wanted_words | words))
        return (letters + common) / 2

    def suggest(self, raw_name: str, count: int) -> list[str]:
        """Ids of the nearest names."""
        wanted, wanted_words = key(raw_name), _words(raw_name)
        best: dict[str, float] = {}
        for hardware_id, name, words in self._spoken:
            best[hardware_id] = max(best.get(hardware_id, 0.0), self._nearness(wanted, wanted_words, name, words))
        near = sorted((-value, hardware_id) for hardware_id, value in best.items() if value >= _NEAR)
        return [hardware_id for _, hardware_id in near[:count]]
