"""A file must be strict JSON: UTF-8, no byte-order mark, no NaN or Infinity, no key twice, at most 16 levels deep.

Why: Readers disagree on all of these. A key that comes twice shows one value to a reviewer and another to the
site; NaN is no JSON, breaks every browser and slips through comparisons; deep nesting crashes parsers.

Fix: Submit the file as `bench run` wrote it; what was not measured is null.
"""

from __future__ import annotations

SEVERITY = "error"
VERSION = 1


def check(_data: bytes) -> tuple[()]:
    """Nothing here: the reader that runs between the rules on bytes and those on values reports under this id."""
    return ()
