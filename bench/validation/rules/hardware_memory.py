"""A device's memory should agree with the catalogue's memory of its card (12 % less to 3 % more).

Why: Cards of one name are sold with different memories and must not be mixed; error correction and drivers take
up to a tenth of the memory away, nothing adds to it.

Fix: Check that the hardware id names your memory variant; if it does, say in the pull request what the machine is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.context import hardware_of
from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "review"
VERSION = 1
_GIB = 1024**3
_LEAST, _MOST = 0.88, 1.03


def check(context: Context) -> Iterator[Problem]:
    """Compare each device of the catalogue's kind that is no slice of a card."""
    known = context.hardware
    if known is None or not known.memory_bytes or known.kind == "cpu":
        return
    for index, device in enumerate(context.submission.system.devices):
        other = hardware_of(device.name, None)
        named_otherwise = other is not None and other.id != known.id
        if device.memory_bytes is None or device.mig_profile or device.kind != known.kind or named_otherwise:
            continue
        if not _LEAST * known.memory_bytes <= device.memory_bytes <= _MOST * known.memory_bytes:
            must = f"be near the {known.memory_bytes / _GIB:.1f} GiB of {known.name}"
            yield Problem(f"/system/devices/{index}/memory_bytes", must, f"{device.memory_bytes / _GIB:.1f} GiB")
