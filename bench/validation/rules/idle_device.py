"""A GPU should be at work during its run.

Why: A run whose device idles ran somewhere else, or waited for its data; the figure is not the card's.

Fix: `bench doctor` shows which device the framework uses.
"""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "review"
VERSION = 1
_LEAST_SHARE = 0.05
_SHORT_SECONDS = 10.0


def check(context: Context) -> Iterator[Problem]:
    """Look at the mean utilisation of each device used."""
    for view in context.complete_runs:
        if not view.on_accelerator or view.train_seconds < _SHORT_SECONDS:
            continue
        for index, series in enumerate(view.run.telemetry):
            if series.name != "utilization_share" or series.device not in view.run.device_indices or not series.mean:
                continue
            if fmean(series.mean) < _LEAST_SHARE:
                place = f"{view.pointer}/telemetry/{index}/mean"
                yield Problem(place, f"be at least {_LEAST_SHARE:.0%} busy", f"{fmean(series.mean):.1%}")
