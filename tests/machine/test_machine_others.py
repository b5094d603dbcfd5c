"""AMD, Intel and Apple from files and captured-like texts; ids of what the catalogue does not know; software."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planting import FIXTURES, plant
from pydantic import TypeAdapter

from bench.catalog import HARDWARE
from bench.fields import Slug
from bench.machine import amd, apple, intel, software
from bench.machine.identity import hardware, unlisted_id
from bench.submission import Device
from bench.telemetry import apple as apple_telemetry
from bench.telemetry.amd import amd_probe
from bench.telemetry.intel import intel_probe

if TYPE_CHECKING:
    from pathlib import Path

GIB = 1 << 30


@pytest.mark.parametrize("name", ["mi300x-two", "rx7900xtx", "no-card"])
def test_amd(name: str, tmp_path: Path) -> None:
    expected = plant(tmp_path, name, "amd")
    names = amd.smi_names((FIXTURES / "amd/rocm-smi.json").read_text(encoding="utf-8"))
    nodes = amd.kfd_nodes(tmp_path)
    found = amd.found_below(tmp_path, names, range(len(nodes)), nodes)
    assert [item.device.name for item in found] == expected["names"]
    assert [item.device.memory_bytes for item in found] == expected["memory"]
    assert [item.identity for item in found] == expected["identities"]
    assert [item.device.compute_capability for item in found] == expected["gfx"]
    probes = [amd_probe(item, tmp_path) for item in found]
    assert [probe.sample().values["power_watts"] for probe in probes if probe] == pytest.approx(expected["watts"])
    assert "deadbeef" not in "".join(item.device.model_dump_json() for item in found)


def test_amd_values(tmp_path: Path) -> None:
    plant(tmp_path, "mi300x-two", "amd")
    nodes = amd.kfd_nodes(tmp_path)
    found = amd.found_below(tmp_path, {}, [0], nodes)[0]
    probe = amd_probe(found, tmp_path)
    assert probe is not None
    values = probe.sample().values
    assert values["utilization_share"] == pytest.approx(0.97)
    assert values["temperature_celsius"] == pytest.approx(51)
    assert values["clock_hertz"] == pytest.approx(2.1e9)
    assert (found.device.pcie_generation, found.device.pcie_width, found.device.power_limit_watts) == (5, 16, 750.0)


@pytest.mark.parametrize(
    ("environment", "left"),
    [
        ({}, [0, 1, 2, 3]),
        ({"HIP_VISIBLE_DEVICES": "2,0"}, [2, 0]),
        ({"ROCR_VISIBLE_DEVICES": "2,3", "HIP_VISIBLE_DEVICES": "1"}, [3]),
        ({"HIP_VISIBLE_DEVICES": "9"}, []),
        ({"ROCR_VISIBLE_DEVICES": "GPU-abc"}, [0, 1, 2, 3]),
    ],
)
def test_visible(environment: dict[str, str], left: list[int]) -> None:
    assert amd.visible(4, environment) == left


@pytest.mark.parametrize(("number", "name"), [(90402, "gfx942"), (90010, "gfx90a"), (110000, "gfx1100"), (120001, "gfx1201")])
def test_architectures(number: int, name: str) -> None:
    assert amd.architecture(number) == name


@pytest.mark.parametrize(
    "text", [None, "", "not json", "[]", "3", '{"card0": "x"}', '{"card0": {"Card Series": "N/A", "PCI Bus": "0000:03:00.0"}}']
)
def test_smi_nonsense(text: str | None) -> None:
    assert amd.smi_names(text) == {}


def test_smi_keys_of_an_mi250x() -> None:
    """Keys and strings as in ROCm/rocm_smi_lib issue 159 and sebhildebrandt/systeminformation pull request 960."""
    text = '{"card0": {"Card Series": "AMD INSTINCT MI200 (MCM) OAM LC MBA HPE C2", "PCI Bus": "0000:C4:00.0"}}'
    assert amd.smi_names(text) == {"0000:c4:00.0": "AMD INSTINCT MI200 (MCM) OAM LC MBA HPE C2"}


def test_intel_counts_discrete_cards_only(tmp_path: Path) -> None:
    expected = plant(tmp_path, "intel-arc", "amd")
    found = intel.accelerators(tmp_path)
    assert [item.device.name for item in found] == expected["names"]
    probe = intel_probe(found[0], tmp_path)
    assert probe is not None
    sample = probe.sample()
    assert sample.energy_joules == pytest.approx(5.0)
    assert sample.values == pytest.approx({"temperature_celsius": 47.0, "clock_hertz": 2.4e9})


@pytest.mark.parametrize(("name", "names"), [("m3-max", ["Apple M3 Max 40-core GPU"]), ("intel-mac", []), ("no-cores", ["Apple M1"])])
def test_apple(name: str, names: list[str]) -> None:
    found = apple.parsed((FIXTURES / f"apple/{name}.json").read_text(encoding="utf-8"), 64 * GIB)
    assert [item.device.name for item in found] == names
    assert all(item.device.memory_source == "unified" for item in found)
    assert "secret" not in "".join(item.device.model_dump_json() for item in found)


@pytest.mark.parametrize("text", [None, "", "{", "[]", "null", '{"SPDisplaysDataType": [{}]}'])
def test_apple_nonsense(text: str | None) -> None:
    assert apple.parsed(text, GIB) == ()


def test_ioreg() -> None:
    text = (FIXTURES / "apple/ioreg-busy.txt").read_text(encoding="utf-8")
    assert apple_telemetry.parsed(text) == pytest.approx({"utilization_share": 0.94, "memory_bytes": 5368709120})
    assert apple_telemetry.parsed("") == {}


@pytest.mark.parametrize(
    ("name", "memory", "identity"),
    [
        ("Intel(R) Xeon(R) Processor @ 2.80GHz", None, "unlisted-intel-xeon-processor-2.80ghz"),
        ("NVIDIA Imaginary 9000", 24 * GIB, "unlisted-nvidia-imaginary-9000-24gb"),
        ("NVIDIA A100-SXM4-40GB MIG 1g.5gb", 5 * GIB, "unlisted-nvidia-a100-sxm4-40gb-mig-1g.5gb"),
        ("Tesla K80", 11441 << 20, "unlisted-tesla-k80-11gb"),
    ],
)
def test_unlisted(name: str, memory: int | None, identity: str) -> None:
    assert unlisted_id(name, memory) == identity


@given(st.text(max_size=200), st.none() | st.integers(1, 1 << 50))
def test_any_unlisted_id_is_one_of_the_contract(name: str, memory: int | None) -> None:
    TypeAdapter(Slug).validate_python(unlisted_id(name, memory))


@pytest.mark.parametrize(
    ("library", "number", "text"),
    [
        ("cudnn", 91002, "9.10.2"),
        ("cudnn", 8907, "8.9.7"),
        ("cudart", 12080, "12.8"),
        ("cudart", 13000, "13.0"),
        ("nccl", 22304, "2.23.4"),
        ("nccl", 2708, "2.7.8"),
    ],
)
def test_library_versions(library: str, number: int, text: str) -> None:
    assert software.decoded(library, number) == text


def test_library_paths() -> None:
    maps = """7f0-7f1 r-xp 00000000 08:01 123 /opt/venv/lib/python3.11/site-packages/nvidia/cudnn/lib/libcudnn.so.9
