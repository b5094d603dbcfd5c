"""An accuracy must be a whole number of rows: `eval_correct / eval_rows`, and a whole number of training rows.

Why: An accuracy is a count. One that was thought up is no fraction of the rows.

Fix: Submit the file as `bench run` wrote it, with all digits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.submission import Epoch
    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_ROWS = 0.01
"""Counts are summed exactly; the ratio is rounded to 53 bits at worst."""


def _epoch(place: str, epoch: Epoch, eval_rows: int) -> Iterator[Problem]:
    if abs(epoch.eval_accuracy * eval_rows - epoch.eval_correct) > _ROWS:
        must = f"be eval_correct / eval_rows = {epoch.eval_correct / eval_rows:.9f}"
        yield Problem(f"{place}/eval_accuracy", must, f"{epoch.eval_accuracy:.9f}")
    right = epoch.train_accuracy * epoch.samples
    if abs(right - round(right)) > _ROWS:
        yield Problem(f"{place}/train_accuracy", f"be a whole number of {epoch.samples:,} rows", f"{right:,.3f} rows")


def check(context: Context) -> Iterator[Problem]:
    """Multiply back into rows."""
    for view in context.complete_runs:
        if view.run.dataset.eval_rows == 0:
            continue
        for place, epoch in view.epochs():
            yield from _epoch(place, epoch, view.run.dataset.eval_rows)
