"""A run should not compute faster than the plain matrix multiplication of the same file and precision.

Why: A product of large matrices is the fastest thing a card does. A training that beats it on the same machine at the
same precision is measured wrong, or one of the two is.

Fix: Run both again, one after the other, on an idle machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "review"
VERSION = 1
_SLACK = 1.05


def check(context: Context) -> Iterator[Problem]:
    """Compare operations per second for each device."""
    probes = {
        view.run.precision: view.run.summary.flops_per_second / view.device_count
        for view in context.complete_runs
        if view.run.workload == "matmul" and view.run.summary and view.run.summary.flops_per_second
    }
    for view in context.complete_runs:
        limit, summary = probes.get(view.run.precision), view.run.summary
        if limit is None or view.run.workload == "matmul" or summary is None or summary.flops_per_second is None:
            continue
        got = summary.flops_per_second / view.device_count
        if got > _SLACK * limit:
            must = f"be at most {limit / 1e12:,.2f} TFLOP/s a device, as the matmul run of this file"
            yield Problem(f"{view.pointer}/summary/flops_per_second", must, f"{got / 1e12:,.2f} TFLOP/s")
