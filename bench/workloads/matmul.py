"""Product of two square matrices, chained: the ceiling of arithmetic, in operations per second."""

from __future__ import annotations

from dataclasses import replace

from bench.workloads.facts import Preset, Workload

STANDARD = Preset(id="standard", ranked=True, batch_size=1, epochs=1, optimizer="none", learning_rate=0.0, rows=64, width=8192)
TENTH = replace(STANDARD, id="tenth", width=2048)
QUICK = replace(STANDARD, id="quick", ranked=False, width=512)


def parameters(_preset: Preset) -> int:
    """Nothing is trained."""
    return 0


def flops_per_sample(preset: Preset) -> float:
    """N**3 multiply-adds of two operations each."""
    return 2.0 * preset.width**3


def bytes_per_step(preset: Preset) -> float:
    """Two matrices read and one written once, in 32 bit."""
    return 3 * 4.0 * preset.width**2


WORKLOAD = Workload(
    id="matmul",
    title="Matrix product",
    summary="Multiply square matrices: the arithmetic ceiling of the machine, by precision.",
    kind="probe",
    sample="product",
    presets=(STANDARD, TENTH, QUICK),
    parameters=parameters,
    flops_per_sample=flops_per_sample,
    bytes_per_step=bytes_per_step,
)
