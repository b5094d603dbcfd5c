"""The host should be idle before a run.

Why: Another program on the machine costs speed, most of all on CPUs. Nothing is refused; the result is marked.

Fix: Close what runs beside, and run again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "note"
VERSION = 1
_SHARE = 0.25


def check(context: Context) -> Iterator[Problem]:
    """Compare the load average with the cores that may be used."""
    host = context.submission.system.host
    cores = min(host.cpu_limit_cores or host.cpu_logical_cores, host.cpu_logical_cores)
    for view in context.runs:
        load = view.run.host_load_average
        if load is not None and load > max(0.5, _SHARE * cores):
            yield Problem(
                f"{view.pointer}/host_load_average", f"be at most {max(0.5, _SHARE * cores):.2g} on {cores:g} cores", f"{load:.2f}"
            )
