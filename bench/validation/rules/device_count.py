"""Devices, nodes and mode of a run must agree.

Why: The number of accelerators is computed from these and never typed; a wrong one makes every figure per device
wrong.

Fix: Submit the file as `bench run` wrote it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context, RunView

SEVERITY = "error"
VERSION = 1


def _run(view: RunView, available: int) -> Iterator[Problem]:
    run, place = view.run, f"{view.pointer}/device_indices"
    if len(set(run.device_indices)) != len(run.device_indices):
        yield Problem(place, "name each device once", shown(str(list(run.device_indices))))
    elif max(run.device_indices) >= available:
        yield Problem(place, f"name devices 0 to {available - 1}", shown(max(run.device_indices)))
    elif (run.mode == "single") != (len(run.device_indices) == 1 and run.node_count == 1):
        yield Problem(f"{view.pointer}/mode", "be single for one device, and only for one", shown(run.mode))
    elif (run.mode == "multi-node") != (run.node_count > 1):
        yield Problem(f"{view.pointer}/mode", "be multi-node for more than one node, and only then", shown(run.mode))


def check(context: Context) -> Iterator[Problem]:
    """Compare indices, nodes and mode of each run."""
    system = context.submission.system
    for index, device in enumerate(system.devices):
        if device.index != index:
            yield Problem(f"/system/devices/{index}/index", f"be {index}, its place in the list", shown(device.index))
            return
    for view in context.runs:
        yield from _run(view, len(system.devices))
        if view.run.node_count > len(system.nodes):
            yield Problem(f"{view.pointer}/node_count", f"be at most {len(system.nodes)}, the nodes listed", shown(view.run.node_count))
