"""Mean power must lie within the enforced limit of the devices used, and above a twentieth of it.

Why: A device is held to its limit by its own firmware; a card that trains draws far more than one that idles.

Fix: Submit the file as `bench run` wrote it. If the sensor of your card is known to be wrong, appeal in the pull request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context, RunView

SEVERITY = "error"
VERSION = 1
_MOST, _LEAST = 1.10, 0.05


def _limit_watts(view: RunView) -> tuple[float, bool]:
    """Limit of the devices used together, and whether the devices told it themselves."""
    enforced = [device.power_limit_watts for device in view.devices]
    if enforced and all(enforced):
        return sum(watts for watts in enforced if watts), True
    known = view.context.hardware
    return float(known.tdp_watts or 0) * len(view.devices) if known else 0.0, False


def check(context: Context) -> Iterator[Problem]:
    """Compare mean power with the limits; a limit from the data sheet asks for review only."""
    for view in context.complete_runs:
        energy = view.run.energy
        limit, enforced = _limit_watts(view)
        if energy is None or not limit:
            continue
        if energy.mean_power_watts > _MOST * limit:
            must = f"be at most {_MOST * limit:,.0f} W, 1.1 x the limit"
            yield Problem(
                f"{view.pointer}/energy/mean_power_watts", must, f"{energy.mean_power_watts:,.1f} W", "", None if enforced else "review"
            )
        elif energy.mean_power_watts < _LEAST * limit:
            must = f"be at least {_LEAST * limit:,.0f} W for a device at work"
            yield Problem(f"{view.pointer}/energy/mean_power_watts", must, f"{energy.mean_power_watts:,.1f} W", "", "review")
