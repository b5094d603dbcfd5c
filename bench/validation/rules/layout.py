"""A file should have the line ends that `bench run` writes: a line feed, also after the last line.

Why: A file that was opened and saved elsewhere differs from the one that was hashed, and every later change
then shows up as a change of the whole file.

Fix: Run `bench validate --fix FILE`, which writes the same value in the project's layout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

SEVERITY = "note"
VERSION = 1


def check(data: bytes) -> Iterator[Problem]:
    """Look for carriage returns and for the last line feed."""
    if b"\r" in data:
        yield Problem("", "end its lines with a line feed alone", "carriage returns")
    elif data.strip() and not data.endswith(b"\n"):
        yield Problem("", "end with a line feed", "no line feed at the end")
