"""Everything that the checks look at, gathered once: the checks themselves are pure."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from bench.doctor.cards import states
from bench.machine import amd
from bench.machine.reading import output_of, read_text
from bench.system import detect

if TYPE_CHECKING:
    from bench.doctor.cards import Card
    from bench.submission import System

CHILD_SECONDS = 120.0
_PROCESS_SECONDS = 0.4
_LEAST_CARD_MEMORY = 4 << 30


@dataclass(frozen=True)
class Child:
    """What became of the process that loaded the framework.

    Attributes:
        facts: its answer; None when it gave none.
        signal: name of the signal that ended it, such as ``SIGILL``.
        error: last line that it wrote on stderr.
        timed_out: whether it was still silent after two minutes.
    """

    facts: dict[str, Any] | None
    signal: str | None = None
    error: str = ""
    timed_out: bool = False


@dataclass(frozen=True)
class HeavyProcess:
    """Another process that takes processor time. Shown on this terminal only."""

    name: str
    pid: int
    cores: float


@dataclass(frozen=True)
class Facts:
    """The machine at the moment of the examination; sizes in bytes, times in seconds."""

    backend: str
    system: System
    child: Child
    cards: tuple[Card, ...]
    pci_nvidia: int
    amd_cards: int
    nvidia_device_file: bool
    kfd_accessible: bool | None
    nvml_package: bool
    disk_free_bytes: int
    temporary_free_bytes: int
    memory_available_bytes: int
    load_average: float | None
    processes: tuple[HeavyProcess, ...]
    on_battery: bool | None
    clock_synchronised: bool | None
    unix_time: float
    newest_file_time: float
    cpu_flags: frozenset[str]


def read_child(returncode: int, output: str, errors: str) -> Child:
    """What a finished child says. A negative status is the signal that ended it."""
    lines = errors.strip().splitlines()
    last = "".join(char for char in lines[-1] if char.isprintable())[:300] if lines else ""
    if returncode < 0:
        names = {number.value: number.name for number in signal.Signals}
        return Child(None, names.get(-returncode, f"signal {-returncode}"), last)
    try:
        facts = json.loads(output.strip().splitlines()[-1]) if returncode == 0 else None
    except (ValueError, IndexError):
        facts = None
    return Child(facts if isinstance(facts, dict) else None, None, last)


def run_child(backend: str, timeout_seconds: float = CHILD_SECONDS) -> Child:
    """Load a backend in a process of its own."""
    command = [sys.executable, "-m", "bench.doctor.child", backend]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TF_CPP_MIN_LOG_LEVEL": "3"}
    try:
        done = subprocess.run(  # noqa: S603 - our own module
            command, capture_output=True, text=True, timeout=timeout_seconds, env=environment, check=False, errors="replace"
        )
    except subprocess.TimeoutExpired:
        return Child(None, timed_out=True)
    except OSError as error:
        return Child(None, error=str(error.strerror))
    return read_child(done.returncode, done.stdout, done.stderr)


def pci_display_devices(vendor: str, root: Path = Path("/")) -> int:
    """Display or compute devices of a maker on the bus, whether or not a driver is there."""
    devices = root / "sys/bus/pci/devices"
    folders = devices.glob("*") if devices.is_dir() else ()
    kinds = [(read_text(folder / "vendor"), read_text(folder / "class") or "") for folder in folders]
    return sum(maker == vendor and kind.startswith(("0x0300", "0x0302", "0x0380", "0x1200")) for maker, kind in kinds)


def heavy_processes(seconds: float = _PROCESS_SECONDS, least_cores: float = 0.25) -> tuple[HeavyProcess, ...]:
    """Other processes that used more than a quarter of a core just now, the heaviest first."""
    others = [process for process in psutil.process_iter() if process.pid != os.getpid()]
    before = {process: _processor_seconds(process) for process in others}
    time.sleep(seconds)
    found = []
    for process, earlier in before.items():
        later = _processor_seconds(process)
        cores = (later - earlier) / seconds if earlier is not None and later is not None else 0.0
        if cores >= least_cores:
            found.append(HeavyProcess(_name(process), process.pid, cores))
    return tuple(sorted(found, key=lambda process: -process.cores)[:5])


def _processor_seconds(process: psutil.Process) -> float | None:
    try:
        times = process.cpu_times()
    except psutil.Error:
        return None
    return float(times.user + times.system)


def _name(process: psutil.Process) -> str:
    try:
        return "".join(char for char in process.name() if char.isprintable())[:40]
    except psutil.Error:
        return "a process"


def _on_battery() -> bool | None:
    try:
        battery = psutil.sensors_battery() if hasattr(psutil, "sensors_battery") else None
    except (OSError, RuntimeError, ValueError):
        return None
    return None if battery is None or battery.power_plugged is None else not battery.power_plugged


def _clock_synchronised() -> bool | None:
    answer = (output_of(["timedatectl", "show", "--property=NTPSynchronized", "--value"], 2.0) or "").strip()
    return {"yes": True, "no": False}.get(answer)


def _kfd_accessible() -> bool | None:
    device = Path("/dev/kfd")
    return os.access(device, os.R_OK | os.W_OK) if device.exists() else None


def _amd_cards() -> int:
    """Cards with memory of their own: the graphics inside a processor are no loss when idle."""
    return sum((found.device.memory_bytes or 0) >= _LEAST_CARD_MEMORY for found in amd.accelerators())


def _memory_available(system: System) -> int:
    available = int(psutil.virtual_memory().available)
    limit = system.host.memory_limit_bytes
    return available if limit is None else min(available, max(0, limit - psutil.Process().memory_info().rss))


def _nvml_package() -> bool:
    try:
        import pynvml  # noqa: F401
    except ImportError:
        return False
    return True


def _cpu_flags() -> frozenset[str]:
    from bench.machine.host import cpuinfo_fields

    fields = cpuinfo_fields(read_text(Path("/proc/cpuinfo")) or "")
    return frozenset((fields.get("flags") or fields.get("Features") or "").split())


def gather(backend: str) -> Facts:
    """Look at this machine: first what the child's load would disturb, then the child."""
    processes, found = heavy_processes(), states()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    system = detect(None)
    return Facts(
        backend=backend,
        system=system,
        child=run_child(backend),
        cards=found,
        pci_nvidia=pci_display_devices("0x10de"),
        amd_cards=_amd_cards(),
        nvidia_device_file=any(Path("/dev").glob("nvidia[0-9]*")) or Path("/dev/dxg").exists(),
        kfd_accessible=_kfd_accessible(),
        nvml_package=_nvml_package(),
        disk_free_bytes=shutil.disk_usage(Path.cwd()).free,
        temporary_free_bytes=shutil.disk_usage(tempfile.gettempdir()).free,
        memory_available_bytes=_memory_available(system),
        load_average=load,
        processes=processes,
        on_battery=_on_battery(),
        clock_synchronised=_clock_synchronised(),
        unix_time=time.time(),
        newest_file_time=Path(__file__).stat().st_mtime,
        cpu_flags=_cpu_flags(),
    )
