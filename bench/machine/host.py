"""The machine around the accelerators: processor, memory, operating system, container."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from pathlib import Path

import psutil

from bench.machine import cgroup
from bench.machine.reading import clean_name, output_of, positive, read_text
from bench.submission import Host

_ROOT = Path("/")
_CONTAINER_FILES = (".dockerenv", "run/.containerenv", ".singularity.d", "run/systemd/container")
_CONTAINER_VARIABLES = ("KUBERNETES_SERVICE_HOST", "SINGULARITY_CONTAINER", "APPTAINER_CONTAINER", "container")
_CONTAINER_GROUPS = re.compile(r"docker|kubepods|containerd|lxc|libpod|podman")


def cpuinfo_fields(cpuinfo: str) -> dict[str, str]:
    """Fields of the first processor in the text of ``/proc/cpuinfo``, and those that stand once for all."""
    found: dict[str, str] = {}
    for line in cpuinfo.splitlines():
        key, separator, value = line.partition(":")
        if separator:
            found.setdefault(key.strip(), value.strip())
    return found


def _lscpu_name(text: str | None) -> str | None:
    """``Model name`` in the JSON of ``lscpu -J``: it knows ARM parts, which the kernel gives as numbers only."""
    try:
        rows = json.loads(text or "{}").get("lscpu", [])
    except ValueError:
        return None
    found = {row.get("field", "").rstrip(":"): row.get("data") for row in rows}
    vendor, name = found.get("Vendor ID"), found.get("Model name")
    if not name or name == "-":
        return None
    return f"{vendor} {name}" if vendor in ("ARM", "Ampere", "Apple", "Fujitsu", "NVIDIA") else name


def _windows_name() -> str | None:
    if sys.platform != "win32":
        return None
    import winreg

    with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, r"HARDWARE\DESCRIPTION\System\CentralProcessor\0") as key:
        return str(winreg.QueryValueEx(key, "ProcessorNameString")[0])


def cpu_name(root: Path = _ROOT) -> str:
    """The processor as it names itself."""
    if sys.platform == "darwin":
        raw = output_of(["sysctl", "-n", "machdep.cpu.brand_string"])
    elif sys.platform == "win32":
        raw = _windows_name()
    else:
        fields = cpuinfo_fields(read_text(root / "proc/cpuinfo") or "")
        raw = fields.get("model name") or fields.get("cpu model") or fields.get("cpu") or _lscpu_name(output_of(["lscpu", "-J"]))
    return clean_name(raw) or clean_name(f"{platform.machine()} processor") or "processor"


def physical_cores(cpuinfo: str) -> int | None:
    """Different (socket, core) pairs in ``/proc/cpuinfo``; None where the kernel does not say."""
    sockets = re.findall(r"^physical id\s*:\s*(\d+)", cpuinfo, re.MULTILINE)
    cores = re.findall(r"^core id\s*:\s*(\d+)", cpuinfo, re.MULTILINE)
    return len(set(zip(sockets, cores, strict=True))) or None if len(sockets) == len(cores) else None


def in_container(root: Path = _ROOT) -> bool:
    """Whether this process runs in a container."""
    if any((root / name).exists() for name in _CONTAINER_FILES) or any(name in os.environ for name in _CONTAINER_VARIABLES):
        return True
    return bool(_CONTAINER_GROUPS.search(read_text(root / "proc/1/cgroup") or ""))


def virtualised(root: Path = _ROOT) -> bool | None:
    """Whether a hypervisor stands between this system and the hardware; None where that is not known."""
    if sys.platform == "darwin":
        answer = output_of(["sysctl", "-n", "kern.hv_vmm_present"])
        return answer.strip() == "1" if answer else None
    flags = cpuinfo_fields(read_text(root / "proc/cpuinfo") or "").get("flags")
    return "hypervisor" in flags.split() if flags else None


def operating_system(root: Path = _ROOT) -> str:
    """Name and version of the operating system."""
    if sys.platform == "darwin":
        return clean_name(f"macOS {platform.mac_ver()[0]}") or "macOS"
    if sys.platform == "win32":
        return clean_name(f"Windows {platform.release()} {platform.version()}") or "Windows"
    release = read_text(root / "etc/os-release") or ""
    found = re.search(r'^PRETTY_NAME="?([^"\n]*)"?$', release, re.MULTILINE)
    return clean_name(found.group(1) if found else None) or platform.system() or "unknown"


def usable_cores() -> int | None:
    """Processors that this process may run on, where that is fewer than all."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    allowed = len(os.sched_getaffinity(0))
    return allowed if allowed < (os.cpu_count() or 1) else None


def detect_host(root: Path = _ROOT) -> Host:
    """All that the contract says of the host; nothing that names it or its owner."""
    limits = cgroup.limits(root)
    cores = [value for value in (limits.cores, usable_cores()) if value is not None]
    total = psutil.virtual_memory().total
    cpuinfo = read_text(root / "proc/cpuinfo") or ""
    return Host(
        cpu_name=cpu_name(root),
        cpu_physical_cores=positive(physical_cores(cpuinfo) or psutil.cpu_count(logical=False)),
        cpu_logical_cores=os.cpu_count() or 1,
        cpu_limit_cores=float(min(cores)) if cores else None,
        memory_bytes=total,
        memory_limit_bytes=limits.memory_bytes if limits.memory_bytes and limits.memory_bytes < total else None,
        operating_system=operating_system(root),
        kernel=clean_name(platform.release()) or "unknown",
        container=in_container(root),
        virtualised=virtualised(root),
    )
