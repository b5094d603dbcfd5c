"""The workloads, in display order. Importing this loads no framework."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bench.workloads import bert_base, matmul, memory_bandwidth, resnet50, sentiment_bilstm
from bench.workloads.facts import Preset, Workload

if TYPE_CHECKING:
    from collections.abc import Callable

WORKLOADS: tuple[Workload, ...] = (
    sentiment_bilstm.WORKLOAD,
    resnet50.WORKLOAD,
    bert_base.WORKLOAD,
    matmul.WORKLOAD,
    memory_bandwidth.WORKLOAD,
)


class BuildFunctions(NamedTuple):
    """What an engine needs of a workload once a framework is loaded.

    ``losses(labels, output)`` gives the loss and the share of right answers of each sample, both (batch,).
    """

    build: Callable[[Preset, str], Any]
    losses: Callable[[Any, Any], tuple[Any, Any]]


_BUILD_FUNCTIONS = {
    "sentiment-bilstm": BuildFunctions(sentiment_bilstm.build, sentiment_bilstm.losses),
    "resnet50": BuildFunctions(resnet50.build, resnet50.losses),
    "bert-base": BuildFunctions(bert_base.build, bert_base.losses),
}

__all__ = ["WORKLOADS", "BuildFunctions", "Preset", "Workload", "build_functions", "workload"]


def workload(workload_id: str) -> Workload:
    """The workload of that id.

    Raises:
        KeyError: with the ids that exist.
    """
    for item in WORKLOADS:
        if item.id == workload_id:
            return item
    raise KeyError(f"no workload {workload_id!r}; there are: {', '.join(item.id for item in WORKLOADS)}")


def build_functions(workload_id: str) -> BuildFunctions:
    """The build functions of a workload; calling them needs Keras on a backend."""
    return _BUILD_FUNCTIONS[workload_id]
