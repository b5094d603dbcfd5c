"""An accuracy or share must be in [0, 1], not in percent.

Why: One unit in all files, so that no reader has to guess.

Fix: Divide by 100.
"""

from __future__ import annotations

SEVERITY = "error"
VERSION = 1


def check(_data: bytes) -> tuple[()]:
    """Nothing here: the reader reports under this id."""
    return ()
