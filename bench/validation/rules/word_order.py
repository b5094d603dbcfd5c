"""A training must reach more than a reader that ignores the order of words.

Why: The corpus is planted so that a bag of words stays near 0.60. A recurrent kernel that loses its state, or a
training that did not happen, falls below; so does a run that was faster because it skipped the work.

Fix: Run again with another backend or driver. If both fall short, report it: the kernel is wrong on your machine.
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
_ERRORS = 4
_MARGIN = 0.02


def check(context: Context) -> Iterator[Problem]:
    """Compare the best epoch of each repeat with the bag-of-words bound and four standard errors."""
    for view in context.complete_runs:
        if view.corpus is None:
            continue
        bound = view.corpus.bag_of_words_accuracy
        least = bound + max(_MARGIN, _ERRORS * sqrt(bound * (1 - bound) / view.corpus.eval_rows))
        for place, repeat in view.repeats():
            best = max((epoch.eval_accuracy for epoch in repeat.epochs), default=None)
            if best is not None and best < least:
                must = f"reach {least:.4f} in some epoch (without word order: {bound:.4f})"
                yield Problem(f"{place}/epochs", must, f"{best:.4f} at best")
