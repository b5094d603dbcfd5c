"""The block times of a run should agree.

Why: A wide spread says that something else ran beside, or that the device changed its clock. Nothing is refused; the
result is marked as noisy.

Fix: Close what runs beside, let the device cool, and run again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "note"
VERSION = 1
_RATIO = 1.5


def check(context: Context) -> Iterator[Problem]:
    """Compare the 5th and 95th percentile."""
    for view in context.complete_runs:
        summary = view.run.summary
        if summary is None or summary.block_p05_samples_per_second <= 0:
            continue
        ratio = summary.block_p95_samples_per_second / summary.block_p05_samples_per_second
        if ratio > _RATIO:
            yield Problem(
                f"{view.pointer}/summary/block_p95_samples_per_second",
                f"be at most {_RATIO} times the 5th percentile",
                f"{ratio:.2f} times",
            )
