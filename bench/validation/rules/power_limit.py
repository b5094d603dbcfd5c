"""A device's power limit should not be above its data sheet by more than a sixth.

Why: A raised limit is an overclocked card: welcome, but not what a reader of the board can buy.

Fix: Say in the pull request how the limit was raised; a result with the default limit needs no review.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "review"
VERSION = 1
_MOST = 7 / 6


def check(context: Context) -> Iterator[Problem]:
    """Compare the enforced limit with the catalogue's power."""
    known = context.hardware
    if known is None or not known.tdp_watts or known.kind == "cpu":
        return
    for index, device in enumerate(context.submission.system.devices):
        if device.kind == known.kind and device.power_limit_watts is not None and device.power_limit_watts > _MOST * known.tdp_watts:
            must = f"be at most {_MOST * known.tdp_watts:.0f} W ({known.name}: {known.tdp_watts:g} W)"
            yield Problem(f"/system/devices/{index}/power_limit_watts", must, f"{device.power_limit_watts:g} W")
