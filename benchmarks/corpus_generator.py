"""Make a corpus of made-up submissions, as large as wanted and as mixed as a real board: never to be published.

    python benchmarks/corpus_generator.py --results 10000 --out build/scale/10000/submissions

All hardware of the catalogue and some that it does not know, all workloads and sizes, several runs a file, several
devices and nodes, rented and owned, failed and throttled runs, records of every kind. File ``n`` is the same bytes in
every corpus, so that a larger corpus holds the smaller one. Prices and published figures are those of the board.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import shutil
import sys
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from submission_factory import make_submission, result_path, submission_bytes  # noqa: E402

from bench import strict_json  # noqa: E402
from bench.catalog import HARDWARE  # noqa: E402
from bench.submission import Repeat  # noqa: E402
from bench.summary import summarise  # noqa: E402
from bench.workloads import workload  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.workloads import Preset, Workload

Value = dict[str, Any]
HARDWARE_IDS = (*sorted(HARDWARE), *(f"unlisted-example-accelerator-{number}" for number in range(8)))
PROVIDERS = (("aws", "p3.2xlarge", "us-east-1"), ("lambda", "1x A100 (40 GB SXM4)", None), ("runpod", "H100 SXM, secure", "eu-ro-1"))
NOTES = (
    None,
    None,
    None,
    None,
    "\u00dcn\u00efc\u00f6d\u00e9 & \"quotes\" 'n' more: \u8a66\u9a13",
    "Fans at 100 %; 2 < 3 and 5 > 4.",
    "x" * 1000,
)
RECORDS = (("verified", 50), ("disputed", 97), ("withdrawn", 101), ("superseded", 103))
"""Kinds of record, and every how manyeth file has one."""
PROBES = ("matmul", "memory-bandwidth", "resnet50", "bert-base")
_PEAK, _BANDWIDTH = 4e12, 5e10
"""Of hardware whose data sheet the catalogue does not have."""
_FILES_OF_A_HANDLE = 8


def _stamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _after(text: str, seconds: float) -> datetime:
    return datetime.fromisoformat(text) + timedelta(seconds=seconds)


@lru_cache
def _limits(hardware_id: str) -> tuple[float, float]:
    """Peak FLOP/s in fp32 and bytes a second."""
    known = HARDWARE.get(hardware_id)
    if known is None:
        return _PEAK, _BANDWIDTH
    return float(known.peak_flops.get("fp32", _PEAK)), float(known.bandwidth_bytes_per_second or _BANDWIDTH)


def _train_seconds(hardware_id: str, facts: Workload, preset: Preset, devices: int, rng: random.Random) -> float:
    """Between 2 and 30 % of the peak, and at least two seconds: from a moment to many hours."""
    peak, bandwidth = _limits(hardware_id)
    work = facts.flops_per_sample(preset) * preset.train_rows * preset.epochs
    moved = facts.bytes_per_step(preset) * preset.steps_per_epoch * preset.epochs
    share = math.exp(rng.uniform(math.log(0.02), math.log(0.3)))
    return work / (peak * devices * share) + moved / bandwidth + rng.uniform(2, 4)


def _preset_id(kind: str, rng: random.Random) -> str:
    if kind == "cpu":
        return rng.choices(("tenth", "quick"), (4, 1))[0]
    return rng.choices(("standard", "tenth", "large", "quick", "rare2018"), (10, 3, 3, 1, 1))[0]


def _round(rate: float, batch_size: int, start: datetime, rng: random.Random) -> Value:
    """One round of a probe: twenty blocks of at least half a second."""
    steps = math.ceil(rate / 2 / batch_size)
    seconds = [steps * batch_size / rate * (1 + rng.gauss(0, 0.01)) for _ in range(20)]
    outside = {f"{name}_seconds": 1 + rng.random() for name in ("import", "data", "compile", "warmup")}
    clock = {**outside, "train_seconds": math.fsum(seconds), "evaluate_seconds": 0.0}
    clock["total_seconds"] = math.fsum(clock.values()) + rng.random()
    return {
        "seed": rng.randrange(1, 10_000), "started_at": _stamp(start),
        "ended_at": _stamp(_after(_stamp(start), clock["total_seconds"])),
        "clock": clock, "epochs": [], "interruptions": [],
        "blocks": {"steps_per_block": steps, "samples_per_block": steps * batch_size, "measured": 20, "seconds": seconds},
    }  # fmt: skip


def _rounds(rate: float, batch_size: int, start: str, rng: random.Random) -> list[Value]:
    made: list[Value] = []
    for _ in range(3):
        made.append(_round(rate, batch_size, _after(start, 10), rng))
        start = made[-1]["ended_at"]
    return made


def _probe(base: Value, hardware_id: str, workload_id: str, preset_id: str, rng: random.Random) -> Value:
    """A run of a probe in three rounds, after the run ``base`` on the same machine."""
    facts = workload(workload_id)
    preset, (peak, bandwidth) = facts.preset(preset_id), _limits(hardware_id)
    work, moved = facts.flops_per_sample(preset), facts.bytes_per_step(preset) / preset.batch_size
    share = rng.uniform(0.55, 0.8) if workload_id == "matmul" else rng.uniform(0.2, 0.5)
    repeats = _rounds(share * min(peak / work, bandwidth / moved), preset.batch_size, base["repeats"][-1]["ended_at"], rng)
    models = [Repeat.model_validate_json(json.dumps(repeat)) for repeat in repeats]
    summary = summarise(models, work, moved if workload_id == "memory-bandwidth" else None)
    settings = {"batch_size": preset.batch_size, "epochs": 1, "optimizer": preset.optimizer, "learning_rate": preset.learning_rate}
    return {
        **base, "workload": workload_id, "preset": preset_id, "kernel": None, "energy": None, "telemetry": [], "throttle": [],
        "mode": "single", "device_indices": [0], "node_count": 1, "repeats": repeats, "summary": summary.model_dump(mode="json"),
        "proof": {"steps": 40, "first_loss": 6.9, "last_loss": 0.01, "accuracy": 1.0},
        "settings": {**base["settings"], **settings, "parameters": facts.parameters(preset)},
        "dataset": {"id": "none", "rows": preset.rows, "train_rows": preset.rows, "eval_rows": 0, "tokens_per_row": None,
                    "vocabulary_size": None, "sha256": None},
    }  # fmt: skip


def _failed(base: Value) -> Value:
    words = {"reason": "out_of_memory", "message": "RESOURCE_EXHAUSTED: <tensor of 4 GiB> & friends"}
    return {**base, "status": "failed", "failure": words, "repeats": [], "summary": None, "energy": None, "telemetry": [], "throttle": []}


def _odd(run: Value, rng: random.Random) -> None:
    """What happens to some runs: another precision, heat, nothing watched."""
    choice = rng.randrange(12)
    if choice in (0, 1, 2):
        run["precision"] = ("tf32", "fp16", "bf16")[choice]
        run["settings"]["tf32_allowed"] = choice == 0
    elif choice == 3:
        seconds = rng.uniform(0.02, 0.3) * math.fsum(repeat["clock"]["train_seconds"] for repeat in run["repeats"])
        run["throttle"] = [{"device": 0, "reason": "thermal", "seconds": seconds}]
    elif choice in (4, 5):
        run.update(telemetry=[], energy=None, host_load_average=None)


def _fit(run: Value, memory_bytes: int | None) -> None:
    """Keep the peak within a small card, and the telemetry of many cards within a file's size."""
    if memory_bytes and run["memory"]["peak_device_bytes"]:
        run["memory"]["peak_device_bytes"] = min(run["memory"]["peak_device_bytes"], int(0.9 * memory_bytes))
    run["telemetry"] = run["telemetry"][:6]


