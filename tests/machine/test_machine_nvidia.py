"""NVIDIA cards through a stand-in of NVML, and every name that is asked of the real one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from planting import FIXTURES, NVML_CARDS, FakeNvml

import bench
from bench.machine import nvidia
from bench.machine.accelerator import Accelerator
from bench.machine.cuda import CudaDevice
from bench.machine.finding import joined
from bench.machine.framework import vendor_of
from bench.machine.nvml import Nvml
from bench.submission import Device
from bench.telemetry.nvidia import NvidiaProbe, nvidia_probe, reasons_of

GIB = 1 << 30


def fake(name: str) -> Nvml:
    return Nvml(FakeNvml(name))


def expected(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FIXTURES / "nvml" / f"{name}.json").read_text(encoding="utf-8"))["expect"]
    return found


@pytest.mark.parametrize("name", NVML_CARDS)
def test_cards(name: str) -> None:
    devices = [found.device for found in nvidia.join(None, fake(name))]
    wanted = expected(name)
    assert [device.name for device in devices] == wanted["names"]
    assert [device.power_limit_watts for device in devices] == wanted["power_limits"]
    assert [device.mig_profile for device in devices] == wanted["mig"]
    assert [device.index for device in devices] == list(range(len(devices)))


@pytest.mark.parametrize("name", NVML_CARDS)
def test_no_uuid_in_what_leaves(name: str) -> None:
    for found in nvidia.join(None, fake(name)):
        assert "0000-0000" not in found.device.model_dump_json()
        assert "0000-0000" not in repr(found)


@pytest.mark.parametrize("name", NVML_CARDS)
def test_sampling_never_raises_and_leaves_out_what_is_not_there(name: str) -> None:
    nvml = fake(name)
    for found in nvidia.join(None, nvml):
        sample = NvidiaProbe(0, nvml, nvml.handle(found.identity or ""), whole=found.device.mig_profile is None).sample()
        assert all(value >= 0 for value in sample.values.values())


def test_values_and_units() -> None:
    nvml = fake("v100-two")
    cards = nvidia.join(None, nvml)
    probe = nvidia_probe(cards[1], nvml)
    assert probe is not None
    sample = probe.sample()
    assert sample.values["power_watts"] == pytest.approx(250)
    assert sample.values["clock_hertz"] == pytest.approx(1380e6)
    assert sample.values["memory_clock_hertz"] == pytest.approx(877e6)
    assert sample.energy_joules == pytest.approx(1000)
    assert sample.reasons == frozenset()
    assert "fan_share" not in sample.values


def test_slices_have_no_power_of_the_board() -> None:
    nvml = fake("a100-mig")
    for found in nvidia.join(None, nvml):
        probe = nvidia_probe(found, nvml)
        assert probe is not None
        sample = probe.sample()
        assert set(sample.values) == {"memory_bytes"}
        assert (sample.reasons, sample.energy_joules) == (None, None)


def test_old_drivers_have_the_old_name_of_reasons() -> None:
    nvml = fake("rtx4060-laptop")
    sample = NvidiaProbe(0, nvml, nvml.handles()[0]).sample()
    assert sample.reasons == frozenset({"power_cap"})


def test_cuda_order_is_joined_by_identity_and_not_by_place() -> None:
    nvml = fake("v100-two")
    second, first = (
        CudaDevice("Tesla V100", 16 * GIB, (f"GPU-00000000-0000-0000-0000-00000000000{n}", f"MIG-{n}", f"0000:0{n}:00.0"), "7.0")
        for n in (2, 1)
    )
    found = nvidia.join((second, first), nvml)
    assert [item.identity for item in found] == [second.identities[0], first.identities[0]]
    assert [item.device.index for item in found] == [0, 1]


def test_visible_devices_leave_one_card() -> None:
    only = CudaDevice("Tesla V100", 16 * GIB, ("GPU-unknown", "0000:02:00.0"), "7.0")
    found = nvidia.join((only,), fake("v100-two"))
    assert len(found) == 1
    assert found[0].identity == "0000:02:00.0"
    assert found[0].device.memory_source == "nvml"


def test_cuda_without_nvml() -> None:
    found = nvidia.join((CudaDevice("NVIDIA A100-SXM4-40GB MIG 1g.5gb", 5 * GIB, ("MIG-1",), "8.0"),), None)
    assert found[0].identity is None
    assert found[0].device.memory_source == "cuda"
    assert found[0].device.mig_profile == "1g.5gb"
    assert nvidia_probe(found[0], fake("none")) is None


@pytest.mark.parametrize(
    ("name", "profile"),
    [
        ("NVIDIA A100-SXM4-40GB MIG 3g.20gb", "3g.20gb"),
        ("NVIDIA H100 80GB HBM3 MIG 1g.10gb+me", "1g.10gb-me"),
        ("NVIDIA H100 80GB HBM3", None),
        ("MIG 1g.5gb", None),
    ],
)
def test_mig_profiles(name: str, profile: str | None) -> None:
    assert nvidia.mig_profile(name) == profile


@pytest.mark.parametrize(
    ("mask", "reasons"),
    [
        (0x0, set()),
        (0x1, set()),
        (0x2, set()),
        (0x4, {"power_cap"}),
        (0x8, {"hardware_slowdown"}),
        (0x48, {"thermal"}),
        (0x88, {"power_brake"}),
        (0x60, {"thermal"}),
        (0x14, {"power_cap", "other"}),
        (0x100, set()),
    ],
)
def test_reasons(mask: int, reasons: set[str]) -> None:
    assert reasons_of(mask) == reasons


def test_every_nvml_function_that_is_asked_exists() -> None:
    pynvml = pytest.importorskip("pynvml")
    sources = [path.read_text(encoding="utf-8") for path in Path(bench.__file__).parent.rglob("*.py")]
    asked = {name for text in sources for name in re.findall(r'"(nvml[A-Z]\w+)"', text)}
    assert len(asked) > 20
    assert not {name for name in asked if not hasattr(pynvml, name)}


def test_bits_are_those_of_nvml() -> None:
    pynvml = pytest.importorskip("pynvml")
    assert reasons_of(pynvml.nvmlClocksEventReasonSwPowerCap) == {"power_cap"}
    assert reasons_of(pynvml.nvmlClocksEventReasonHwThermalSlowdown) == {"thermal"}
    assert reasons_of(pynvml.nvmlClocksEventReasonSwThermalSlowdown) == {"thermal"}
    assert reasons_of(pynvml.nvmlClocksEventReasonHwPowerBrakeSlowdown) == {"power_brake"}
    assert reasons_of(pynvml.nvmlClocksEventReasonGpuIdle | pynvml.nvmlClocksEventReasonApplicationsClocksSetting) == set()


def device(index: int, name: str, **more: Any) -> Device:
    return Device(index=index, name=name, kind="gpu", **more)


def test_framework_and_vendor_are_joined_when_they_count_the_same() -> None:
    seen = [Accelerator(device(0, "Tesla V100", memory_bytes=15 * GIB, memory_source="torch", compute_capability="7.0"), "nvidia")]
    known = (Accelerator(device(0, "Tesla V100-SXM2-16GB", memory_bytes=16 * GIB, memory_source="nvml"), "nvidia", "GPU-1"),)
    found = joined(seen, known)[0]
    assert (found.device.name, found.device.memory_bytes, found.device.memory_source) == ("Tesla V100-SXM2-16GB", 16 * GIB, "nvml")
    assert found.device.compute_capability == "7.0"
    assert found.identity == "GPU-1"


def test_lists_of_different_length_are_not_joined() -> None:
    seen = [Accelerator(device(0, "Tesla V100"), "nvidia")]
    known = tuple(Accelerator(device(index, "Tesla V100"), "nvidia", f"GPU-{index}") for index in range(2))
    assert joined(seen, known) == tuple(seen)


def test_intel_and_amd_cards_take_the_name_of_the_framework() -> None:
    seen = [Accelerator(device(0, "Intel(R) Arc(TM) A770 Graphics"), "intel")]
    known = (Accelerator(device(0, "Intel GPU 0x56a0"), "intel", "0000:03:00.0"),)
    assert joined(seen, known)[0].device.name == "Intel(R) Arc(TM) A770 Graphics"


@pytest.mark.parametrize(
    ("name", "vendor"),
    [
        ("NVIDIA H200", "nvidia"),
        ("Tesla T4", "nvidia"),
        ("AMD Instinct MI300X", "amd"),
        ("gfx90a", "amd"),
        ("TPU v4", "google"),
        ("xyz", "unknown"),
    ],
)
def test_vendors(name: str, vendor: str) -> None:
    assert vendor_of(name) == vendor
