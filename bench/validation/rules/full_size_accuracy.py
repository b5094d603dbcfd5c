"""A full-size training must reach what a tenth of its rows reaches.

Why: The presets `standard` and `tenth` train the same model on the same kind of rows; ten times the rows and steps
cannot teach it less. Where `standard` has no reference runs of its own, those of `tenth` bound it from below.

Fix: Run again with another seed; if it falls short again, the backend or the driver is broken on your machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.bands import Key, bands
from bench.validation.corpora import CORPORA
from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_FULL, _TENTH = "standard", "tenth"


def least_best(workload_id: str, batch_size: int, epochs: int) -> float | None:
    """The lower end of the band of the best epoch of ``tenth``, None without references."""
    digest, known = next((digest, known) for digest, known in CORPORA.items() if _TENTH in known.presets)
    found = bands(workload_id, Key(_TENTH, digest, "fp32", batch_size, epochs), known.eval_rows)
    return max((made.low for metric, _, made in found if metric == "eval_accuracy"), default=None)


def check(context: Context) -> Iterator[Problem]:
    """Compare the best epoch with that of a tenth."""
    for view in context.complete_runs:
        if view.corpus is None or view.run.preset != _FULL:
            continue
        least = least_best(view.run.workload, view.run.settings.batch_size, view.run.settings.epochs)
        for place, repeat in view.repeats():
            best = max((epoch.eval_accuracy for epoch in repeat.epochs), default=None)
            if least is not None and best is not None and best < least:
                must = f"reach {least:.4f} in some epoch, as a tenth of the rows does"
                yield Problem(f"{place}/epochs", must, f"{best:.4f} at best")
