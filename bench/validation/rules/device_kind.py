"""The devices that a run used must be of the kind (GPU, CPU, TPU) of the hardware it is filed under.

Why: A training that silently ran on the CPU must not be shown as one of the card beside it.

Fix: Run `bench doctor` to see which devices the framework finds, mend the driver, and run again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1


def check(context: Context) -> Iterator[Problem]:
    """Compare the kind of the used devices with the catalogue's, or with one another for unknown hardware."""
    known = context.hardware
    for view in context.runs:
        kinds = {device.kind for device in view.devices}
        wanted = {known.kind} if known else kinds
        if len(kinds) > 1 or kinds - wanted:
            must = f"be devices of the kind {known.kind}" if known else "be devices of one kind"
            yield Problem(f"{view.pointer}/device_indices", must, shown(", ".join(sorted(kinds))))
