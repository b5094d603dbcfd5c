"""The host's readers on machines that are files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planting import MACHINES, plant

from bench.machine import cgroup, cloud, host
from bench.machine.reading import clean_name, clean_version
from bench.submission import Device, Host

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the files are Linux's")


@pytest.fixture(autouse=True)
def _no_container_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in host._CONTAINER_VARIABLES:
        monkeypatch.delenv(name, raising=False)


def test_machines_are_there() -> None:
    assert len(MACHINES) >= 15


@pytest.mark.parametrize("name", MACHINES)
def test_host(name: str, tmp_path: Path) -> None:
    expected = plant(tmp_path, name)
    cpuinfo = tmp_path / "proc/cpuinfo"
    assert host.physical_cores(cpuinfo.read_text(encoding="utf-8") if cpuinfo.exists() else "") == expected["physical_cores"]
    assert host.in_container(tmp_path) is expected["container"]
    assert host.virtualised(tmp_path) is expected["virtualised"]
    for key, reader in (("cpu_name", host.cpu_name), ("operating_system", host.operating_system)):
        if key in expected:
            assert reader(tmp_path) == expected[key]


@pytest.mark.parametrize("name", MACHINES)
def test_limits(name: str, tmp_path: Path) -> None:
    expected = plant(tmp_path, name)
    assert cgroup.limits(tmp_path) == cgroup.Limits(expected["cores"], expected["memory_bytes"])


@pytest.mark.parametrize("name", MACHINES)
def test_cloud(name: str, tmp_path: Path) -> None:
    expected = plant(tmp_path, name)
    found = cloud.detect_cloud(root=tmp_path)
    assert (found.provider if found else None) == expected["cloud"]
    assert (found.instance if found else None) == expected.get("instance")


@pytest.mark.parametrize("name", MACHINES)
def test_whole_host_keeps_the_contract(name: str, tmp_path: Path) -> None:
    plant(tmp_path, name)
    found = host.detect_host(tmp_path)
    text = Host.model_validate(found.model_dump()).model_dump_json()
    assert "uid_" not in text
    assert "secret" not in text


def test_arm_name_comes_from_lscpu() -> None:
    text = '{"lscpu": [{"field": "Vendor ID:", "data": "ARM"}, {"field": "Model name:", "data": "Neoverse-V1"}]}'
    assert host._lscpu_name(text) == "ARM Neoverse-V1"
    assert host._lscpu_name('{"lscpu": [{"field": "Model name:", "data": "-"}]}') is None
    assert host._lscpu_name("lscpu: nonsense") is None
    assert host._lscpu_name(None) is None


@given(st.text(max_size=300))
def test_any_name_becomes_one_of_the_contract_or_none(text: str) -> None:
    name = clean_name(text)
    if name is not None:
        assert Device(index=0, name=name, kind="gpu").name == name


@pytest.mark.parametrize(("text", "version"), [("550.54.15", "550.54.15"), ("v6.8.5", "v6.8.5"), ("", None), (None, None), ("<b>", "b")])
def test_versions(text: str | None, version: str | None) -> None:
    assert clean_version(text) == version
