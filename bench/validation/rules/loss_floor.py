"""The loss on held-out rows, and on training rows in the first epoch, must not be below the entropy of the labels.

Why: Labels contradict the text at a known rate q. No model that has not seen a row can have a lower mean cross-entropy
on it than -q ln q - (1 - q) ln (1 - q), which is 0.471 at full size (less four standard errors of chance here).

Fix: Check that evaluation and training rows were not mixed up. The limit cannot be appealed by hardware.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1


def least_loss(right: int, rows: int) -> float:
    """Entropy of the labels as they fell, less four standard errors.

    Args:
        right: rows whose label is the planted class.
        rows: all rows.
    """
    share = right / rows
    entropy = -share * log(share) - (1 - share) * log(1 - share)
    error = abs(log(share / (1 - share))) * sqrt(share * (1 - share) / rows)
    return entropy - 4 * error


def check(context: Context) -> Iterator[Problem]:
    """Compare the losses that were measured on unseen rows."""
    for view in context.complete_runs:
        corpus = view.corpus
        if corpus is None:
            continue
        unseen = least_loss(corpus.eval_agreement, corpus.eval_rows)
        first = least_loss(corpus.train_agreement, corpus.rows - corpus.eval_rows)
        for place, epoch in view.epochs():
            if epoch.eval_loss < unseen:
                yield Problem(f"{place}/eval_loss", f"be at least {unseen:.4f}", f"{epoch.eval_loss:.4f}")
            if epoch.epoch == 1 and epoch.train_loss < first:
                yield Problem(f"{place}/train_loss", f"be at least {first:.4f} in the first epoch", f"{epoch.train_loss:.4f}")
