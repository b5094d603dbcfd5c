"""An added file must be a plain file.

Why: A link shows another file's content to whoever opens it, a submodule brings another repository, an executable
file waits to be run.

Fix: Add the file itself, without the executable bit (`chmod -x FILE`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.change import Change

SEVERITY = "error"
VERSION = 1
_PLAIN = "100644"
_WORDS = {"120000": "a symbolic link", "160000": "a submodule", "100755": "an executable file"}


def check(change: Change) -> Iterator[tuple[str, Problem]]:
    """Look at the mode that git stores."""
    for entry in change.data:
        if entry.status != "D" and entry.mode != _PLAIN:
            yield entry.path, Problem("", "be a plain file", _WORDS.get(entry.mode, f"mode {entry.mode}"))
