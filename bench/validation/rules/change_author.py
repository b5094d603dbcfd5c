"""All results of a change must carry one handle: that of whoever opens the pull request.

Why: The handle in the file name says who stands for the figure.

Fix: Let `bench submit` name the file with your handle, and send results of others as their own pull requests.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from bench.validation.finding import Problem, printable
from bench.validation.rules.file_name import handle_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.change import Change

SEVERITY = "error"
VERSION = 1


def check(change: Change) -> Iterator[tuple[str, Problem]]:
    """Compare the handles in the names with one another and with the author, where the workflow says who that is."""
    found = [(entry.path, handle_of(PurePosixPath(entry.path))) for entry in change.added_results]
    named = [(path, handle) for path, handle in found if handle is not None]
    for path, handle in named:
        wanted = change.author or named[0][1]
        if handle != wanted:
            yield path, Problem("", f"carry the handle {printable(wanted)}", str(handle))
