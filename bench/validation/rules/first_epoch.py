"""The training accuracy of the first epoch must not exceed what the planted truth allows.

Why: In the first epoch every row is judged before it is learnt, so the same limit holds as for held-out rows (here
with four standard errors of chance). Later epochs may exceed it: the model then knows its rows by heart.

Fix: Check that the weights were new at the start of the run.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1


def check(context: Context) -> Iterator[Problem]:
    """Compare the first epoch of each repeat."""
    for view in context.complete_runs:
        if view.corpus is None or view.preset is None:
            continue
        share = view.corpus.train_agreement / view.preset.train_rows
        limit = share + 4 * sqrt(share * (1 - share) / view.preset.train_rows)
        for place, repeat in view.repeats():
            if repeat.epochs and repeat.epochs[0].train_accuracy > limit:
                yield Problem(f"{place}/epochs/0/train_accuracy", f"be at most {limit:.4f}", f"{repeat.epochs[0].train_accuracy:.4f}")