def _backend(value: Value, rng: random.Random) -> None:
    name = rng.choices(("tensorflow", "jax", "torch"), (8, 1, 1))[0]
    for package in value["system"]["software"]:
        package["name"] = name if package["name"] == "tensorflow" else package["name"]
    for run in value["runs"]:
        run["backend"] = name


def _provider(rng: random.Random) -> Value | None:
    provider, instance, region = rng.choice(PROVIDERS)
    if rng.random() < 0.6:
        return None
    trouble = rng.choice((None, "Waited for a quota; the first machine had no driver."))
    return {"provider": provider, "instance": instance, "region": region, "commitment": rng.choice(("on_demand", "spot")),
            "provisioning_seconds": rng.uniform(20, 300), "trouble": trouble}  # fmt: skip


def _more_runs(value: Value, hardware_id: str, kind: str, rng: random.Random) -> Iterator[Value]:
    """Nought to four probes, sometimes a failure."""
    before = value["runs"][0]
    preset_id = "tenth" if kind == "cpu" else "standard"
    for workload_id in rng.sample(PROBES, rng.choice((0, 0, 1, 2, 4))):
        before = _probe(before, hardware_id, workload_id, preset_id, rng)
        yield before
    if rng.random() < 0.03:
        yield _failed(value["runs"][0])


