"""Loss and accuracy of every epoch should lie in the band of the reference runs.

Why: Trainings of the same model on the same rows end close together, whatever the hardware. A run far outside
trained something else: a broken kernel, fewer steps, other rows. The band is a prediction interval that keeps 99 %
of honest runs whole; just outside asks a person, three times as far blocks.

Fix: Run again with another seed. If it falls outside again and you can say why (a new backend or precision), appeal in
the pull request: your runs can become a reference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.bands import Key, bands
from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.submission import Repeat
    from bench.validation.context import Context, RunView

SEVERITY = "review"
VERSION = 1
_FAR = 3.0


def key_of(view: RunView) -> Key:
    """What the references of a run are found by."""
    run = view.run
    return Key(run.preset, run.dataset.sha256 or "", run.precision, run.settings.batch_size, run.settings.epochs)


def worst(view: RunView, place: str, repeat: Repeat) -> tuple[float, Problem] | None:
    """The metric and epoch farthest from its band's mean, in half-widths, as a problem."""
    found: tuple[float, Problem] | None = None
    for metric, index, made in bands(view.run.workload, key_of(view), view.run.dataset.eval_rows):
        if index >= len(repeat.epochs):
            continue
        value = getattr(repeat.epochs[index], metric)
        distance = made.distance(value)
        if found is None or distance > found[0]:
            must = f"be in [{made.low:.4f}, {made.high:.4f}] ({made.seeds} reference seeds)"
            found = distance, Problem(f"{place}/epochs/{index}/{metric}", must, f"{value:.4f}")
    return found


def check(context: Context) -> Iterator[Problem]:
    """Report the worst value of each repeat; say so where no reference exists."""
    for view in context.complete_runs:
        if view.preset is None or view.preset.corpus is None or view.run.dataset.eval_rows == 0:
            continue
        if not bands(view.run.workload, key_of(view), view.run.dataset.eval_rows):
            hint = "The result is accepted and marked: no reference run of this setting exists."
            yield Problem(f"{view.pointer}/preset", "have reference runs for its accuracy to be verified", "unverified", hint, "note")
            continue
        for place, repeat in view.repeats():
            found = worst(view, place, repeat)
            if found and found[0] > 1:
                problem = found[1]
                yield problem if found[0] <= _FAR else Problem(problem.pointer, problem.must, problem.got, problem.hint, "error")
