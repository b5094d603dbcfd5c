"""The devices that a run used should be alike, and every node should have as many of them.

Why: A data-parallel run waits for the slowest device: the figure then belongs to none of them.

Fix: Run again on like devices (`--devices`), or say in the pull request what the machine is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "review"
VERSION = 1


def check(context: Context) -> Iterator[Problem]:
    """Compare names and memory of the devices used, and the counts of the nodes."""
    for view in context.runs:
        kinds = {(device.name, device.memory_bytes) for device in view.devices}
        if len(kinds) > 1:
            yield Problem(f"{view.pointer}/device_indices", "name like devices", shown(", ".join(sorted(name for name, _ in kinds))))
    nodes = context.submission.system.nodes
    if len(set(nodes)) > 1:
        yield Problem("/system/nodes", "have as many devices on every node", shown(str(list(nodes))))
