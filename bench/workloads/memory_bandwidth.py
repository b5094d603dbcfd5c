"""Scale an array in place of a new one, again and again: the ceiling of memory traffic, in bytes per second."""

from __future__ import annotations

from dataclasses import replace

from bench.workloads.facts import Preset, Workload

STANDARD = Preset(id="standard", ranked=True, batch_size=1, epochs=1, optimizer="none", learning_rate=0.0, rows=64, width=2**28)
TENTH = replace(STANDARD, id="tenth", width=2**26)
QUICK = replace(STANDARD, id="quick", ranked=False, width=2**23)


def parameters(_preset: Preset) -> int:
    """Nothing is trained."""
    return 0


def flops_per_sample(preset: Preset) -> float:
    """One multiplication an element."""
    return float(preset.width)


def bytes_per_step(preset: Preset) -> float:
    """Every element read once and written once, 32 bit each (STREAM's "scale" kernel, McCalpin 1995)."""
    return 2 * 4.0 * preset.width


WORKLOAD = Workload(
    id="memory-bandwidth",
    title="Memory bandwidth",
    summary="Read and write a large array: the memory ceiling of the machine, bytes read plus bytes written.",
    kind="probe",
    sample="pass",
    presets=(STANDARD, TENTH, QUICK),
    parameters=parameters,
    flops_per_sample=flops_per_sample,
    bytes_per_step=bytes_per_step,
)
