"""Versions of what computes: packages, driver, and the CUDA libraries that this process really loaded."""

from __future__ import annotations

import ctypes
import platform
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from bench.machine.nvml import open_nvml
from bench.machine.reading import clean_version, read_text
from bench.submission import Package

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMON = ("trainboard", "numpy", "keras")
_BY_BACKEND = {
    "tensorflow": ("tensorflow", "tensorflow-cpu", "tensorflow-rocm", "tensorflow-metal", "tf-nightly"),
    "jax": ("jax", "jaxlib", "jax-cuda12-plugin", "jax-cuda13-plugin", "jax-rocm60-plugin", "jax-metal"),
    "torch": ("torch", "triton"),
}
_LIBRARIES = (("cudnn", "cudnnGetVersion"), ("cudart", "cudaRuntimeGetVersion"), ("nccl", "ncclGetVersion"))


def _installed(name: str) -> Package | None:
    try:
        found = clean_version(version(name))
    except PackageNotFoundError:
        return None
    return Package(name=name, version=found) if found else None


def _packages(backend: str | None) -> Iterator[Package | None]:
    names = _BY_BACKEND[backend] if backend else tuple(name for group in _BY_BACKEND.values() for name in group)
    yield Package(name="python", version=platform.python_version())
    for name in (*_COMMON, *names):
        yield _installed(name)


def library_paths(maps: str) -> dict[str, str]:
    """Paths of the CUDA libraries in the text of ``/proc/self/maps``, by short name."""
    found = {}
    for name, _ in _LIBRARIES:
        match = re.search(rf"(/\S*/lib{name}\.so[.0-9]*)$", maps, re.MULTILINE)
        if match:
            found[name] = match.group(1)
    return found


def decoded(name: str, number: int) -> str:
    """A version number as text. cuDNN 9: 91002 is 9.10.2; cuDNN 8: 8907 is 8.9.7; CUDA: 12080 is 12.8; NCCL: 22304 is 2.23.4."""
    if name == "cudart":
        return f"{number // 1000}.{number % 1000 // 10}"
    major = 10_000 if number >= 10_000 else 1000  # noqa: PLR2004 - both libraries changed their base
    return f"{number // major}.{number % major // 100}.{number % 100}"


def _ask_library(name: str, function: str, path: str) -> Package | None:
    try:
        call = getattr(ctypes.CDLL(path), function)
    except (OSError, AttributeError):
        return None
    number = ctypes.c_int()
    if name == "cudnn":
        call.restype = ctypes.c_size_t
        number = ctypes.c_int(call())
    elif call(ctypes.byref(number)):
        return None
    return Package(name="cuda" if name == "cudart" else name, version=decoded(name, number.value)) if number.value > 0 else None


def loaded_libraries() -> Iterator[Package]:
    """The CUDA libraries that this process has loaded, with the versions that they give themselves."""
    paths = library_paths(read_text(Path("/proc/self/maps")) or "")
    for name, function in _LIBRARIES:
        found = _ask_library(name, function, paths[name]) if name in paths else None
        if found is not None:
            yield found


def _driver() -> Iterator[Package | None]:
    nvml = open_nvml()
    driver = clean_version(nvml.text("nvmlSystemGetDriverVersion")) if nvml else None
    supported = nvml.ask("nvmlSystemGetCudaDriverVersion_v2") if nvml else None
    if driver:
        yield Package(name="nvidia-driver", version=driver)
    if supported:
        yield Package(name="cuda-driver", version=decoded("cudart", supported))
    amd = clean_version(read_text(Path("/sys/module/amdgpu/version")))
    rocm = clean_version(read_text(Path("/opt/rocm/.info/version")))
    if amd:
        yield Package(name="amdgpu-driver", version=amd)
    if rocm:
        yield Package(name="rocm", version=rocm)


def software(backend: str | None) -> tuple[Package, ...]:
    """What a run on this backend computes with; of all backends when none is named."""
    return tuple(found for group in (_packages(backend), _driver(), loaded_libraries()) for found in group if found is not None)
