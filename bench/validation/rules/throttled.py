"""A device should not be held back for more than a twentieth of the timed seconds.

Why: Heat and power caps cost speed; a reader should know that the card could do more. Nothing is refused.

Fix: Better cooling, or a shorter run after a pause. The result is marked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "note"
VERSION = 1
_SHARE = 0.05
_HELD = frozenset({"thermal", "hardware_slowdown", "power_brake"})


def check(context: Context) -> Iterator[Problem]:
    """Look at the seconds of each reason; more than passed is an error."""
    devices = len(context.submission.system.devices)
    for view in context.complete_runs:
        total = sum(repeat.clock.total_seconds for repeat in view.run.repeats)
        for index, throttle in enumerate(view.run.throttle):
            place = f"{view.pointer}/throttle/{index}"
            if throttle.device >= devices:
                yield Problem(f"{place}/device", f"be 0 to {devices - 1}", shown(throttle.device), "", "error")
            elif throttle.seconds > total + 1:
                yield Problem(f"{place}/seconds", f"be at most the {total:,.0f} s of the run", f"{throttle.seconds:,.0f} s", "", "error")
            elif throttle.reason in _HELD and throttle.seconds > _SHARE * view.train_seconds:
                yield Problem(
                    f"{place}/seconds", f"be under {_SHARE * view.train_seconds:,.0f} s", f"{throttle.seconds:,.0f} s, {throttle.reason}"
                )
