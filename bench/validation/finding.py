"""A finding: one statement of the judge. Findings are values; only the command line prints them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final, Literal

Severity = Literal["error", "review", "note"]
SEVERITIES: Final[tuple[Severity, ...]] = ("error", "review", "note")
"""``error`` blocks, ``review`` asks a person to look, ``note`` informs."""

_SHOWN_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Problem:
    """What a rule says of one place in one file.

    Attributes:
        pointer: JSON pointer (RFC 6901) of the place, empty for the whole file.
        must: what is asked, to be read after "must".
        got: what was found.
        hint: the next step, a sentence; empty when the rule's own fix says it.
        severity: only where it differs from the rule's.
        line: line from 1, only where the rule knows it better than the pointer does.
    """

    pointer: str
    must: str
    got: str
    hint: str = ""
    severity: Severity | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem with the file and the rule it belongs to.

    Attributes:
        rule: id of the rule.
        severity: ``error``, ``review`` or ``note``.
        file: path as given, or as it stands below the repository.
        pointer: JSON pointer of the place, empty for the whole file.
        line: line from 1, None where the place is not in the file.
        must: what is asked, to be read after "must"; the allowed values or limits.
        got: what was found, shortened and printable.
        hint: the next step.
    """

    rule: str
    severity: Severity
    file: str
    pointer: str
    line: int | None
    must: str
    got: str
    hint: str


def printable(text: str, limit: int = _SHOWN_LENGTH) -> str:
    """A stranger's string made safe to print: controls, bidi marks and surrogates escaped, cut to ``limit``."""
    cut = text if len(text) <= limit else f"{text[:limit]}... ({len(text):,} characters)"
    return "".join(char if _plain(char) else f"\\u{ord(char):04x}" for char in cut)


def _plain(char: str) -> bool:
    return char == " " or unicodedata.category(char)[0] not in "CZ"


def shown(value: object) -> str:
    """A value as a finding shows it: strings in quotes and printable, numbers short."""
    if isinstance(value, str):
        return f'"{printable(value)}"'
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, int) and not isinstance(value, bool):
        return printable(f"{value:,}" if abs(value) < 10**18 else str(value)[:30])
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return printable(f"{type(value).__name__} of {len(value)} entries" if isinstance(value, (list, dict, tuple)) else str(value))
