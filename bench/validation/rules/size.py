"""A file must be between 1 byte and 64 KiB long.

Why: A submission is read by people and kept for ever; a larger one holds something that does not belong in it,
and `bench run` thins its telemetry so that every run fits.

Fix: Submit the file as `bench run` wrote it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.submission import MAXIMUM_BYTES
from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

SEVERITY = "error"
VERSION = 1


def check(data: bytes) -> Iterator[Problem]:
    """Look at the length alone."""
    if not data.strip():
        yield Problem("", "hold a submission", "an empty file")
    elif len(data) > MAXIMUM_BYTES:
        yield Problem("", f"be at most {MAXIMUM_BYTES:,} bytes long", f"{len(data):,} bytes or more")
