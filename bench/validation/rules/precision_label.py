"""`fp32` must have TF32 switched off and `tf32` must have it on.

Why: On recent cards "32 bit" means TF32 unless it is switched off, up to eight times faster and less exact; the two
are two labels and never one row.

Fix: Run with `--precision fp32` or `--precision tf32`; `bench run` sets the switch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_WANTED = {"fp32": False, "tf32": True}


def check(context: Context) -> Iterator[Problem]:
    """Compare the label with the switch."""
    for view in context.runs:
        wanted = _WANTED.get(view.run.precision)
        if wanted is not None and view.run.settings.tf32_allowed != wanted:
            must = f"be {shown(wanted)} for {view.run.precision}"
            yield Problem(f"{view.pointer}/settings/tf32_allowed", must, shown(view.run.settings.tf32_allowed))
