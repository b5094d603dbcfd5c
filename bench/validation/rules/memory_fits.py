"""Peak memory must fit into the device and the host, and hold the weights and the optimizer's state.

Why: A run cannot use memory that is not there, nor train a model that it has no room for.

Fix: Submit the file as `bench run` wrote it; what could not be measured is null.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context, RunView

SEVERITY = "error"
VERSION = 1
_MIB = 1024**2
_SLACK = 1.01
_STATE_BYTES = 12
"""Weight and both moments of Adam, 32 bit each."""


def _limits(view: RunView) -> Iterator[tuple[str, int | None, float]]:
    """Key, measured peak and limit."""
    host = view.context.submission.system.host
    yield "peak_host_bytes", view.run.memory.peak_host_bytes, float(host.memory_bytes)
    memories = [device.memory_bytes for device in view.devices if device.kind != "cpu" and device.memory_bytes]
    if memories:
        yield "peak_device_bytes", view.run.memory.peak_device_bytes, float(sum(memories))


def check(context: Context) -> Iterator[Problem]:
    """Compare peaks with what is there, and the larger one with the model's state."""
    for view in context.complete_runs:
        memory = view.run.memory
        for key, got, limit in _limits(view):
            if got is not None and got > _SLACK * limit:
                yield Problem(f"{view.pointer}/memory/{key}", f"be at most {limit / _MIB:,.0f} MiB", f"{got / _MIB:,.0f} MiB")
        if view.workload is None or view.preset is None or view.workload.kind != "training":
            continue
        place, got = (
            ("peak_device_bytes", memory.peak_device_bytes) if memory.peak_device_bytes else ("peak_host_bytes", memory.peak_host_bytes)
        )
        least = _STATE_BYTES * view.workload.parameters(view.preset)
        if got < least:
            yield Problem(f"{view.pointer}/memory/{place}", f"be at least {least / _MIB:,.0f} MiB for this model", f"{got / _MIB:,.0f} MiB")
