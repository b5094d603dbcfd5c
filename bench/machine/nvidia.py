"""NVIDIA cards: NVML's facts in CUDA's order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bench.machine.accelerator import Accelerator
from bench.machine.cuda import cuda_devices
from bench.machine.nvml import open_nvml
from bench.machine.reading import clean_name, positive
from bench.submission import Device

if TYPE_CHECKING:
    from bench.machine.cuda import CudaDevice
    from bench.machine.nvml import Nvml

_MIG = re.compile(r"\s+MIG\s+(\d+g\.\d+gb\S*)$", re.IGNORECASE)


def mig_profile(name: str) -> str | None:
    """The slice in a name such as ``NVIDIA A100-SXM4-40GB MIG 1g.5gb``; None for a whole card."""
    found = _MIG.search(name)
    return re.sub(r"[^a-z0-9.]+", "-", found.group(1).lower()).strip("-") if found else None


def _watts(milliwatts: int | None) -> float | None:
    return milliwatts / 1000 if milliwatts else None


def _switch(answer: Any) -> bool | None:  # noqa: ANN401 - NVML gives 0, 1, a pair or nothing
    current = answer[0] if isinstance(answer, (list, tuple)) else answer
    return None if current is None else bool(current)


def _capability(nvml: Nvml, handle: Any) -> str | None:  # noqa: ANN401
    pair = nvml.ask("nvmlDeviceGetCudaComputeCapability", handle)
    return f"{pair[0]}.{pair[1]}" if pair else None


def nvml_device(nvml: Nvml, handle: Any, index: int) -> Device:  # noqa: ANN401
    """The contract's facts of a card or MIG slice.

    The link generation is the highest that card and slot agree on: the current one drops when a card idles.
    Power belongs to the whole board, so that a slice has none.
    """
    name = clean_name(nvml.text("nvmlDeviceGetName", handle)) or "NVIDIA device"
    memory = nvml.ask("nvmlDeviceGetMemoryInfo", handle)
    total = positive(memory.total) if memory else None
    whole = mig_profile(name) is None and not nvml.ask("nvmlDeviceIsMigDeviceHandle", handle)
    return Device(
        index=index,
        name=name,
        kind="gpu",
        memory_bytes=total,
        memory_source="nvml" if total else None,
        mig_profile=mig_profile(name),
        power_limit_watts=_watts(nvml.ask("nvmlDeviceGetEnforcedPowerLimit", handle)) if whole else None,
        default_power_limit_watts=_watts(nvml.ask("nvmlDeviceGetPowerManagementDefaultLimit", handle)) if whole else None,
        pcie_generation=positive(nvml.ask("nvmlDeviceGetMaxPcieLinkGeneration", handle)),
        pcie_width=positive(nvml.ask("nvmlDeviceGetCurrPcieLinkWidth", handle)),
        pcie_width_maximum=positive(nvml.ask("nvmlDeviceGetMaxPcieLinkWidth", handle)),
        ecc_enabled=_switch(nvml.ask("nvmlDeviceGetEccMode", handle)),
        persistence_enabled=_switch(nvml.ask("nvmlDeviceGetPersistenceMode", handle)),
        compute_capability=_capability(nvml, handle),
    )


def _from_cuda(found: CudaDevice, nvml: Nvml | None, index: int) -> Accelerator:
    for identity in found.identities if nvml else ():
        handle = nvml.handle(identity) if nvml else None
        if handle is not None:
            return Accelerator(nvml_device(nvml, handle, index), "nvidia", identity)  # type: ignore[arg-type]
    name = clean_name(found.name) or "NVIDIA device"
    device = Device(
        index=index,
        name=name,
        kind="gpu",
        memory_bytes=positive(found.memory_bytes),
        memory_source="cuda" if found.memory_bytes else None,
        mig_profile=mig_profile(name),
        compute_capability=found.compute_capability,
    )
    return Accelerator(device, "nvidia")


def join(cuda: tuple[CudaDevice, ...] | None, nvml: Nvml | None) -> tuple[Accelerator, ...]:
    """Cards in CUDA's order where CUDA starts, else in NVML's."""
    if cuda is not None:
        return tuple(_from_cuda(found, nvml, index) for index, found in enumerate(cuda))
    if nvml is None:
        return ()
    handles = nvml.handles()
    return tuple(
        Accelerator(nvml_device(nvml, handle, index), "nvidia", nvml.text("nvmlDeviceGetUUID", handle))
        for index, handle in enumerate(handles)
    )


def accelerators() -> tuple[Accelerator, ...]:
    """The NVIDIA cards that a framework in this process would see."""
    return join(cuda_devices(), open_nvml())
