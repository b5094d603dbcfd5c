"""A file should be written within a week of its last run.

Why: A submission is one machine on one day; a figure that lay about may belong to another state of the machine.

Fix: Say in the pull request why it took longer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.context import seconds_between
from bench.validation.finding import Problem
from bench.validation.rules.future import in_future

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "review"
VERSION = 1
_DAYS = 7
_DAY_SECONDS = 86_400


def check(context: Context) -> Iterator[Problem]:
    """Compare created_at with the last end."""
    created = context.submission.created_at
    ends = [repeat.ended_at for view in context.runs for repeat in view.run.repeats]
    if not ends or in_future(created, context.today):
        return
    gap = seconds_between(max(ends), created)
    if gap is not None and gap > _DAYS * _DAY_SECONDS:
        yield Problem("/created_at", f"be at most {_DAYS} days after the last run, {max(ends)}", created)
