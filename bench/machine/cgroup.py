"""Limits that a container or a batch system sets on this process: control groups, version 1 and 2.

Files as in the kernel's documentation: ``cpu.max`` and ``memory.max`` (version 2), ``cpu.cfs_quota_us``,
``cpu.cfs_period_us`` and ``memory.limit_in_bytes`` (version 1).
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from bench.machine.reading import read_integer, read_text

if TYPE_CHECKING:
    from collections.abc import Iterator

_NO_LIMIT = 1 << 60  # version 1 writes "none" as the largest page-aligned number
_FIELDS = 3
_Number = TypeVar("_Number", int, float)


class Limits(NamedTuple):
    """What the control group allows; None where it sets no limit."""

    cores: float | None
    memory_bytes: int | None


def _groups(membership: str) -> dict[str, PurePosixPath]:
    """Path of this process's group by controller; the key of version 2 is the empty string."""
    found = {}
    for line in membership.splitlines():
        parts = line.split(":", 2)
        if len(parts) == _FIELDS:
            found.update(dict.fromkeys(parts[1].split(","), PurePosixPath(parts[2])))
    return found


def _chain(mount: Path, group: PurePosixPath) -> Iterator[Path]:
    """The folders of a group and all its parents; inside a container the path may lie outside the mount."""
    parts = [part for part in group.parts if part not in ("/", "..")]
    for length in range(len(parts), -1, -1):
        folder = mount.joinpath(*parts[:length])
        if folder.is_dir():
            yield folder


def _quota_v2(folder: Path) -> float | None:
    quota, _, period = (read_text(folder / "cpu.max") or "max").partition(" ")
    return int(quota) / int(period) if quota.isdigit() and period.isdigit() and int(period) else None


def _quota_v1(folder: Path) -> float | None:
    quota, period = read_integer(folder / "cpu.cfs_quota_us"), read_integer(folder / "cpu.cfs_period_us")
    return quota / period if quota and period and quota > 0 else None


def _least(values: list[_Number | None]) -> _Number | None:
    return min((value for value in values if value is not None), default=None)


def limits(root: Path = Path("/")) -> Limits:
    """The tightest limits on the way from this process's group to the root."""
    groups = _groups(read_text(root / "proc/self/cgroup") or "")
    mount = root / "sys/fs/cgroup"
    cores: list[float | None] = []
    memory: list[int | None] = []
    if "" in groups:
        for folder in _chain(mount, groups[""]):
            cores.append(_quota_v2(folder))
            memory.append(read_integer(folder / "memory.max"))
    if "cpu" in groups:
        joined = next((name for name in ("cpu", "cpu,cpuacct", "cpuacct,cpu") if (mount / name).is_dir()), "cpu")
        cores += [_quota_v1(folder) for folder in _chain(mount / joined, groups["cpu"])]
    if "memory" in groups:
        memory += [read_integer(folder / "memory.limit_in_bytes") for folder in _chain(mount / "memory", groups["memory"])]
    return Limits(_least(cores), _least([value for value in memory if value is not None and 0 < value < _NO_LIMIT]))
