"""A mean loss must be at least ln 2 for each wrong row.

Why: A wrong row has a probability of at most one half for its label, so its cross-entropy is at least ln 2 = 0.693.
The mean loss is therefore at least 0.693 x (1 - accuracy): exact, for every model. Figures that were made up one by
one often break it.

Fix: Submit the file as `bench run` wrote it.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_ROUNDING = 1e-3


def check(context: Context) -> Iterator[Problem]:
    """Compare loss and accuracy of every epoch, training and evaluation."""
    for view in context.complete_runs:
        if view.preset is None or view.preset.corpus is None:
            continue
        for place, epoch in view.epochs():
            for part in ("train", "eval"):
                loss, accuracy = getattr(epoch, f"{part}_loss"), getattr(epoch, f"{part}_accuracy")
                least = log(2) * (1 - accuracy)
                if loss < least - _ROUNDING:
                    yield Problem(f"{place}/{part}_loss", f"be at least {least:.4f} at an accuracy of {accuracy:.4f}", f"{loss:.4f}")
