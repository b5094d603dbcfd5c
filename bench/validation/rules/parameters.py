"""The number of trained weights must be that of the preset's model.

Why: Another number is another model, whatever its name.

Fix: Run the workload as it is in this version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1


def check(context: Context) -> Iterator[Problem]:
    """Compare with the workload's own formula."""
    for view in context.runs:
        if view.preset is None or view.workload is None:
            continue
        wanted = view.workload.parameters(view.preset)
        if view.run.settings.parameters != wanted:
            yield Problem(f"{view.pointer}/settings/parameters", f"be {wanted:,}", shown(view.run.settings.parameters))
