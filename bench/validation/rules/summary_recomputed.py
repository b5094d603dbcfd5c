"""The summary must be what the repeats give.

Why: The board shows the summary; it is computed again from the raw figures and never trusted.

Fix: Run `bench validate --fix FILE`, which computes it again.
"""

from __future__ import annotations

from math import isclose
from typing import TYPE_CHECKING

from bench.submission import Summary
from bench.summary import summarise
from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context, RunView

SEVERITY = "error"
VERSION = 1
_ROUNDING = 1e-6
_FIELDS = tuple(Summary.model_fields)


def recomputed(view: RunView) -> Summary | None:
    """The summary that the repeats give, None where there is nothing to compute it from."""
    if view.preset is None or view.workload is None:
        return None
    traffic = view.workload.bytes_per_step(view.preset) / view.preset.batch_size if view.run.workload == "memory-bandwidth" else None
    try:
        return summarise(view.run.repeats, view.workload.flops_per_sample(view.preset), traffic)
    except ValueError:
        return None


def check(context: Context) -> Iterator[Problem]:
    """Compare every figure with the one computed again."""
    for view in context.complete_runs:
        summary, wanted = view.run.summary, recomputed(view)
        if summary is None or wanted is None:
            continue
        for key in _FIELDS:
            got, want = getattr(summary, key), getattr(wanted, key)
            if got == want or (got is not None and want is not None and isclose(got, want, rel_tol=_ROUNDING)):
                continue
            yield Problem(f"{view.pointer}/summary/{key}", f"be {shown(want)}, as the repeats give", shown(got))
