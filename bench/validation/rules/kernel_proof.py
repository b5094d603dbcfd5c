"""A claim of the fused recurrent kernel must have its evidence: in the graph, and on a GPU at run time too.

Why: Frameworks fall back to a loop of small operations without a word; asking for the fused kernel proves nothing.

Fix: Run `bench run` as it is: it looks at the graph and at the profiler. Without evidence the level is `unknown`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_CUDA_MARKS = ("cudnn", "miopen")


def check(context: Context) -> Iterator[Problem]:
    """Compare the level with the evidence and the device."""
    for view in context.complete_runs:
        kernel = view.run.kernel
        if view.run.workload == "sentiment-bilstm" and kernel is None:
            yield Problem(f"{view.pointer}/kernel", "say which recurrent kernel ran", "null")
            continue
        if kernel is None or kernel.level != "fused":
            continue
        evidence = (*kernel.static_evidence, *kernel.runtime_evidence)
        if not evidence or (view.on_accelerator and not kernel.runtime_evidence):
            yield Problem(f"{view.pointer}/kernel/runtime_evidence", "name what ran, for a fused kernel", "nothing")
        elif not view.on_accelerator and any(mark in item.lower() for item in evidence for mark in _CUDA_MARKS):
            yield Problem(f"{view.pointer}/kernel/level", "not be a GPU's kernel on a CPU", shown(evidence[0]))
