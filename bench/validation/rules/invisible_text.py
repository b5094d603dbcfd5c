"""Free text must be visible: no control, bidi or zero-width characters.

Why: They show one thing to a reviewer and another to a reader, or hide words from both.

Fix: Type the text again instead of copying it.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from bench.validation.finding import Problem
from bench.validation.strings import free_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_ALLOWED = "\n"
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u00ad\u034f\u180b\u180c\u180d")
_MOST_MARKS = 3


def _first_bad(text: str) -> str | None:
    """The first character that is not to be seen, or that is piled upon others."""
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if (category in _INVISIBLE and char not in _ALLOWED) or char in _FILLERS or marks > _MOST_MARKS:
            return char
    return None


def check(context: Context) -> Iterator[Problem]:
    """Look at every character of the texts that people write."""
    for place, text in free_texts(context):
        bad = _first_bad(text)
        if bad is not None:
            name = unicodedata.name(bad, "no name")
            yield Problem(place, "hold visible characters and line feeds alone", f"U+{ord(bad):04X} ({name})")
