"""The CUDA driver's own list of devices: the frameworks' order, after ``CUDA_VISIBLE_DEVICES``, without a context.

NVML counts all cards by PCI address; CUDA by speed or by ``CUDA_DEVICE_ORDER``. Only names in both lists
(UUID or PCI address) join them. Functions and attribute numbers: CUDA Driver API reference, device management.
"""

from __future__ import annotations

import ctypes
import sys
import uuid
from dataclasses import dataclass
from typing import Any

_CAPABILITY_MAJOR, _CAPABILITY_MINOR = 75, 76


@dataclass(frozen=True)
class CudaDevice:
    """A device as the CUDA driver sees it."""

    name: str
    memory_bytes: int
    identities: tuple[str, ...]
    compute_capability: str | None


def _library() -> Any:  # noqa: ANN401 - a ctypes library
    for name in ("nvcuda.dll",) if sys.platform == "win32" else ("libcuda.so.1", "libcuda.so"):
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


def _identities(cuda: Any, device: ctypes.c_int) -> tuple[str, ...]:  # noqa: ANN401
    raw = (ctypes.c_ubyte * 16)()
    address = ctypes.create_string_buffer(32)
    found = []
    call = getattr(cuda, "cuDeviceGetUuid_v2", None) or cuda.cuDeviceGetUuid
    if call(raw, device) == 0:
        text = str(uuid.UUID(bytes=bytes(raw)))
        found += [f"GPU-{text}", f"MIG-{text}"]
    if cuda.cuDeviceGetPCIBusId(address, len(address), device) == 0:
        found.append(address.value.decode("ascii", "replace"))
    return tuple(found)


def _capability(cuda: Any, device: ctypes.c_int) -> str | None:  # noqa: ANN401
    parts = []
    for attribute in (_CAPABILITY_MAJOR, _CAPABILITY_MINOR):
        value = ctypes.c_int()
        if cuda.cuDeviceGetAttribute(ctypes.byref(value), attribute, device):
            return None
        parts.append(str(value.value))
    return ".".join(parts)


def _describe(cuda: Any, ordinal: int) -> CudaDevice:  # noqa: ANN401
    device, memory, name = ctypes.c_int(), ctypes.c_size_t(), ctypes.create_string_buffer(256)
    cuda.cuDeviceGet(ctypes.byref(device), ordinal)
    cuda.cuDeviceGetName(name, len(name), device)
    cuda.cuDeviceTotalMem_v2(ctypes.byref(memory), device)
    return CudaDevice(name.value.decode("utf-8", "replace"), memory.value, _identities(cuda, device), _capability(cuda, device))


def cuda_devices() -> tuple[CudaDevice, ...] | None:
    """Devices in the frameworks' order; None when there is no CUDA driver or it does not start."""
    cuda = _library()
    count = ctypes.c_int()
    if cuda is None or cuda.cuInit(0) or cuda.cuDeviceGetCount(ctypes.byref(count)):
        return None
    return tuple(_describe(cuda, ordinal) for ordinal in range(count.value))
