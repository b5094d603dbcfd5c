"""The workloads, in display order. Importing this loads no framework."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bench.workloads import sentiment_bilstm
from bench.workloads.facts import Preset, Workload

if TYPE_CHECKING:
    from collections.abc import Callable

WORKLOADS: tuple[Workload, ...] = (sentiment_bilstm.WORKLOAD,)
_BUILDERS: dict[str, Callable[[Preset, str], Any]] = {"sentiment-bilstm": sentiment_bilstm.build}

__all__ = ["WORKLOADS", "Preset", "Workload", "builder", "workload"]


def workload(workload_id: str) -> Workload:
    """The workload of that id.

    Raises:
        KeyError: with the ids that exist.
    """
    for item in WORKLOADS:
        if item.id == workload_id:
            return item
    raise KeyError(f"no workload {workload_id!r}; there are: {', '.join(item.id for item in WORKLOADS)}")


def builder(workload_id: str) -> Callable[[Preset, str], Any]:
    """The function ``(preset, precision) -> keras.Model`` of a workload."""
    return _BUILDERS[workload_id]
