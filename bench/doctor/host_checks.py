"""Checks of the host: disk, memory, other work, power, clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.doctor.check import Check

if TYPE_CHECKING:
    from bench.doctor.facts import Facts

_GIB = 1 << 30
_LEAST_DISK = 2 * _GIB
_LEAST_MEMORY = 4 * _GIB
_BUSY_CORES_SHARE = 0.25
_CLOCK_TOLERANCE_SECONDS = 86_400.0


def disk_space(facts: Facts) -> Check:
    """There is room for checkpoints and the submission."""
    free = min(facts.disk_free_bytes, facts.temporary_free_bytes)
    if free >= _LEAST_DISK:
        return Check("disk", "ok", f"{free / _GIB:.1f} GiB free on disk")
    where = "here" if free == facts.disk_free_bytes else "for temporary files"
    what = f"{free / _GIB:.2f} GiB free {where}; a run wants {_LEAST_DISK / _GIB:.0f} GiB"
    return Check(
        "disk", "warning", what, "a checkpoint may not be written and a stopped run would be lost", "free space, or run in another folder"
    )


def memory(facts: Facts) -> Check:
    """There is memory for the framework and the data."""
    free = facts.memory_available_bytes
    if free >= _LEAST_MEMORY:
        return Check("memory", "ok", f"{free / _GIB:.1f} GiB of memory available")
    what = f"{free / _GIB:.2f} GiB of memory available; a run wants {_LEAST_MEMORY / _GIB:.0f} GiB"
    action = "close other programs, or raise the memory limit of the container or job"
    return Check("memory", "warning", what, "the machine may swap, or the run may be ended by the system", action)


def other_work(facts: Facts) -> Check:
    """The processor is free."""
    cores = facts.system.host.cpu_limit_cores or facts.system.host.cpu_logical_cores
    used = sum(process.cores for process in facts.processes)
    if used >= _BUSY_CORES_SHARE * cores:
        names = ", ".join(f"{process.name} ({process.pid}): {process.cores:.1f} cores" for process in facts.processes)
        return Check("other-work", "warning", f"other programs use {used:.1f} of {cores:g} cores: {names}", _SLOWER, _END_OTHERS)
    if facts.load_average is not None and facts.load_average >= cores:
        what = f"the load average of the last minute is {facts.load_average:.1f} on {cores:g} cores"
        return Check("other-work", "warning", what, _SLOWER, _END_OTHERS)
    return Check("other-work", "ok", "no other heavy program")


_SLOWER = "their work is counted as slowness of this machine"
_END_OTHERS = "end them, or wait until they are done"


def mains_power(facts: Facts) -> Check | None:
    """A laptop is plugged in."""
    if facts.on_battery is None:
        return None
    if not facts.on_battery:
        return Check("mains-power", "ok", "on mains power")
    return Check("mains-power", "warning", "on battery", "laptops lower their clocks on battery", "plug the machine in")


def clock(facts: Facts) -> Check:
    """The system's clock is right: a submission carries its times."""
    why, action = "the judge refuses times in the future or before this version", "set the clock (`sudo timedatectl set-ntp true` on Linux)"
    if facts.unix_time + _CLOCK_TOLERANCE_SECONDS < facts.newest_file_time:
        return Check("clock", "blocking", "the clock is behind the date on which bench was installed", why, action)
    if facts.clock_synchronised is False:
        return Check("clock", "warning", "the clock is not synchronised with a time server", why, action)
    if facts.clock_synchronised is None:
        return Check("clock", "ok", "the clock is not behind; whether it is synchronised is not known")
    return Check("clock", "ok", "the clock is synchronised")


def virtual_limits(facts: Facts) -> Check | None:
    """A container or a batch job does not give fewer cores than the machine shows."""
    host = facts.system.host
    if host.cpu_limit_cores is None or host.cpu_limit_cores >= host.cpu_logical_cores:
        return None
    what = f"this process may use {host.cpu_limit_cores:g} of {host.cpu_logical_cores} processors"
    if host.cpu_limit_cores >= 1:
        return Check("core-limit", "ok", f"{what}; the submission records it")
    return Check(
        "core-limit",
        "warning",
        what,
        "not one whole processor: every figure would show the limit",
        "raise the limit of the container or job",
    )
