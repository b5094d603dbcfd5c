"""A result must stand in the folder of its hardware: `submissions/results/<hardware-id>/`.

Why: The folder is what reviewers and history see; it must not say something else than the file.

Fix: Use the `git mv` of the finding, or let `bench submit` write the file into its place.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from bench.validation.finding import Problem, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1


def check(context: Context) -> Iterator[Problem]:
    """Compare the folder with ``hardware_id``."""
    name, hardware_id = context.name, context.submission.system.hardware_id
    if name is None or name.parts[:-1] == ("results", hardware_id):
        return
    place = f"results/{hardware_id}/"
    move = f"In submissions: mkdir -p {place} && git mv {shlex.quote(printable(str(name), 200))} {place}"
    yield Problem("/system/hardware_id", f"stand in {place}", printable(str(name.parent)), move)
