"""The arithmetic of a run should not exceed the peak of its hardware at its precision.

Why: Floating-point operations of one sample x samples per second cannot exceed the data sheet's dense peak x number
of devices. A cool or raised clock can pass it by a little, so just above asks a person; twice the peak blocks.

Fix: Check that the hardware id names your card. If your card is faster than its data sheet, appeal in the pull request
with its clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context
    from bench.validation.finding import Severity

SEVERITY = "review"
VERSION = 1
_IMPOSSIBLE = 2.0


def check(context: Context) -> Iterator[Problem]:
    """Compare the fastest repeat with the peak."""
    known = context.hardware
    for view in context.complete_runs:
        if known is None or view.workload is None or view.preset is None or not view.rates:
            continue
        peak = known.peak_flops.get(view.run.precision)
        work = view.workload.flops_per_sample(view.preset)
        if peak is None and work > 0:
            hint = "The result is accepted; its speed cannot be checked against a data sheet."
            yield Problem(f"{view.pointer}/precision", f"have a known peak on {known.name}", view.run.precision, hint, "note")
        elif peak:
            share = max(view.rates) * work / (peak * view.device_count)
            if share > 1:
                must = f"need at most {peak * view.device_count / 1e12:,.1f} TFLOP/s ({known.name}, {view.run.precision})"
                severity: Severity | None = "error" if share > _IMPOSSIBLE else None
                yield Problem(
                    f"{view.pointer}/summary/samples_per_second",
                    must,
                    f"{share * peak * view.device_count / 1e12:,.1f} TFLOP/s",
                    "",
                    severity,
                )
