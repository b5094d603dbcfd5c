"""The bounded cool-down between two runs: a hot card gives the next run a worse start."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bench.telemetry.interface import Probe

STEP_SECONDS = 2.0
COOL_CELSIUS = 60.0
LONGEST_SECONDS = 120.0


def _hottest(probes: Sequence[Probe]) -> float | None:
    found = [probe.sample().values.get("temperature_celsius") for probe in probes]
    return max((celsius for celsius in found if celsius is not None), default=None)


def wait(probes: Sequence[Probe], below_celsius: float, limit_seconds: float, sleep: Callable[[float], None]) -> bool:
    """Wait until the hottest device is cool enough; False when the limit came first."""
    waited = 0.0
    while (hottest := _hottest(probes)) is not None and hottest > below_celsius:
        if waited + STEP_SECONDS > limit_seconds:
            return False
        sleep(STEP_SECONDS)
        waited += STEP_SECONDS
    return True


def cool_down(device_indices: Sequence[int], below_celsius: float = COOL_CELSIUS, limit_seconds: float = LONGEST_SECONDS) -> float:
    """Let the devices of a run cool down; devices that tell no temperature are not waited for.

    Args:
        device_indices: as indices into ``system.devices``.
        below_celsius: cool enough.
        limit_seconds: the longest wait.

    Returns:
        Seconds waited.
    """
    from bench.telemetry.probes import probes_for

    start = time.perf_counter()
    used = [probe for probe in probes_for(device_indices) if probe.device is not None]
    wait(used, below_celsius, limit_seconds, time.sleep)
    return time.perf_counter() - start
