"""What would spoil a run on this machine: one check a function, in one visible tuple."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bench.doctor import card_checks, host_checks, software_checks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bench.doctor.check import Check
    from bench.doctor.facts import Facts

CHECKS: Final[tuple[Callable[[Facts], Check | None], ...]] = (
    software_checks.framework_loads,
    software_checks.processor_instructions,
    software_checks.accelerator_used,
    card_checks.card_reachable,
    card_checks.card_permitted,
    software_checks.driver_fits_cuda,
    software_checks.cudnn_fits,
    software_checks.management_library,
    card_checks.card_free,
    card_checks.card_memory_free,
    card_checks.power_limit,
    card_checks.persistence,
    card_checks.memory_errors,
    card_checks.link_width,
    card_checks.thermal_state,
    host_checks.disk_space,
    host_checks.memory,
    host_checks.other_work,
    host_checks.virtual_limits,
    host_checks.mains_power,
    host_checks.clock,
)
"""In the order in which they are shown; a check that does not apply to a machine gives None."""

_MARKS = {"ok": "ok", "warning": "WARN", "blocking": "FAIL"}


def judged(facts: Facts) -> tuple[Check, ...]:
    """The outcome of all checks that apply."""
    return tuple(found for check in CHECKS if (found := check(facts)) is not None)


def examine(backend: str) -> tuple[Check, ...]:
    """Look at this machine for a run on a backend: a few seconds, most of them the framework's own start.

    Args:
        backend: ``tensorflow``, ``jax`` or ``torch``; it is loaded in a process of its own.
    """
    from bench.doctor.facts import gather

    return judged(gather(backend))


def _line(check: Check) -> str:
    rest = f" {check.why[:1].upper()}{check.why[1:]}. To do: {check.action}." if check.why else ""
    return f"{_MARKS[check.status]:<4} {check.id}: {check.what}{'.' if rest else ''}{rest}"


def render(checks: Sequence[Check]) -> str:
    """One line a check for the terminal, then the sum."""
    blocking = sum(check.blocks for check in checks)
    warnings = sum(check.status == "warning" for check in checks)
    verdict = (
        "nothing would spoil a run" if not blocking + warnings else f"{blocking} to mend before a run, {warnings} that would disturb it"
    )
    return "\n".join([*map(_line, checks), verdict])
