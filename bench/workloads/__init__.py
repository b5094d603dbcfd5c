"""The workloads, in display order. Importing this loads no framework."""

from bench.workloads import sentiment_bilstm
from bench.workloads.facts import Preset, Workload

WORKLOADS: tuple[Workload, ...] = (sentiment_bilstm.WORKLOAD,)

__all__ = ["WORKLOADS", "Preset", "Workload", "workload"]


def workload(workload_id: str) -> Workload:
    """The workload of that id.

    Raises:
        KeyError: with the ids that exist.
    """
    for item in WORKLOADS:
        if item.id == workload_id:
            return item
    raise KeyError(f"no workload {workload_id!r}; there are: {', '.join(item.id for item in WORKLOADS)}")
