"""The CUDA driver's list through a stand-in of the library: order, identities, and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from bench.machine import cuda


class FakeCuda:
    """``libcuda`` of two devices; values go through the pointers that the caller passes."""

    cards = (("NVIDIA H200", 150_000_000_000, 1, "0000:18:00.0", (9, 0)), ("Tesla T4", 15_000_000_000, 2, "0000:3B:00.0", (7, 5)))

    def __init__(self, start: int = 0, *, old: bool = False) -> None:
        self.start, self.old = start, old

    def __getattr__(self, name: str) -> Any:
        if name == "cuDeviceGetUuid":
            return self.uuid
        if name == "cuDeviceGetUuid_v2" and not self.old:
            return self.uuid
        raise AttributeError(name)

    def cuInit(self, _flags: int) -> int:  # noqa: N802 - CUDA's names
        return self.start

    def cuDeviceGetCount(self, count: Any) -> int:  # noqa: N802
        count._obj.value = len(self.cards)
        return 0

    def cuDeviceGet(self, device: Any, ordinal: int) -> int:  # noqa: N802
        device._obj.value = ordinal
        return 0

    def cuDeviceGetName(self, name: Any, length: int, device: Any) -> int:  # noqa: N802
        name.value = self.cards[device.value][0].encode()[: length - 1]
        return 0

    def cuDeviceTotalMem_v2(self, memory: Any, device: Any) -> int:  # noqa: N802
        memory._obj.value = self.cards[device.value][1]
        return 0

    def uuid(self, raw: Any, device: Any) -> int:
        raw[15] = self.cards[device.value][2]
        return 0

    def cuDeviceGetPCIBusId(self, address: Any, _length: int, device: Any) -> int:  # noqa: N802
        address.value = self.cards[device.value][3].encode()
        return 0

    def cuDeviceGetAttribute(self, value: Any, attribute: int, device: Any) -> int:  # noqa: N802
        value._obj.value = self.cards[device.value][4][attribute - 75]
        return 0


@pytest.mark.parametrize("old", [False, True])
def test_devices(monkeypatch: pytest.MonkeyPatch, *, old: bool) -> None:
    monkeypatch.setattr(cuda, "_library", lambda: FakeCuda(old=old))
    found = cuda.cuda_devices()
    assert found is not None
    assert [(device.name, device.memory_bytes, device.compute_capability) for device in found] == [
        ("NVIDIA H200", 150_000_000_000, "9.0"),
        ("Tesla T4", 15_000_000_000, "7.5"),
    ]
    ending = "00000000-0000-0000-0000-000000000002"
    assert found[1].identities == (f"GPU-{ending}", f"MIG-{ending}", "0000:3B:00.0")


@pytest.mark.parametrize("library", [None, FakeCuda(start=100)], ids=["no-library", "does-not-start"])
def test_no_driver(monkeypatch: pytest.MonkeyPatch, library: FakeCuda | None) -> None:
    monkeypatch.setattr(cuda, "_library", lambda: library)
    assert cuda.cuda_devices() is None
