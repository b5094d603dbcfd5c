"""A probe of a trainable model must prove that it computes: it memorises a fixed batch.

Why: A kernel that skips its work is very fast. A batch that is learnt by heart shows that forward pass, backward
pass and update all ran.

Fix: Submit the file as `bench run` wrote it. If the proof failed, the backend or the driver is broken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_TRAINABLE = frozenset({"resnet50", "bert-base"})
_ACCURACY = 0.95


def check(context: Context) -> Iterator[Problem]:
    """Look at the proof of each trainable probe."""
    for view in context.complete_runs:
        if view.run.workload not in _TRAINABLE or view.workload is None or view.workload.kind != "probe":
            continue
        proof = view.run.proof
        if proof is None:
            yield Problem(f"{view.pointer}/proof", "be there for a probe", "null")
        elif proof.accuracy < _ACCURACY:
            yield Problem(f"{view.pointer}/proof/accuracy", f"be at least {_ACCURACY}", shown(proof.accuracy))
        elif proof.last_loss >= proof.first_loss:
            yield Problem(f"{view.pointer}/proof/last_loss", f"be below the first loss, {proof.first_loss:.4g}", shown(proof.last_loss))
