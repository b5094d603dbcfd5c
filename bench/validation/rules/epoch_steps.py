"""Epochs must be counted from 1 to the preset's number, each with all its steps and rows.

Why: Fewer steps, epochs or rows make a run faster and leave the rest of the file plausible.

Fix: Let the run end; with `--resume` one that was stopped goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.submission import Repeat
    from bench.validation.context import Context
    from bench.workloads import Preset

SEVERITY = "error"
VERSION = 1


def _repeat(place: str, repeat: Repeat, preset: Preset) -> Iterator[Problem]:
    if len(repeat.epochs) != preset.epochs:
        yield Problem(f"{place}/epochs", f"have {preset.epochs} entries", shown(len(repeat.epochs)))
        return
    for index, epoch in enumerate(repeat.epochs):
        wanted = (("epoch", index + 1), ("steps", preset.steps_per_epoch), ("samples", preset.train_rows))
        for key, number in wanted:
            if getattr(epoch, key) != number:
                yield Problem(f"{place}/epochs/{index}/{key}", f"be {number:,}", shown(getattr(epoch, key)))
                return


def check(context: Context) -> Iterator[Problem]:
    """Count epochs, steps and rows of each training."""
    for view in context.complete_runs:
        if view.preset is None or view.preset.corpus is None:
            continue
        for place, repeat in view.repeats():
            yield from _repeat(place, repeat, view.preset)
