"""Free text should hold no links.

Why: A public board draws advertisements; a person should see a link before it is published.

Fix: Leave the link out, or say in the pull request what it is for.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bench.validation.finding import Problem
from bench.validation.strings import free_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "review"
VERSION = 1
_LINK = re.compile(r"\w{2,12}://|\bwww\.|(?<![@\w.-])[\w-]{2,63}\.(?:com|net|org|io|ai|dev|xyz|info|ru|cn|shop|club)\b", re.IGNORECASE)


def check(context: Context) -> Iterator[Problem]:
    """Search the texts that people write."""
    for place, text in free_texts(context):
        match = _LINK.search(text)
        if match:
            yield Problem(place, "hold no link", f"one at character {match.start() + 1}")
