"""Free text should be plain: markup is shown as it is typed, and links are not made.

Why: Every string is shown escaped. Markup in it is harmless, and rarely what its author wants.

Fix: Write plain sentences.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bench.validation.finding import Problem
from bench.validation.strings import free_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "note"
VERSION = 1
_MARKUP = re.compile(r"</?[a-z!][^>]{0,200}>|\[[^\]]{0,200}\]\([^)]{0,200}\)|javascript:|\{\{|\{%|&#?\w{1,10};", re.IGNORECASE)


def check(context: Context) -> Iterator[Problem]:
    """Search the texts that people write."""
    for place, text in free_texts(context):
        if _MARKUP.search(text):
            yield Problem(place, "be plain text", "something like markup")
