"""Every check of the doctor fires on a machine that has the trouble, and on no other."""

from __future__ import annotations

import inspect
import signal
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from planting import FakeNvml

from bench.doctor import CHECKS, card_checks, cards, host_checks, judged, render, software_checks
from bench.doctor.check import Check
from bench.doctor.facts import Child, Facts, HeavyProcess, heavy_processes, pci_display_devices, read_child, run_child
from bench.machine.nvml import Nvml
from bench.submission import Device, Host, Package, System

if TYPE_CHECKING:
    from pathlib import Path

GIB = 1 << 30
ANSWER = {
    "version": "2.21.0",
    "accelerators": 1,
    "gpu_build": True,
    "cuda_build": "12.5.1",
    "cudnn_build": "9.3",
    "loaded": {"cudnn": "9.10.2"},
}


def healthy_cards(name: str = "v100-two") -> tuple[cards.Card, ...]:
    nvml = Nvml(FakeNvml(name))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cards, "open_nvml", lambda: nvml)
        patch.setattr(cards, "cuda_devices", lambda: None)
        return cards.states()


def system(**host: Any) -> System:
    facts = {
        "cpu_name": "CPU",
        "cpu_logical_cores": 8,
        "memory_bytes": 32 * GIB,
        "operating_system": "Linux",
        "kernel": "6.1",
        "container": False,
    }
    return System(
        hardware_id="v100",
        hardware_name="V100",
        devices=(Device(index=0, name="V100", kind="gpu"),),
        host=Host.model_validate(facts | host),
        software=(Package(name="cuda-driver", version="12.4"),),
    )


def healthy(**changes: Any) -> Facts:
    facts = Facts(
        backend="tensorflow",
        system=system(),
        child=Child(dict(ANSWER)),
        cards=healthy_cards(),
        pci_nvidia=2,
        amd_cards=0,
        nvidia_device_file=True,
        kfd_accessible=True,
        nvml_package=True,
        disk_free_bytes=100 * GIB,
        temporary_free_bytes=100 * GIB,
        memory_available_bytes=20 * GIB,
        load_average=0.2,
        processes=(),
        on_battery=False,
        clock_synchronised=True,
        unix_time=2_000_000_000.0,
        newest_file_time=1_900_000_000.0,
        cpu_flags=frozenset({"avx", "avx2", "fma"}),
    )
    return replace(facts, **changes)


def child(**changes: Any) -> Child:
    return Child(ANSWER | changes)


def test_a_healthy_machine_is_well() -> None:
    checks = judged(healthy())
    assert {check.status for check in checks} == {"ok"}
    assert "nothing would spoil a run" in render(checks)


