"""An accuracy on the held-out rows must not exceed what the planted truth allows.

Why: The labels of the synthetic corpus contradict the text at a known rate, so even a perfect reader gets a known
number of rows right. A model that is wrong somewhere can win a flipped row by chance, with probability 0.18 each:
eight more than the perfect reader is one case in a million. More means that the model saw the answers.

Fix: Check that evaluation and training rows were not mixed up. The limit is exact; it cannot be appealed by hardware.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_LUCKY_ROWS = 8


def check(context: Context) -> Iterator[Problem]:
    """Compare every epoch with the agreement of labels and planted classes."""
    for view in context.complete_runs:
        if view.corpus is None:
            continue
        limit = view.corpus.eval_agreement + _LUCKY_ROWS
        for place, epoch in view.epochs():
            if epoch.eval_correct > limit:
                must = f"be at most {limit:,} of {view.corpus.eval_rows:,} rows ({limit / view.corpus.eval_rows:.4f})"
                yield Problem(f"{place}/eval_correct", must, f"{epoch.eval_correct:,} ({epoch.eval_accuracy:.4f})")
                break
