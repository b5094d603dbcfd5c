"""N devices should not be more than N times as fast as one of them in the same file.

Why: More than linear scaling at the same batch a device is a change of configuration or a wrong count.

Fix: Measure one device and all of them again, one after the other, on an idle machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context, RunView

SEVERITY = "review"
VERSION = 1
_SLACK = 1.10


def _setting(view: RunView) -> tuple[str, str, str, str]:
    run = view.run
    return run.workload, run.preset, run.precision, run.backend


def check(context: Context) -> Iterator[Problem]:
    """Compare each run on several devices with the one on a single device."""
    views = [view for view in context.complete_runs if view.run.summary]
    single = {_setting(view): view.run.summary.samples_per_second for view in views if view.device_count == 1 and view.run.summary}
    for view in views:
        base, count, summary = single.get(_setting(view)), view.device_count, view.run.summary
        if base is None or count == 1 or summary is None or base <= 0:
            continue
        factor, place = summary.samples_per_second / base, f"{view.pointer}/summary/samples_per_second"
        if factor > _SLACK * count:
            yield Problem(place, f"be at most {_SLACK * count:.1f} times the rate of one device", f"{factor:.2f} times")
        elif factor < 1:
            hint = "The result is accepted; the scaling is shown."
            yield Problem(place, "be faster than one device", f"{factor:.2f} times", hint, "note")