NO_CARDS: dict[str, Any] = {"cards": (), "pci_nvidia": 0}
ILL: list[tuple[str, str, dict[str, Any], str]] = [
    (
        "framework",
        "blocking",
        {"child": Child(None, error="ModuleNotFoundError: No module named 'tensorflow'")},
        'pip install ".[tensorflow]"',
    ),
    ("framework", "blocking", {"child": Child(None, error="ImportError: libfoo.so")}, "libfoo.so"),
    ("framework", "blocking", {"child": Child(None, timed_out=True)}, "two minutes"),
    ("framework", "blocking", {"child": Child(None, "SIGSEGV")}, "SIGSEGV"),
    ("processor-instructions", "blocking", {"child": Child(None, "SIGILL"), "cpu_flags": frozenset({"sse2"})}, "no avx, avx2, fma"),
    ("accelerator-used", "blocking", {"child": child(accelerators=0)}, "2 card(s)"),
    ("accelerator-used", "blocking", {"child": child(accelerators=0, gpu_build=False)}, "tensorflow-cuda"),
    ("accelerator-used", "warning", {**NO_CARDS, "amd_cards": 1, "child": child(accelerators=0, gpu_build=False)}, "ROCm"),
    ("card-reachable", "blocking", {"cards": (), "nvidia_device_file": False, "system": system(container=True)}, "--gpus all"),
    ("card-reachable", "blocking", {"cards": (), "nvidia_device_file": False}, "install the NVIDIA driver"),
    ("card-permitted", "blocking", {"kfd_accessible": False}, "render"),
    ("driver-cuda", "blocking", {"child": child(cuda_build="13.0")}, "supports CUDA 12.4"),
    ("cudnn", "blocking", {"child": child(loaded={"cudnn": "9.1.0"})}, "9.1.0"),
    ("cudnn", "blocking", {"child": child(loaded={"cudnn": "8.9.7"})}, "8.9.7"),
    ("telemetry", "warning", {"cards": (), "nvml_package": False}, ".[nvidia]"),
    ("telemetry", "warning", {"cards": ()}, "NVML does not answer"),
    ("card-free", "warning", {"cards": healthy_cards("everything-wrong")}, "100% busy though no process is listed"),
    ("card-memory", "warning", {"cards": healthy_cards("everything-wrong")}, "30.0 of 40.0 GiB"),
    ("power-limit", "warning", {"cards": healthy_cards("everything-wrong")}, "200 W"),
    ("persistence", "warning", {"cards": healthy_cards("everything-wrong")}, "nvidia-smi -pm 1"),
    ("memory-errors", "warning", {"cards": healthy_cards("everything-wrong")}, "could not be replaced"),
    ("link-width", "warning", {"cards": healthy_cards("everything-wrong")}, "4 of 16 lanes"),
    ("thermal", "warning", {"cards": healthy_cards("everything-wrong")}, "held back by heat"),
    ("thermal", "warning", {"cards": tuple(replace(card, temperature_celsius=85.0) for card in healthy_cards())}, "85 degrees"),
    ("card-free", "warning", {"cards": tuple(replace(card, other_processes=3) for card in healthy_cards())}, "3 other process"),
    ("memory-errors", "warning", {"cards": tuple(replace(card, uncorrected_errors=5) for card in healthy_cards())}, "5 uncorrected"),
    ("disk", "warning", {"disk_free_bytes": GIB // 2}, "0.50 GiB"),
    ("disk", "warning", {"temporary_free_bytes": 0}, "temporary files"),
    ("memory", "warning", {"memory_available_bytes": GIB}, "1.00 GiB"),
    ("other-work", "warning", {"processes": (HeavyProcess("compiler", 7, 3.0),)}, "compiler (7): 3.0 cores"),
    ("other-work", "warning", {"load_average": 9.0}, "9.0 on 8 cores"),
    ("core-limit", "warning", {"system": system(cpu_limit_cores=0.5)}, "0.5 of 8"),
    ("mains-power", "warning", {"on_battery": True}, "plug"),
    ("clock", "blocking", {"unix_time": 1_000_000_000.0}, "behind"),
    ("clock", "warning", {"clock_synchronised": False}, "not synchronised"),
]


@pytest.mark.parametrize(("identity", "status", "changes", "words"), ILL)
def test_each_trouble_is_found_and_told(identity: str, status: str, changes: dict[str, Any], words: str) -> None:
    checks = judged(healthy(**changes))
    found = next(check for check in checks if check.id == identity)
    assert found.status == status
    line = next(line for line in render(checks).splitlines() if f" {identity}: " in line)
    assert words in line
    assert found.why
    assert found.action


def test_every_check_is_in_the_tuple_and_can_fire() -> None:
    modules = (software_checks, card_checks, host_checks)
    written = {
        function
        for module in modules
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if not name.startswith("_") and function.__module__ == module.__name__
    }
    assert written == set(CHECKS)
    fired = {check for check in CHECKS for _, _, changes, _ in ILL if (found := check(healthy(**changes))) and found.status != "ok"}
    assert fired == set(CHECKS)


def test_one_line_a_check() -> None:
    checks = judged(healthy(cards=healthy_cards("everything-wrong")))
    assert len(render(checks).splitlines()) == len(checks) + 1


def test_a_machine_without_a_card() -> None:
    facts = healthy(**NO_CARDS, kfd_accessible=None, child=child(accelerators=0, gpu_build=False, loaded={}), on_battery=None)
    checks = judged(facts)
    assert {check.status for check in checks} == {"ok"}
    assert not {check.id for check in checks} & {"power-limit", "thermal", "mains-power", "card-permitted"}


@pytest.mark.parametrize("name", ["vgpu", "a100-mig", "nameless", "old-kepler-bytes", "none"])
def test_cards_that_do_not_tell_are_not_blamed(name: str) -> None:
    assert not any(check.blocks for check in judged(healthy(cards=healthy_cards(name))))
    assert [check for check in judged(healthy(cards=healthy_cards(name))) if check.id == "power-limit" and check.status != "ok"] == []


def test_only_blocking_blocks() -> None:
    assert [Check("x", status, "y").blocks for status in ("ok", "warning", "blocking")] == [False, False, True]


def test_a_real_illegal_instruction_becomes_a_word() -> None:
    code = f"import os, signal; os.kill(os.getpid(), signal.{signal.SIGILL.name})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert read_child(done.returncode, done.stdout, done.stderr).signal == "SIGILL"


def test_a_wheel_that_crashes_on_this_processor_becomes_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "jax.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGILL)\n", encoding="ascii")
    monkeypatch.syspath_prepend(str(tmp_path))
    lines = render(judged(healthy(backend="jax", child=run_child("jax"))))
    assert "FAIL processor-instructions: jax uses an instruction that this processor does not have (SIGILL)" in lines


def test_a_wheel_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "jax.py").write_text("import time\ntime.sleep(60)\n", encoding="ascii")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert run_child("jax", timeout_seconds=1.0).timed_out


@pytest.mark.parametrize(
    ("status", "output", "errors", "wanted"),
    [
        (0, 'noise\n{"version": "1"}\n', "", Child({"version": "1"})),
        (0, "", "", Child(None)),
        (0, "not json", "x\ny", Child(None, error="y")),
        (0, "[1]", "", Child(None)),
        (1, "", "Traceback\nImportError: \x1b[31mbad", Child(None, error="ImportError: [31mbad")),
        (-11, "", "", Child(None, "SIGSEGV")),
        (-99, "", "", Child(None, "signal 99")),
    ],
)
def test_reading_the_child(status: int, output: str, errors: str, wanted: Child) -> None:
    assert read_child(status, output, errors) == wanted


def test_a_backend_that_is_not_installed() -> None:
    found = run_child("no_such_backend")
    assert found.facts is None
    assert "no_such_backend" in found.error


def test_display_devices_are_counted_by_maker_and_class(tmp_path: Path) -> None:
    for number, (vendor, kind) in enumerate(
        [("0x10de", "0x030200"), ("0x10de", "0x040300"), ("0x8086", "0x030000"), ("0x10de", "0x030000")]
    ):
        folder = tmp_path / f"sys/bus/pci/devices/0000:0{number}:00.0"
        folder.mkdir(parents=True)
        (folder / "vendor").write_text(vendor, encoding="ascii")
        (folder / "class").write_text(kind, encoding="ascii")
    assert pci_display_devices("0x10de", tmp_path) == 2
    assert pci_display_devices("0x10de", tmp_path / "nowhere") == 0


def test_processes_are_at_most_five_and_sorted() -> None:
    found = heavy_processes(0.05, 0.0)
    assert len(found) <= 5
    assert [process.cores for process in found] == sorted((process.cores for process in found), reverse=True)
