"""The memory traffic that a run needs at least should not exceed the bandwidth of its hardware.

Why: The optimizer reads and writes every weight in every step, whatever the batch. Steps per second x those bytes
cannot exceed the data sheet's bandwidth, unless the weights stay in a cache: just above asks a person, four times
blocks.

Fix: Check that the hardware id names your card. If its cache holds the model, say so in the pull request.
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
_IMPOSSIBLE = 4.0


def check(context: Context) -> Iterator[Problem]:
    """Compare steps per second x bytes per step with the bandwidth. Every device updates its own copy."""
    known = context.hardware
    for view in context.complete_runs:
        if known is None or not known.bandwidth_bytes_per_second or view.workload is None or view.preset is None:
            continue
        shared = view.device_count if view.workload.kind == "probe" else 1
        steps = max(view.rates, default=0.0) / view.preset.batch_size
        share = steps * (view.workload.bytes_per_step(view.preset) or 0.0) / (known.bandwidth_bytes_per_second * shared)
        if share > 1:
            must = f"need at most {known.bandwidth_bytes_per_second * shared / 1e9:,.0f} GB/s ({known.name})"
            got = f"{share * known.bandwidth_bytes_per_second * shared / 1e9:,.0f} GB/s"
            severity: Severity | None = "error" if share > _IMPOSSIBLE else None
            yield Problem(f"{view.pointer}/summary/samples_per_second", must, got, "", severity)
