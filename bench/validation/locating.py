"""Where in the text a JSON pointer stands. Runs only when there is a finding to place."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+|"', re.DOTALL)
_CONSTANTS = frozenset({"NaN", "Infinity", "-Infinity"})
_DEEPEST = 24
"""Deeper text is refused anyway; walking it would cost the square of its depth."""


@dataclass(slots=True)
class _Level:
    """One open object or array while walking; ``prefix`` is its own pointer."""

    mapping: bool
    prefix: str
    index: int = 0
    key: str | None = None
    keys: set[str] = field(default_factory=set)

    def pointer(self) -> str:
        """Pointer of the value that is being read."""
        return f"{self.prefix}/{escape(self.key or '') if self.mapping else self.index}"


@dataclass
class Places:
    """What one walk over a text found.

    Attributes:
        lines: line of each pointer, from 1; the first one of a key that comes twice.
        duplicate: pointer and line of the first key that comes twice in its object.
        constant: pointer and line of the first NaN or Infinity.
    """

    lines: dict[str, int] = field(default_factory=dict)
    duplicate: tuple[str, int] | None = None
    constant: tuple[str, int] | None = None


def escape(key: str) -> str:
    """A key as a part of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def pointer(parts: tuple[str | int, ...]) -> str:
    """A JSON pointer from keys and indices."""
    return "".join(f"/{escape(str(part))}" for part in parts)


def _take_key(places: Places, level: _Level, mark: str, line: int) -> None:
    level.key = mark[1:-1]
    if level.key in level.keys and places.duplicate is None:
        places.duplicate = (level.pointer(), line)
    level.keys.add(level.key)


def _take_value(places: Places, stack: list[_Level], mark: str, line: int) -> None:
    place = stack[-1].pointer() if stack else ""
    places.lines.setdefault(place, line)
    if mark in _CONSTANTS and places.constant is None:
        places.constant = (place, line)
    if mark in "[{":
        stack.append(_Level(mark == "{", place))


def _step(places: Places, stack: list[_Level], mark: str, line: int) -> None:
    level = stack[-1] if stack else None
    if mark in "]}":
        if stack:
            stack.pop()
    elif mark == ",":
        if level:
            level.index, level.key = level.index + 1, None
    elif mark == ":":
        return
    elif level and level.mapping and level.key is None:
        _take_key(places, level, mark, line)
    else:
        _take_value(places, stack, mark, line)


def walk(data: bytes) -> Places:
    """Find the line of every value; malformed text is walked as far as it makes sense."""
    text = data.decode("utf-8", errors="replace")
    stack: list[_Level] = []
    places, line, end = Places(), 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", end, match.start())
        end = match.start()
        _step(places, stack, match.group(), line)
        if len(stack) > _DEEPEST:
            break
    return places
