"""A result's file must be named `<yyyymmdd>-<handle>-<hash8>.json` after its day, its author and its content.

Why: The name is the identity of a result: it cannot clash, and a file whose content was changed later no longer
fits its name.

Fix: Use the `git mv` of the finding, or let `bench submit` write the file into its place.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from bench.strict_json import content_hash
from bench.validation.finding import Problem, printable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import PurePosixPath

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
NAME = re.compile(r"(?P<day>[0-9]{8})-(?P<handle>[a-z0-9](?:[a-z0-9]|-(?=[a-z0-9])){0,38})-(?P<hash>[0-9a-f]{8})\.json", re.ASCII)


def handle_of(name: PurePosixPath) -> str | None:
    """The author's handle in a file name, None where the name has no such form."""
    match = NAME.fullmatch(name.name)
    return match["handle"] if match else None


def check(context: Context) -> Iterator[Problem]:
    """Compare the three parts of the name with day and content."""
    if context.name is None:
        return
    match = NAME.fullmatch(context.name.name)
    day, digest = context.submission.created_at[:10].replace("-", ""), content_hash(context.data)
    if match and match["day"] == day and match["hash"] == digest:
        return
    right = f"{day}-{match['handle'] if match else 'YOUR-HANDLE'}-{digest}.json"
    old, folder = (shlex.quote(printable(str(path), 200)) for path in (context.name, context.name.parent))
    move = f"In submissions: git mv {old} {folder}/{right}"
    hint = move if match else f"Name it {right}."
    yield Problem("", f"be named {right}", printable(context.name.name), hint)
