"""A run must keep the settings of its preset: batch size, epochs, optimizer, learning rate, rows, width, vocabulary.

Why: A preset is a frozen size. A larger batch or fewer rows is another workload, however small the change.

Fix: Run the preset as it is; to propose another size, open an issue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.submission import Run
    from bench.validation.context import Context
    from bench.workloads import Preset

SEVERITY = "error"
VERSION = 1


def _pairs(run: Run, preset: Preset) -> Iterator[tuple[str, object, object]]:
    yield "settings/batch_size", run.settings.batch_size, preset.batch_size
    yield "settings/epochs", run.settings.epochs, preset.epochs
    yield "settings/optimizer", run.settings.optimizer, preset.optimizer
    yield "settings/learning_rate", run.settings.learning_rate, preset.learning_rate
    if preset.corpus is not None:
        yield "dataset/rows", run.dataset.rows, preset.rows
        yield "dataset/train_rows", run.dataset.train_rows, preset.train_rows
        yield "dataset/eval_rows", run.dataset.eval_rows, preset.eval_rows
        yield "dataset/tokens_per_row", run.dataset.tokens_per_row, preset.width
        yield "dataset/vocabulary_size", run.dataset.vocabulary_size, preset.vocabulary_size


def check(context: Context) -> Iterator[Problem]:
    """Compare each setting with the preset."""
    for view in context.runs:
        if view.preset is None:
            continue
        for key, got, wanted in _pairs(view.run, view.preset):
            if got != wanted:
                must = f"be {shown(wanted)}, as the preset {view.preset.id} says"
                yield Problem(f"{view.pointer}/{key}", must, shown(got))
