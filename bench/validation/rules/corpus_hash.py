"""The data must be the corpus of the preset, by its SHA-256.

Why: Only then are the rows, their order and the best possible accuracy known, and two results comparable.

Fix: Let `bench run` make the corpus. Another data set needs an id of its own, and is shown apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.corpora import CORPORA
from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
SYNTHETIC = "synthetic-tweets-1"


def check(context: Context) -> Iterator[Problem]:
    """Compare the hash with that of the preset's corpus."""
    for view in context.runs:
        if view.preset is None or view.preset.corpus is None:
            continue
        if view.run.dataset.id != SYNTHETIC:
            hint = "The result is shown apart from those on the synthetic corpus."
            must = f"be {SYNTHETIC} for its accuracy to be checked"
            yield Problem(f"{view.pointer}/dataset/id", must, shown(view.run.dataset.id), hint, severity="note")
        elif view.corpus is None or view.preset.id not in view.corpus.presets:
            wanted = next((digest for digest, known in CORPORA.items() if view.preset.id in known.presets), "known")
            yield Problem(f"{view.pointer}/dataset/sha256", f"be {wanted}", shown(view.run.dataset.sha256))
