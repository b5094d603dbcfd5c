"""An object must have only keys of the contract.

Why: A key that nobody reads is a typing error, a value that its author thinks counts, or a place to hide things.

Fix: Remove the key, or use the nearest key of the contract that the finding names.
"""

from __future__ import annotations

SEVERITY = "error"
VERSION = 1


def check(_data: bytes) -> tuple[()]:
    """Nothing here: the reader reports under this id."""
    return ()