7f1-7f2 r-xp 00000000 08:01 124 /opt/venv/lib/libcudnn_graph.so.9
7f2-7f3 r-xp 00000000 08:01 125 /usr/lib/libcudart.so.12
7f3-7f4 rw-p 00000000 00:00 0 [heap]"""
    found = software.library_paths(maps)
    assert set(found) == {"cudnn", "cudart"}
    assert found["cudnn"].endswith("/libcudnn.so.9")
    assert software.library_paths("") == {}


def test_software_of_here() -> None:
    names = [package.name for package in software.software("tensorflow")]
    assert {"python", "numpy"} <= set(names)
    assert "torch" not in names
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("name", "kind", "memory", "identity"),
    [
        ("Tesla V100-SXM2-16GB", "gpu", 16 * GIB, "nvidia-v100-sxm2-16gb"),
        ("NVIDIA H200", "gpu", 150754820096, "nvidia-h200-sxm-141gb"),
        ("NVIDIA GeForce RTX 4060 Laptop GPU", "gpu", 8188 << 20, "nvidia-rtx-4060-laptop"),
        ("AMD Instinct MI300X OAM", "gpu", 206141652992, "amd-mi300x"),
        ("Apple M3 Max 40-core GPU", "gpu", 64 * GIB, "apple-m3-max-40-core"),
        ("Apple M3 Max", "cpu", 64 * GIB, "apple-m3-max-cpu"),
        ("Apple M3 Max", "gpu", 64 * GIB, "unlisted-apple-m3-max-64gb"),
        ("AMD EPYC 7543 32-Core Processor", "cpu", 256 * GIB, "amd-epyc-7543"),
        ("GRID T4-8Q", "gpu", 8 * GIB, "unlisted-grid-t4-8q-8gb"),
    ],
)
def test_canonical_ids(name: str, kind: Any, memory: int, identity: str) -> None:
    assert hardware(Device(index=0, name=name, kind=kind, memory_bytes=memory))[0] == identity


def test_a_slice_is_never_the_card() -> None:
    slice_of_a_card = Device(index=0, name="NVIDIA A100-SXM4-40GB MIG 1g.5gb", kind="gpu", memory_bytes=40 * GIB, mig_profile="1g.5gb")
    assert hardware(slice_of_a_card)[0].startswith("unlisted-")


def test_every_name_of_the_catalogue_fits_the_contract() -> None:
    for row in HARDWARE.values():
        device = Device(index=0, name=row.name, kind=row.kind, memory_bytes=row.memory_bytes)
        TypeAdapter(Slug).validate_python(hardware(device)[0])
