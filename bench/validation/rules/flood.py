"""One author should not add more than ten files of one day.

Why: A person with machines has a few; a program that fills the board has many.

Fix: Put several runs into one file, or say in the pull request what the files are.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.validation.digest import RunDigest

SEVERITY = "review"
VERSION = 1
_MOST = 10


def check(runs: Sequence[RunDigest]) -> Iterator[tuple[RunDigest, Problem]]:
    """Count the files of each author and day."""
    files: dict[tuple[str, str], dict[str, RunDigest]] = defaultdict(dict)
    for run in runs:
        if run.handle is not None:
            files[run.handle, run.created_at[:10]].setdefault(run.file, run)
    for members in files.values():
        if len(members) > _MOST:
            yield (
                next(iter(members.values())),
                Problem("/created_at", f"be one of at most {_MOST} files of its author and day", shown(len(members))),
            )
