"""The software list should name Python and the framework of each run.

Why: A figure without the versions that made it cannot be repeated or explained.

Fix: Submit the file as `bench run` wrote it; it lists what is installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "review"
VERSION = 1


def check(context: Context) -> Iterator[Problem]:
    """Look for names that begin with each wanted one (``tensorflow-cpu`` counts as ``tensorflow``)."""
    names = [package.name for package in context.submission.system.software]
    wanted = {"python", *(view.run.backend for view in context.runs)}
    missing = sorted(want for want in wanted if not any(name.startswith(want) for name in names))
    if missing:
        yield Problem("/system/software", f"name {', '.join(missing)}", shown(", ".join(names)))
