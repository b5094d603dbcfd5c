"""A file's path must be made of plain characters and be one path on every system.

Why: A name with a line feed or a bidi mark forges the output of tools; two names that differ in case are one file on
Windows and macOS, where nobody could check the repository out.

Fix: Use the name that `bench submit` makes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bench.validation.finding import Problem, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.change import Change

SEVERITY = "error"
VERSION = 1
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
_LONGEST = 200


def _fault(path: str) -> str | None:
    parts = path.split("/")
    if len(path) > _LONGEST:
        return f"{len(path)} characters"
    bad = next((part for part in parts if not _PLAIN.fullmatch(part) or _RESERVED.fullmatch(part) or part.endswith(".")), None)
    return None if bad is None else f'"{printable(bad)}"'


def check(change: Change) -> Iterator[tuple[str, Problem]]:
    """Look at every part of each added path, and for paths that differ in case alone."""
    seen: dict[str, list[str]] = {}
    for path in change.tracked:
        seen.setdefault(path.casefold(), []).append(path)
    for entry in change.data:
        if entry.status == "D":
            continue
        fault = _fault(entry.path)
        if fault:
            yield entry.path, Problem("", f"be at most {_LONGEST} letters, digits, points, hyphens and underscores", fault)
        twin = next((path for path in seen.get(entry.path.casefold(), ()) if path != entry.path), None)
        if twin:
            yield entry.path, Problem("", "differ from every other path in more than case", printable(twin, 200))
