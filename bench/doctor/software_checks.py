"""Checks of the framework: does it load, does it use the card, do driver and libraries fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.doctor.check import Check

if TYPE_CHECKING:
    from bench.doctor.facts import Facts

_WHEEL_INSTRUCTIONS = ("avx", "avx2", "fma")
"""What the x86 wheels of TensorFlow and jaxlib on the package index are built for."""


def framework_loads(facts: Facts) -> Check:
    """The framework loads and computes, tried in a process of its own."""
    child, backend = facts.child, facts.backend
    if child.facts is not None:
        return Check("framework", "ok", f"{backend} {child.facts['version']} loads and computes")
    if child.timed_out:
        what, action = "did not load within two minutes", "look at the disk's speed, then run `bench doctor` again"
    elif child.signal:
        what, action = f"ended with {child.signal} while loading", "install the wheel again in a fresh environment"
    elif "No module named" in child.error:
        what, action = f"is not installed: {child.error}", f'run `pip install ".[{backend}]"` in the repository'
    else:
        what, action = f"does not load: {child.error or 'no reason given'}", f"run `python -c 'import {backend}'` and read the message"
    return Check("framework", "blocking", f"{backend} {what}", "nothing can be measured without it", action)


def processor_instructions(facts: Facts) -> Check | None:
    """The wheel's instructions exist on this processor."""
    if facts.child.signal != "SIGILL":
        return None
    missing = [name for name in _WHEEL_INSTRUCTIONS if facts.cpu_flags and name not in facts.cpu_flags]
    lacks = f"; this processor has no {', '.join(missing)}" if missing else ""
    return Check(
        "processor-instructions",
        "blocking",
        f"{facts.backend} uses an instruction that this processor does not have (SIGILL){lacks}",
        "the framework cannot run here at all",
        "take another backend (--backend torch needs fewer instructions) or build the framework for this processor",
    )


def accelerator_used(facts: Facts) -> Check | None:
    """A card that is in the machine is used by the framework."""
    if facts.child.facts is None:
        return None
    used, nvidia = int(facts.child.facts["accelerators"]), max(facts.pci_nvidia, len(facts.cards))
    if used:
        return Check("accelerator-used", "ok", f"{facts.backend} uses {used} accelerator(s)")
    if not nvidia + facts.amd_cards:
        return Check("accelerator-used", "ok", "no accelerator in this machine: the run uses the processor")
    built = facts.child.facts["gpu_build"]
    what = f"{nvidia or facts.amd_cards} card(s) in this machine, but {facts.backend} sees none"
    return Check(
        "accelerator-used",
        "blocking" if nvidia else "warning",
        what if built else f"{what}: this build is for processors only",
        "the run would measure the processor while a card stands idle",
        "mend what the lines on driver and container say" if built else _install(facts.backend, nvidia > 0),
    )


_CUDA_INSTALLS = {
    "tensorflow": '`pip uninstall tensorflow-cpu`, then `pip install ".[tensorflow-cuda]"` in the repository',
    "jax": '`pip install ".[jax-cuda]"` in the repository',
    "torch": "`pip uninstall torch`, then `pip install torch`",
}


def _install(backend: str, nvidia: bool) -> str:  # noqa: FBT001 - of two makers
    return f"run {_CUDA_INSTALLS[backend]}" if nvidia else f"install the ROCm build of {backend} (docs/run-on/amd.md)"


def driver_fits_cuda(facts: Facts) -> Check | None:
    """The driver is new enough for the CUDA version that the framework was built for."""
    driver = next((package.version for package in facts.system.software if package.name == "cuda-driver"), None)
    build = (facts.child.facts or {}).get("cuda_build")
    if driver is None or not build:
        return None
    if _major(driver) >= _major(str(build)):
        return Check("driver-cuda", "ok", f"the driver supports CUDA {driver}, the framework was built for {build}")
    return Check(
        "driver-cuda",
        "blocking",
        f"the driver supports CUDA {driver}, but the framework was built for {build}",
        "kernels do not start, or the framework falls back to the processor",
        f"install a driver that supports CUDA {build}, or a framework built for CUDA {_major(driver)}",
    )


def _major(version: str) -> int:
    head = version.partition(".")[0]
    return int(head) if head.isdigit() else 0


def _pair(version: str) -> tuple[int, int]:
    major, _, rest = version.partition(".")
    return _major(major), _major(rest)


def cudnn_fits(facts: Facts) -> Check | None:
    """The loaded cuDNN is not older than the one that the framework was built for."""
    child = facts.child.facts or {}
    loaded, build = child.get("loaded", {}).get("cudnn"), child.get("cudnn_build")
    if not loaded or not build or "." not in str(build):
        return Check("cudnn", "ok", f"cuDNN {loaded} is loaded") if loaded else None
    have, need = _pair(loaded), _pair(str(build))
    if have[0] == need[0] and have >= need:
        return Check("cudnn", "ok", f"cuDNN {loaded} is loaded, the framework was built for {build}")
    return Check(
        "cudnn",
        "blocking",
        f"cuDNN {loaded} is loaded, but the framework was built for {build}",
        "convolutions and the fused LSTM fail or lose their fast kernel",
        f"install cuDNN {build} or newer of the same major version; look for an older one in LD_LIBRARY_PATH",
    )


def management_library(facts: Facts) -> Check | None:
    """NVML can be asked for power and clocks."""
    if not facts.pci_nvidia or facts.cards:
        return None
    action = "look at the line on the driver" if facts.nvml_package else 'run `pip install ".[nvidia]"` in the repository'
    what = "NVML does not answer" if facts.nvml_package else "the package nvidia-ml-py is missing"
    return Check("telemetry", "warning", what, "the submission would say nothing of power, energy, clocks and throttling", action)
