"""The hardware id must be the one that the catalogue gives for the device's own name.

Why: A result filed under another card is the worst error a board can show.

Fix: Set `hardware_id` to the id of the finding and move the file to its folder, or run `bench run` again. If the
catalogue is wrong about your card, say so in the pull request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.context import UNLISTED, hardware_of
from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context
    from bench.validation.finding import Severity

SEVERITY = "error"
VERSION = 1


def check(context: Context) -> Iterator[Problem]:
    """Look every device up by its raw name and memory."""
    system = context.submission.system
    wanted = system.devices[0].kind if context.hardware is None else context.hardware.kind
    for index, device in enumerate(system.devices):
        found = hardware_of(device.name, device.memory_bytes)
        if found is None or found.id == system.hardware_id or device.kind != wanted:
            continue
        hint = f"The catalogue knows {shown(device.name)} as {found.name}: write {shown(found.id)}."
        must = f"be {shown(found.id)}, the id of device {index}"
        # The catalogue may have learnt the card after the file was written: such a file stays as it is.
        severity: Severity | None = "note" if system.hardware_id.startswith(UNLISTED) else None
        yield Problem("/system/hardware_id", must, shown(system.hardware_id), hint, severity)
        return
