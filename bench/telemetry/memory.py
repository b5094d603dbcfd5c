"""Peak memory of a run: the framework's own count where it keeps one, else the most that was sampled."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from bench.machine.framework import loaded_backend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.telemetry.energy import Track


def _tensorflow(tf: Any, index: int) -> int | None:  # noqa: ANN401
    return int(tf.config.experimental.get_memory_info(f"GPU:{index}")["peak"])


def _jax(jax: Any, index: int) -> int | None:  # noqa: ANN401
    device = jax.local_devices()[index]
    statistics = None if device.platform == "cpu" else device.memory_stats()
    return statistics.get("peak_bytes_in_use") if statistics else None


def _torch(torch: Any, index: int) -> int | None:  # noqa: ANN401
    return int(torch.cuda.max_memory_allocated(index)) if torch.cuda.is_initialized() else None


_READERS = {"tensorflow": _tensorflow, "jax": _jax, "torch": _torch}


def _framework_peak(indices: Sequence[int]) -> tuple[int | None, str | None]:
    """Most bytes that the loaded framework held on one device, and its name."""
    backend = loaded_backend()
    module = sys.modules.get(backend) if backend else None
    if backend is None or module is None:
        return None, None
    try:
        peaks = [_READERS[backend](module, index) for index in indices]
    except Exception:  # noqa: BLE001 - each framework has its own errors for "no such device"
        return None, None
    found = [value for value in peaks if value]
    return (max(found), backend) if found else (None, None)


def peak_bytes(indices: Sequence[int], sampled: Sequence[Track]) -> tuple[int | None, str | None]:
    """Peak bytes on one device and where the figure is from; a framework's pool hides its use from the vendor's view."""
    own, source = _framework_peak(indices)
    if own is not None:
        return own, source
    values = [value for track in sampled for value in track.values]
    return (int(max(values)), "sampled") if values and max(values) >= 1 else (None, None)
