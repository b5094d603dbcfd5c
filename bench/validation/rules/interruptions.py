"""An interrupted run should not have more interruptions than epochs can explain.

Why: A run loses at most one epoch a stop. One that was stopped again and again was perhaps stopped to cool, which
makes it faster than the same run in one go.

Fix: Run again in one go, or say in the pull request what stopped it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "review"
VERSION = 1
_MOST = 3


def check(context: Context) -> Iterator[Problem]:
    """Count the interruptions of each repeat."""
    for view in context.runs:
        for place, repeat in view.repeats():
            if len(repeat.interruptions) > _MOST:
                yield Problem(f"{place}/interruptions", f"have at most {_MOST} entries", shown(len(repeat.interruptions)))
