"""A training curve must look like training: loss falls, accuracy rises, and no two epochs are the same.

Why: A model that learns changes; one whose gradient is lost, or whose epochs were copied, does not.

Fix: Run again; if the loss does not fall, the backend or the driver is broken on your machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1


def check(context: Context) -> Iterator[Problem]:
    """Compare first and last epoch, and neighbours."""
    for view in context.complete_runs:
        for place, repeat in view.repeats():
            epochs = repeat.epochs
            if len(epochs) < 2:  # noqa: PLR2004
                continue
            if epochs[-1].train_loss >= epochs[0].train_loss:
                must = f"be below that of the first epoch, {epochs[0].train_loss:.4f}"
                yield Problem(f"{place}/epochs/{len(epochs) - 1}/train_loss", must, f"{epochs[-1].train_loss:.4f}")
                continue
            curve = [(epoch.train_loss, epoch.eval_loss) for epoch in epochs]
            same = next((index for index in range(1, len(curve)) if curve[index] == curve[index - 1]), None)
            if same is not None:
                yield Problem(f"{place}/epochs/{same}/train_loss", "differ from the epoch before", f"{epochs[same].train_loss:.6f} again")
