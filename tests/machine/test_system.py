"""``detect`` as a whole: the contract is kept, nothing personal leaves, no framework is loaded."""

from __future__ import annotations

import getpass
import platform
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from planting import FakeNvml

from bench import system
from bench.machine import finding, framework, nvidia
from bench.machine.nvml import Nvml
from bench.submission import System
from bench.telemetry import probes


def test_here() -> None:
    found = system.detect(None)
    assert System.model_validate(found.model_dump()) == found
    assert found.nodes == (len(found.devices),)
    assert found.host.memory_bytes > 1 << 28


def test_nothing_personal() -> None:
    text = system.detect(None).model_dump_json()
    secrets = [getpass.getuser(), socket.gethostname(), platform.node(), str(Path.home()), str(Path.cwd())]
    allowed = {"root", "linux", "debian", "user"}  # words that a system may say of itself
    assert not [secret for secret in secrets if len(secret) > 3 and secret not in allowed and secret in text]


def test_no_framework_is_loaded() -> None:
    code = (
        "import sys; from bench.system import detect; detect('tensorflow'); detect(None); import bench.telemetry, bench.doctor;"
        "print(sorted({'tensorflow', 'keras', 'jax', 'torch'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_peak_memory_is_in_bytes() -> None:
    assert 1 << 24 < system.peak_host_bytes() < 1 << 45


def tensorflow_with(names: list[str]) -> Any:
    """As much of TensorFlow as is asked for its devices."""
    details = {name: {"device_name": name.partition("#")[0], "compute_capability": (7, 0)} for name in names}
    return SimpleNamespace(
        config=SimpleNamespace(
            list_physical_devices=lambda kind: names if kind == "GPU" else [],
            experimental=SimpleNamespace(get_device_details=details.__getitem__),
        )
    )


@pytest.fixture
def two_cards(monkeypatch: pytest.MonkeyPatch) -> Nvml:
    nvml = Nvml(FakeNvml("v100-two"))
    monkeypatch.setattr(finding, "VENDORS", (lambda: nvidia.join(None, nvml),))
    monkeypatch.setattr("bench.telemetry.nvidia.open_nvml", lambda: nvml)
    return nvml


def test_framework_that_sees_the_cards(two_cards: Nvml, monkeypatch: pytest.MonkeyPatch) -> None:
    assert two_cards.handles()
    monkeypatch.setitem(sys.modules, "tensorflow", tensorflow_with(["Tesla V100-SXM2-16GB#0", "Tesla V100-SXM2-16GB#1"]))
    found = system.detect("tensorflow")
    assert [device.kind for device in found.devices] == ["gpu", "gpu"]
    assert found.devices[0].power_limit_watts == 300
    assert found.nodes == (2,)


def test_framework_that_sees_no_card_makes_it_a_processor_machine(two_cards: Nvml, monkeypatch: pytest.MonkeyPatch) -> None:
    assert two_cards.handles()
    monkeypatch.setitem(sys.modules, "tensorflow", tensorflow_with([]))
    assert [device.kind for device in system.detect("tensorflow").devices] == ["cpu"]
    monkeypatch.setattr(probes, "loaded_backend", lambda: "tensorflow")
    assert [type(probe).__name__ for probe in probes.probes_for((0,))] == ["HostProbe", "ProcessorProbe"]


def test_probes_are_those_of_the_devices_used(two_cards: Nvml, monkeypatch: pytest.MonkeyPatch) -> None:
    assert two_cards.handles()
    monkeypatch.setattr(probes, "loaded_backend", lambda: None)
    assert [probe.device for probe in probes.probes_for((1,))] == [None, 1]
    assert [probe.device for probe in probes.probes_for((0, 1))] == [None, 0, 1]


def test_jax_and_torch_devices() -> None:
    gpu = SimpleNamespace(platform="gpu", device_kind="NVIDIA H200", compute_capability="9.0")
    tpu, cpu = SimpleNamespace(platform="tpu", device_kind="TPU v5e"), SimpleNamespace(platform="cpu", device_kind="cpu")
    seen = list(framework._jax(SimpleNamespace(local_devices=lambda: [gpu, tpu, cpu])))
    assert [(item.name, item.kind, item.compute_capability) for item in seen] == [("NVIDIA H200", "gpu", "9.0"), ("TPU v5e", "tpu", None)]
    properties = SimpleNamespace(name="AMD Instinct MI300X", total_memory=206_000_000_000, major=9, minor=4)
    cuda = SimpleNamespace(is_available=lambda: True, device_count=lambda: 1, get_device_properties=lambda _index: properties)
    torch = SimpleNamespace(cuda=cuda, version=SimpleNamespace(hip="6.2"))
    found = list(framework._torch(torch))
    assert [(item.name, item.memory_bytes, item.compute_capability) for item in found] == [("AMD Instinct MI300X", 206_000_000_000, None)]


def test_a_machine_that_tells_nothing_is_a_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "VENDORS", ())
    found = system.detect(None)
    assert [device.kind for device in found.devices] == ["cpu"]
    assert found.devices[0].name == found.host.cpu_name
