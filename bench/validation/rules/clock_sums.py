"""The clock's training and evaluation seconds must be the sums of those of the epochs.

Why: Only the clock's training time is ranked; it has to be the one that the epochs show.

Fix: Submit the file as `bench run` wrote it.
"""

from __future__ import annotations

from math import fsum, isclose
from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1


def check(context: Context) -> Iterator[Problem]:
    """Add up the epochs of each repeat."""
    for view in context.complete_runs:
        for place, repeat in view.repeats():
            if not repeat.epochs:
                continue
            for key in ("train_seconds", "evaluate_seconds"):
                total, got = fsum(getattr(epoch, key) for epoch in repeat.epochs), getattr(repeat.clock, key)
                if not isclose(total, got, rel_tol=1e-6, abs_tol=1e-6):
                    yield Problem(f"{place}/clock/{key}", f"be {total:.6f}, the sum over epochs", f"{got:.6f}")
