"""The hardware should be one that the catalogue knows.

Why: Physical limits, prices and the right page come from the catalogue. An unknown card is accepted and shown
under its own name, but its speed cannot be checked against its data sheet.

Fix: Nothing for you to do. If the finding names a card that is yours, propose the name of your device as its alias.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.context import nearest
from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "note"
VERSION = 1


def check(context: Context) -> Iterator[Problem]:
    """Look the id up; name the nearest ones."""
    if context.hardware is not None:
        return
    system = context.submission.system
    near = nearest(system.hardware_name)
    hint = f"Near it: {', '.join(near)}. If one is yours, propose the alias; if not, propose the card with its data sheet." if near else ""
    yield Problem("/system/hardware_id", "be an id of the catalogue", shown(system.hardware_id), hint)