def submission(number: int) -> Value:
    """The submission of that number, from 0: a function of the number alone."""
    rng = random.Random(number)  # noqa: S311 - made-up data
    hardware_id = HARDWARE_IDS[number % len(HARDWARE_IDS)] if number % 3 else HARDWARE_IDS[rng.randrange(len(HARDWARE_IDS))]
    known = HARDWARE.get(hardware_id)
    kind = known.kind if known else "gpu"
    devices = 1 if kind == "cpu" else rng.choices((1, 2, 4), (8, 1, 1))[0]
    facts, preset_id = workload("sentiment-bilstm"), _preset_id(kind, rng)
    seconds = _train_seconds(hardware_id, facts, facts.preset(preset_id), devices, rng)
    day = f"2026-11-{1 + rng.randrange(28):02d}"
    value = make_submission(hardware_id, seconds, number, preset_id=preset_id, devices=devices, day=day)
    _fit(value["runs"][0], known.memory_bytes if known else None)
    _odd(value["runs"][0], rng)
    value["runs"] += list(_more_runs(value, hardware_id, kind, rng))
    _backend(value, rng)
    ends = max(repeat["ended_at"] for run in value["runs"] for repeat in run["repeats"])
    value.update(provider=None if kind == "cpu" else _provider(rng), notes=rng.choice(NOTES), created_at=_stamp(_after(ends, 5)))
    return value


def _record(kind: str, path: str, previous: str) -> tuple[str, bytes]:
    """A record on a result: name below ``submissions`` and bytes."""
    value = {"schema_version": "1.0", "kind": kind, "result": path, "reason": f"Made up: {kind}.", "by": "example", "date": "2026-11-30",
             "replaced_by": previous if kind == "superseded" else None}  # fmt: skip
    data = strict_json.dumps(value)
    return f"records/20261130-example-{strict_json.content_hash(data)}.json", data


def files(results: int, first: int = 0) -> Iterator[tuple[str, bytes]]:
    """Names below ``submissions`` and bytes of the results from ``first`` on, each with its records."""
    previous = ""
    for number in range(first, results):
        value = submission(number)
        path = result_path(value, f"person{number // _FILES_OF_A_HANDLE}")
        yield path, submission_bytes(value)
        for kind, every in RECORDS:
            if number % every == every - 1 and previous:
                yield _record(kind, path, previous)
        previous = path


def write_corpus(folder: Path, results: int, first: int = 0) -> None:
    """Write a corpus, or the part from ``first`` on, below ``folder``, with the board's prices and published figures."""
    for name in ("prices", "published"):
        shutil.copytree(ROOT / "submissions" / name, folder / name, dirs_exist_ok=True)
    for name, data in files(results, first):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def main() -> None:
    """Make one corpus."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=int, default=1000)
    parser.add_argument("--out", type=Path, required=True, help="folder of submissions; must not exist")
    arguments = parser.parse_args()
    if arguments.out.exists():
        parser.error(f"{arguments.out} exists: name a new folder, or delete it first")
    write_corpus(arguments.out, arguments.results)
    print(f"wrote {arguments.results} results to {arguments.out}")


if __name__ == "__main__":
    main()
