"""No string may hold what identifies a person or a machine: mail address, home folder, host name, network address, serial.

Why: Everything in a submission is public for ever.

Fix: Remove it. `bench run` never writes such a string on its own; if it did, please report it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bench.validation.finding import Problem
from bench.validation.strings import free_texts, names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_ANYWHERE = (
    ("a mail address", re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")),
    ("a home folder", re.compile(r"(?:/home/|/Users/|/root/|[A-Za-z]:\\Users\\|~/)[\w.-]*|%USERPROFILE%|\$HOME", re.IGNORECASE)),
    ("a hardware address", re.compile(r"\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b", re.IGNORECASE)),
    ("a UUID", re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.IGNORECASE)),
    (
        "a host name",
        re.compile(
            r"\b(?:ip-\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}|[\w-]{1,63}\.(?:local|lan|internal|intranet|corp|home\.arpa))\b", re.IGNORECASE
        ),
    ),
    ("a serial number", re.compile(r"\b(?:serial|s/n)\b\W{0,3}(?:number|no)?\W{0,3}[A-Z0-9-]{6,}", re.IGNORECASE)),
)
_FREE_TEXT = (
    (
        "a network address",
        re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])|\b(?:[0-9a-f]{1,4}:){4,7}[0-9a-f]{1,4}\b", re.IGNORECASE),
    ),
)


def check(context: Context) -> Iterator[Problem]:
    """Search all strings; say what kind was found, but not repeat it."""
    machine, people = list(names(context)), list(free_texts(context))
    everything = "\n".join(text for _, text in (*machine, *people))
    if not any(pattern.search(everything) for _, pattern in _ANYWHERE + (_FREE_TEXT if people else ())):
        return
    for place, text in machine:
        yield from _search(place, text, _ANYWHERE)
    for place, text in people:
        yield from _search(place, text, _ANYWHERE + _FREE_TEXT)


def _search(place: str, text: str, patterns: tuple[tuple[str, re.Pattern[str]], ...]) -> Iterator[Problem]:
    for kind, pattern in patterns:
        match = pattern.search(text)
        if match:
            yield Problem(place, f"not hold {kind}", f"{kind} at character {match.start() + 1}, not repeated here")
            return
