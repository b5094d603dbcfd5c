"""Made-up submissions for tests and benchmarks: every sum adds up, every rule is kept. Never to be published.

``make_submission(seed=...)`` varies every figure with the seed, so that a test is not tuned to one file.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import fsum
from typing import TYPE_CHECKING, Any

from bench import strict_json
from bench.catalog import HARDWARE
from bench.submission import Repeat
from bench.summary import summarise
from bench.workloads import workload

if TYPE_CHECKING:
    from pathlib import Path

    from bench.workloads import Preset

GIB = 1024**3
CORPUS_SHA256 = {
    "standard": "abb823fcb4c12dd8e5a4ec1a1b828c3711e5dc3c346a50932ccbf84ece9e012e",
    "large": "abb823fcb4c12dd8e5a4ec1a1b828c3711e5dc3c346a50932ccbf84ece9e012e",
    "tenth": "e1f4c72357d7bec637aafe5b5deef0bc67618101264eb5ef3aef8dddf8ffd36d",
    "quick": "83e2276e1b17650c7c3838162806ff06d186d70603c3b989810805c69f179349",
    "rare2018": "1d72202ed931e7a1576efcb262d39caabbe539c9bf938ca2759c8b7597863770",
}
# Evaluation accuracy and loss, training accuracy and loss by epoch: standard and tenth from trained seeds, the others alike.
_CURVES = {
    "standard": (
        (0.8183, 0.8179, 0.8174, 0.8154),
        (0.476, 0.478, 0.484, 0.496),
        (0.771, 0.820, 0.821, 0.823),
        (0.516, 0.472, 0.463, 0.446),
    ),
    "large": ((0.8178, 0.8180, 0.8171, 0.8150), (0.477, 0.478, 0.485, 0.497), (0.785, 0.819, 0.821, 0.825), (0.506, 0.472, 0.462, 0.444)),
    "tenth": (
        (0.5488, 0.7713, 0.7800, 0.7642),
        (0.687, 0.529, 0.539, 0.582),
        (0.5254, 0.6812, 0.8107, 0.8503),
        (0.690, 0.599, 0.455, 0.371),
    ),
    "quick": ((0.7801, 0.8802, 0.8851, 0.8780), (0.461, 0.352, 0.341, 0.362), (0.641, 0.862, 0.906, 0.925), (0.612, 0.381, 0.301, 0.262)),
    "rare2018": (
        (0.8102, 0.8101, 0.8061, 0.7982),
        (0.486, 0.489, 0.497, 0.522),
        (0.791, 0.815, 0.831, 0.846),
        (0.498, 0.475, 0.451, 0.422),
    ),
}
_WATTS_OF_LIMIT = 0.62


@dataclass(frozen=True)
class Machine:
    """What the factory knows of a device."""

    name: str
    kind: str
    memory_bytes: int | None
    power_limit_watts: float | None


def _machine(hardware_id: str) -> Machine:
    known = HARDWARE.get(hardware_id)
    if known is None:
        return Machine("Example Accelerator 1000", "gpu", 16 * GIB, 250.0)
    return Machine(known.name, known.kind, known.memory_bytes, float(known.tdp_watts) if known.tdp_watts else None)


def _stamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _epochs(preset: Preset, rng: random.Random, seconds: float) -> list[dict[str, Any]]:
    shares = [1 + rng.uniform(-0.004, 0.004) for _ in range(preset.epochs)]
    total, found = sum(shares), []
    for number, (share, held_out, eval_loss, trained, train_loss) in enumerate(zip(shares, *_CURVES[preset.id], strict=True), start=1):
        correct = round((held_out + rng.gauss(0, 0.0001)) * preset.eval_rows)
        right = round((trained + rng.gauss(0, 0.0004)) * preset.train_rows)
        found.append(
            {
                "epoch": number,
                "steps": preset.steps_per_epoch,
                "samples": preset.train_rows,
                "train_seconds": seconds * share / total,
                "evaluate_seconds": seconds / preset.epochs * 0.031 * (1 + rng.uniform(-0.02, 0.02)),
                "train_loss": train_loss + rng.uniform(-0.001, 0.001),
                "train_accuracy": right / preset.train_rows,
                "eval_loss": eval_loss + rng.uniform(-0.001, 0.001),
                "eval_accuracy": correct / preset.eval_rows,
                "eval_correct": correct,
                "learning_rate": preset.learning_rate,
            }
        )
    return found


def _blocks(preset: Preset, rng: random.Random, epochs: list[dict[str, Any]]) -> dict[str, Any]:
    """Whole blocks of at least half a second that fit into the epochs; the short last one of each is not kept."""
    step_seconds = fsum(epoch["train_seconds"] for epoch in epochs) / (preset.steps_per_epoch * preset.epochs)
    size = min(preset.steps_per_epoch, max(1, -(-0.5 // step_seconds) // 1))
    size = int(max(size, -(-preset.steps_per_epoch * preset.epochs // 400)))
    whole = max(1, preset.train_rows // (size * preset.batch_size))
    seconds: list[float] = []
    for epoch in epochs:
        mean = epoch["train_seconds"] / preset.steps_per_epoch * size
        noise = [rng.gauss(0, 0.012) for _ in range(whole)]
        centre = sum(noise) / whole
        seconds += [mean * (1 + value - centre) for value in noise]
    return {
        "steps_per_block": size,
        "samples_per_block": min(size * preset.batch_size, preset.train_rows),
        "measured": len(seconds),
        "seconds": seconds,
    }


def _repeat(preset: Preset, rng: random.Random, seconds: float, start: datetime) -> dict[str, Any]:
    epochs = _epochs(preset, rng, seconds)
    clock = {
        "import_seconds": 5.0 + rng.uniform(0, 1),
        "data_seconds": 4.0 + rng.uniform(0, 1),
        "compile_seconds": 8.0 + rng.uniform(0, 3),
        "warmup_seconds": 6.0 + rng.uniform(0, 2),
        "train_seconds": fsum(epoch["train_seconds"] for epoch in epochs),
        "evaluate_seconds": fsum(epoch["evaluate_seconds"] for epoch in epochs),
    }
    clock["total_seconds"] = fsum(clock.values()) + 1.5 + rng.uniform(0, 0.5) + 0.002 * seconds
    inside = clock["total_seconds"] - clock["import_seconds"] - clock["data_seconds"]
    return {
        "seed": rng.randrange(1, 10_000),
        "started_at": _stamp(start),
        "ended_at": _stamp(start + timedelta(seconds=inside)),
        "clock": clock,
        "epochs": epochs,
        "blocks": _blocks(preset, rng, epochs),
        "interruptions": [],
    }


def _series(rng: random.Random, device: int | None, name: str, level: float, seconds: float) -> dict[str, Any]:
    points = int(min(60, max(2, seconds)))
    mean = [level * (1 + rng.gauss(0, 0.01)) for _ in range(points)]
    return {
        "device": device,
        "name": name,
        "start_seconds": 0.0,
        "interval_seconds": seconds / points,
        "minimum": [value * 0.97 for value in mean],
        "mean": mean,
        "maximum": [value * 1.02 for value in mean],
    }


def _telemetry(rng: random.Random, machine: Machine, indices: list[int], seconds: float) -> list[dict[str, Any]]:
    if machine.kind == "cpu":
        return [_series(rng, None, "load_average", 2.1, seconds)]
    levels = {"utilization_share": 0.93, "memory_bytes": 3.1 * GIB, "temperature_celsius": 61.0, "clock_hertz": 1.4e9}
    if machine.power_limit_watts:
        levels["power_watts"] = machine.power_limit_watts * _WATTS_OF_LIMIT
    return [_series(rng, index, name, level, seconds) for index in indices for name, level in levels.items()]


def _energy(rng: random.Random, machine: Machine, devices: int, seconds: float) -> dict[str, Any] | None:
    if machine.kind == "cpu" or not machine.power_limit_watts:
        return None
    watts = machine.power_limit_watts * _WATTS_OF_LIMIT * devices * (1 + rng.uniform(-0.004, 0.004))
    joules = watts * seconds
    return {
        "joules": joules,
        "mean_power_watts": watts,
        "method": "counter",
        "counter_joules": joules,
        "sampled_joules": joules * (1 + rng.uniform(-0.01, 0.01)),
        "power_valid": True,
    }


def _device(machine: Machine, index: int) -> dict[str, Any]:
    gpu = machine.kind != "cpu"
    return {
        "index": index,
        "name": machine.name,
        "kind": machine.kind,
        "memory_bytes": machine.memory_bytes,
        "memory_source": "nvml" if gpu else None,
        "mig_profile": None,
        "power_limit_watts": machine.power_limit_watts if gpu else None,
        "default_power_limit_watts": machine.power_limit_watts if gpu else None,
        "pcie_generation": 4 if gpu else None,
        "pcie_width": 16 if gpu else None,
        "pcie_width_maximum": 16 if gpu else None,
        "ecc_enabled": None,
        "persistence_enabled": None,
        "compute_capability": None,
    }


def _system(hardware_id: str, machine: Machine, devices: int) -> dict[str, Any]:
    return {
        "hardware_id": hardware_id,
        "hardware_name": machine.name,
        "devices": [_device(machine, index) for index in range(devices)],
        "nodes": [devices],
        "host": {
            "cpu_name": machine.name if machine.kind == "cpu" else "AMD EPYC 7543 32-Core Processor",
            "cpu_physical_cores": 16,
            "cpu_logical_cores": 32,
            "cpu_limit_cores": None,
            "memory_bytes": 128 * GIB,
            "memory_limit_bytes": None,
            "operating_system": "Debian GNU/Linux 12",
            "kernel": "6.1.0-27-amd64",
            "container": False,
            "virtualised": False,
        },
        "software": [
            {"name": "python", "version": "3.11.9"},
            {"name": "numpy", "version": "2.4.1"},
            {"name": "keras", "version": "3.15.1"},
            {"name": "tensorflow", "version": "2.21.0"},
            *([{"name": "cuda", "version": "12.8"}, {"name": "cudnn", "version": "9.10"}] if machine.kind == "gpu" else []),
        ],
    }


def _kernel(machine: Machine) -> dict[str, Any]:
    fused = machine.kind == "gpu"
    return {
        "requested": "auto",
        "level": "fused" if fused else "generic",
        "static_evidence": ["CudnnRNNV3"] if fused else ["While"],
        "runtime_evidence": ["CudnnRNNBackpropV3", "CudnnRNNV3"] if fused else [],
        "dtype": "float32" if fused else None,
        "reason_not_fused": None if fused else "no-gpu",
    }


def make_run(  # noqa: PLR0913 - each is a thing a run depends on
    *, machine: Machine, preset_id: str, rng: random.Random, seconds: float, devices: int, repeats: int, start: datetime
) -> dict[str, Any]:
    """One complete biLSTM run of ``seconds`` of training."""
    facts = workload("sentiment-bilstm")
    preset = facts.preset(preset_id)
    indices = list(range(devices))
    made: list[dict[str, Any]] = []
    for _ in range(repeats):
        made.append(_repeat(preset, rng, seconds * (1 + rng.uniform(-0.006, 0.006)), start))
        start += timedelta(seconds=made[-1]["clock"]["total_seconds"] + 3)
    timed = fsum(repeat["clock"]["train_seconds"] for repeat in made)
    models = [Repeat.model_validate_json(json.dumps(repeat)) for repeat in made]
    return {
        "protocol": "1",
        "workload": facts.id,
        "preset": preset_id,
        "precision": "fp32",
        "backend": "tensorflow",
        "mode": "single" if devices == 1 else "data-parallel",
        "device_indices": indices,
        "node_count": 1,
        "status": "complete",
        "failure": None,
        "dataset": {
            "id": "synthetic-tweets-1",
            "rows": preset.rows,
            "train_rows": preset.train_rows,
            "eval_rows": preset.eval_rows,
            "tokens_per_row": preset.width,
            "vocabulary_size": preset.vocabulary_size,
            "sha256": CORPUS_SHA256[preset_id],
        },
        "settings": {
            "batch_size": preset.batch_size,
            "epochs": preset.epochs,
            "optimizer": preset.optimizer,
            "learning_rate": preset.learning_rate,
            "parameters": facts.parameters(preset),
            "steps_per_launch": 1,
            "xla": False,
            "tf32_allowed": False,
        },
        "repeats": made,
        "summary": summarise(models, facts.flops_per_sample(preset), None).model_dump(mode="json"),
        "kernel": _kernel(machine),
        "proof": None,
        "memory": {
            "peak_host_bytes": 3 * GIB + rng.randrange(GIB),
            "peak_device_bytes": None if machine.kind == "cpu" else 3 * GIB + rng.randrange(GIB // 4),
            "device_source": None if machine.kind == "cpu" else "nvml",
            "largest_batch_size": None,
        },
        "energy": _energy(rng, machine, devices, timed),
        "telemetry": _telemetry(rng, machine, indices, fsum(repeat["clock"]["total_seconds"] for repeat in made)),
        "throttle": [],
        "host_load_average": 0.1 + rng.uniform(0, 0.1),
        "host_wait_share": None,
    }


def make_submission(  # noqa: PLR0913 - each is a thing a test varies
    hardware_id: str = "example-accelerator-1000",
    seconds: float = 600.0,
    seed: int = 0,
    *,
    preset_id: str = "standard",
    devices: int = 1,
    repeats: int = 1,
    day: str = "2026-11-20",
) -> dict[str, Any]:
    """A consistent submission as its JSON value.

    Args:
        hardware_id: of the catalogue, or an unknown one (an example accelerator with 16 GiB then).
        seconds: training time of the run, inside the clock.
        seed: of every random figure.
        preset_id: size of the workload.
        devices: used together on one node.
        repeats: full trainings.
        day: ISO date of the run.
    """
    rng = random.Random(f"{hardware_id} {seconds} {seed} {preset_id} {day}")  # noqa: S311 - test data
    machine = _machine(hardware_id)
    start = datetime.fromisoformat(day).replace(hour=1, minute=rng.randrange(60), second=rng.randrange(60), tzinfo=UTC)
    run = make_run(machine=machine, preset_id=preset_id, rng=rng, seconds=seconds, devices=devices, repeats=repeats, start=start)
    ended = datetime.fromisoformat(run["repeats"][-1]["ended_at"])
    return {
        "schema_version": "1.0",
        "bench_version": "0.1.0",
        "created_at": _stamp(ended + timedelta(seconds=2)),
        "system": _system(hardware_id, machine, devices),
        "provider": None,
        "runs": [run],
        "notes": None,
    }


def submission_bytes(value: dict[str, Any]) -> bytes:
    """The file of a submission, in the layout that ``bench run`` writes."""
    return strict_json.dumps(value)


def result_path(value: dict[str, Any], handle: str = "example") -> str:
    """Where the file of a submission belongs, below ``submissions/``."""
    day, data = value["created_at"][:10].replace("-", ""), submission_bytes(value)
    return f"results/{value['system']['hardware_id']}/{day}-{handle}-{strict_json.content_hash(data)}.json"


def write_submission(submissions: Path, value: dict[str, Any], handle: str = "example") -> Path:
    """Write a submission to its place below a ``submissions`` folder and return the path."""
    path = submissions / result_path(value, handle)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(submission_bytes(value))
    return path
