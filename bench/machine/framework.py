"""What the loaded framework itself says of its devices. Nothing is imported that is not loaded already."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from bench.machine.accelerator import Accelerator
from bench.machine.reading import clean_name, clean_version, positive
from bench.submission import Device

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.fields import DeviceKind

_VENDORS = (
    ("nvidia", ("nvidia", "geforce", "tesla", "quadro", "rtx")),
    ("amd", ("amd", "radeon", "instinct", "gfx")),
    ("apple", ("apple", "metal", "mps")),
    ("intel", ("intel", "xpu")),
    ("google", ("tpu",)),
)


def loaded_backend() -> str | None:
    """The backend that Keras was loaded with in this process, or None."""
    return os.environ.get("KERAS_BACKEND", "tensorflow") if "keras" in sys.modules else None


def vendor_of(name: str) -> str:
    """Vendor by the words of a device name; NVIDIA's data-centre cards may carry none."""
    low = name.lower()
    return next((vendor for vendor, marks in _VENDORS if any(mark in low for mark in marks)), "unknown")


class _Seen(NamedTuple):
    """One device in a framework's own words."""

    name: str
    kind: DeviceKind = "gpu"
    memory_bytes: int | None = None
    compute_capability: str | None = None


def _accelerator(index: int, seen: _Seen, backend: str) -> Accelerator:
    device = Device(
        index=index,
        name=clean_name(seen.name) or "accelerator",
        kind=seen.kind,
        memory_bytes=seen.memory_bytes,
        memory_source=backend if seen.memory_bytes else None,
        compute_capability=clean_version(seen.compute_capability),
    )
    return Accelerator(device, vendor_of(device.name))


def _tensorflow(tf: Any) -> Iterator[_Seen]:  # noqa: ANN401
    for device in tf.config.list_physical_devices("GPU"):
        details = tf.config.experimental.get_device_details(device)
        pair = details.get("compute_capability")
        yield _Seen(details.get("device_name", "GPU"), compute_capability=".".join(map(str, pair)) if pair else None)
    for _ in tf.config.list_physical_devices("TPU"):
        yield _Seen("TPU", "tpu")


def _jax(jax: Any) -> Iterator[_Seen]:  # noqa: ANN401
    for device in jax.local_devices():
        if device.platform == "tpu":
            yield _Seen(device.device_kind, "tpu")
        elif device.platform != "cpu":
            yield _Seen(device.device_kind, compute_capability=getattr(device, "compute_capability", None))


def _torch_module(module: Any, *, cuda: bool) -> Iterator[_Seen]:  # noqa: ANN401
    for index in range(module.device_count()):
        facts = module.get_device_properties(index)
        capability = f"{facts.major}.{facts.minor}" if cuda else None
        yield _Seen(facts.name, memory_bytes=positive(facts.total_memory), compute_capability=capability)


def _torch(torch: Any) -> Iterator[_Seen]:  # noqa: ANN401
    xpu = getattr(torch, "xpu", None)
    if torch.cuda.is_available():
        yield from _torch_module(torch.cuda, cuda=torch.version.hip is None)
    elif xpu is not None and xpu.is_available():
        yield from _torch_module(xpu, cuda=False)
    elif torch.backends.mps.is_available():
        yield _Seen("Apple GPU")


_READERS = {"tensorflow": _tensorflow, "jax": _jax, "torch": _torch}


def framework_devices(backend: str | None) -> list[Accelerator] | None:
    """Accelerators of a loaded backend, in its order; empty when it runs on the CPU, None when it is not loaded."""
    module = sys.modules.get(backend) if backend else None
    if backend is None or module is None:
        return None
    return [_accelerator(index, seen, backend) for index, seen in enumerate(_READERS[backend](module))]
