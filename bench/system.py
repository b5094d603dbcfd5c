"""What machine is this: hardware, host and software, in the words of the contract."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from bench.machine.finding import accelerators
from bench.machine.host import detect_host
from bench.machine.identity import hardware
from bench.machine.software import software
from bench.submission import Device, System

if TYPE_CHECKING:
    from bench.submission import Host


def _cpu_device(host: Host) -> Device:
    """The processor as the device of a run without an accelerator."""
    return Device(index=0, name=host.cpu_name, kind="cpu", memory_bytes=host.memory_limit_bytes or host.memory_bytes, memory_source="host")


def detect(backend: str | None) -> System:
    """Read this machine.

    Args:
        backend: ``tensorflow``, ``jax`` or ``torch``. Where it is loaded in this process its own list of devices
            decides; a framework that sees no accelerator makes this a CPU machine, whatever is plugged in.
            Where it is not loaded, or None, the vendors' libraries are asked. Nothing is imported.

    Returns:
        The system; it holds no user, host name, serial, UUID, address or path.
    """
    host = detect_host()
    devices = tuple(found.device for found in accelerators(backend)) or (_cpu_device(host),)
    hardware_id, hardware_name = hardware(devices[0])
    return System(
        hardware_id=hardware_id,
        hardware_name=hardware_name,
        devices=devices,
        nodes=(len(devices),),
        host=host,
        software=software(backend),
    )


def peak_host_bytes() -> int:
    """Largest resident memory of this process so far, in bytes."""
    if sys.platform == "win32":
        import psutil

        return int(psutil.Process().memory_info().peak_wset)
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
