"""A training on a GPU should run on the vendor's fused recurrent kernel.

Why: The loop of small operations that frameworks fall back to is several times slower; such a run says little
about the card and is marked on the board.

Fix: `bench doctor` says what keeps the kernel away (a missing cuDNN, a mask, XLA).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "note"
VERSION = 1


def check(context: Context) -> Iterator[Problem]:
    """Look at the level of runs on accelerators."""
    for view in context.complete_runs:
        kernel = view.run.kernel
        if kernel is not None and view.on_accelerator and kernel.level != "fused":
            reason = f"{kernel.level} ({kernel.reason_not_fused or 'no reason given'})"
            yield Problem(f"{view.pointer}/kernel/level", "be fused", reason)
