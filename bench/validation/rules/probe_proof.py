"""A probe must prove that it computes: a model memorises a fixed batch, a primitive agrees with double precision.

Why: A kernel that skips its work is very fast. A batch that is learnt by heart shows that forward pass, backward
pass and update all ran; a right product, that it was computed.

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
_ACCURACY = 0.95


def check(context: Context) -> Iterator[Problem]:
    """Look at the proof of each probe; only a model with weights has a loss that falls."""
    for view in context.complete_runs:
        if view.preset is None or view.workload is None or view.workload.kind != "probe":
            continue
        proof, trains = view.run.proof, view.workload.parameters(view.preset) > 0
        if proof is None:
            yield Problem(f"{view.pointer}/proof", "be there for a probe", "null")
        elif proof.accuracy < _ACCURACY:
            yield Problem(f"{view.pointer}/proof/accuracy", f"be at least {_ACCURACY}", shown(proof.accuracy))
        elif trains and proof.last_loss >= proof.first_loss:
            yield Problem(f"{view.pointer}/proof/last_loss", f"be below the first loss, {proof.first_loss:.4g}", shown(proof.last_loss))
