"""The workload must have the preset, and the judge must know the workload.

Why: What is not defined in code cannot be compared.

Fix: `bench workloads` lists what can be measured; update if the workload is newer than your copy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown
from bench.workloads import WORKLOADS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1


def check(context: Context) -> Iterator[Problem]:
    """Look up workload and preset of each run."""
    for view in context.runs:
        if view.workload is None:
            known = ", ".join(item.id for item in WORKLOADS)
            yield Problem(f"{view.pointer}/workload", f"be one of {known}", shown(view.run.workload))
        elif view.preset is None:
            known = ", ".join(preset.id for preset in view.workload.presets)
            yield Problem(f"{view.pointer}/preset", f"be one of {known}", shown(view.run.preset))
