"""One way to break each rule: an honest small submission is changed in one place, so that this rule fires.

``write_examples.py`` writes what comes out to ``tests/examples/invalid/<rule-id>/``.
"""

from __future__ import annotations

import copy
import json
import math
import random
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from submission_factory import make_submission, submission_bytes

from bench.submission import Submission
from bench.validation.context import Context, today
from bench.validation.rules.summary_recomputed import recomputed

if TYPE_CHECKING:
    from collections.abc import Callable

Value = dict[str, Any]
V100, A100 = "nvidia-v100-sxm2-16gb", "nvidia-a100-sxm4-40gb"


def honest(hardware_id: str = V100, seconds: float = 12.0, seed: int = 1, **options: Any) -> Value:
    """A small honest submission."""
    return make_submission(hardware_id, seconds, seed, **{"preset_id": "tenth", "day": "2026-11-20", **options})


def resummarised(value: Value) -> Value:
    """The same with its summaries computed again."""
    data = submission_bytes(value)
    context = Context(Submission.model_validate_json(data), data, None, today())
    for view, run in zip(context.runs, value["runs"], strict=True):
        summary = recomputed(view)
        run["summary"] = summary.model_dump(mode="json") if summary else None
    return value


def parts(value: Value) -> SimpleNamespace:
    """The places that are changed most."""
    run = value["runs"][0]
    repeat = run["repeats"][0]
    return SimpleNamespace(
        value=value, run=run, repeat=repeat, epochs=repeat["epochs"], clock=repeat["clock"], device=value["system"]["devices"][0]
    )


def later(text: str, seconds: float) -> str:
    """A contract time some seconds later."""
    moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ") + timedelta(seconds=seconds)  # noqa: DTZ007
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def rescaled(value: Value, factor: float) -> Value:
    """The same training in another time: every second of it scaled, all sums kept."""
    p = parts(value)
    p.repeat["blocks"]["seconds"] = [seconds * factor for seconds in p.repeat["blocks"]["seconds"]]
    for epoch in p.epochs:
        epoch["train_seconds"] *= factor
        epoch["evaluate_seconds"] *= factor
    old = p.clock["train_seconds"] + p.clock["evaluate_seconds"]
    p.clock["train_seconds"] = sum(epoch["train_seconds"] for epoch in p.epochs)
    p.clock["evaluate_seconds"] = sum(epoch["evaluate_seconds"] for epoch in p.epochs)
    gap = p.clock["train_seconds"] + p.clock["evaluate_seconds"] - old
    p.clock["total_seconds"] += gap
    p.repeat["ended_at"] = later(p.repeat["ended_at"], gap)
    value["created_at"] = later(value["created_at"], gap)
    for series in p.run["telemetry"]:
        series["interval_seconds"] *= factor
    if p.run["energy"]:
        for key in ("joules", "counter_joules", "sampled_joules"):
            p.run["energy"][key] *= factor
    return resummarised(value)


def add_run(value: Value, run: Value, seconds: float = 600.0) -> Value:
    """Add a run after the last one, and write the file later."""
    run = copy.deepcopy(run)
    for repeat in run["repeats"]:
        repeat["started_at"], repeat["ended_at"] = (later(repeat[key], seconds) for key in ("started_at", "ended_at"))
    value["runs"].append(run)
    value["created_at"] = later(value["created_at"], 2 * seconds)
    return value


def _set(place: str, new: Any) -> Callable[[Value], None]:
    """A change that puts ``new`` at a place such as ``runs/0/dataset/rows``."""

    def change(value: Value) -> None:
        *path, last = (int(part) if part.isdigit() else part for part in place.split("/"))
        target: Any = value
        for part in path:
            target = target[part]
        target[last] = new(target[last]) if callable(new) else new

    return change


def _wrong_device_order(value: Value) -> None:
    value["runs"][0]["device_indices"] = [0, 0]


def _mixed(value: Value) -> None:
    value["system"]["devices"][1]["name"] = "NVIDIA V100 of another kind"


def _cpu_run(value: Value) -> None:
    value["system"]["devices"][0]["kind"] = "cpu"
    value["runs"][0]["kernel"] = {**value["runs"][0]["kernel"], "level": "generic", "runtime_evidence": [], "reason_not_fused": "no-gpu"}


def _failed(value: Value) -> None:
    value["runs"][0]["status"] = "failed"


def _generic(value: Value) -> None:
    kernel = value["runs"][0]["kernel"]
    kernel.update(level="generic", static_evidence=["While"], runtime_evidence=[], reason_not_fused="mask")


def _curve(value: Value, accuracies: list[float], losses: list[float]) -> None:
    p = parts(value)
    rows = p.run["dataset"]["eval_rows"]
    for epoch, accuracy, loss in zip(p.epochs, accuracies, losses, strict=True):
        epoch["eval_correct"] = round(accuracy * rows)
        epoch["eval_accuracy"] = epoch["eval_correct"] / rows
        epoch["eval_loss"] = loss
    resummarised(value)


def _train(value: Value, index: int, accuracy: float, loss: float) -> None:
    epoch = parts(value).epochs[index]
    epoch["train_accuracy"] = round(accuracy * epoch["samples"]) / epoch["samples"]
    epoch["train_loss"] = loss


def _shorter_blocks(value: Value) -> None:
    p = parts(value)
    p.repeat["blocks"]["seconds"] = [seconds * 1.5 for seconds in p.repeat["blocks"]["seconds"]]
    resummarised(value)


def _epoch_moved(value: Value) -> None:
    p = parts(value)
    p.epochs[0]["train_seconds"] *= 0.8
    p.epochs[1]["train_seconds"] += p.epochs[0]["train_seconds"] * 0.25


def _block_rate(value: Value) -> None:
    p = parts(value)
    p.repeat["blocks"]["seconds"] = [seconds * 0.5 for seconds in p.repeat["blocks"]["seconds"]]
    resummarised(value)


def _wall(value: Value) -> None:
    p = parts(value)
    p.repeat["ended_at"] = later(p.repeat["started_at"], 3)


def _round(clock: Value, seed: int, rate: float, start: str, rng: random.Random) -> Value:
    seconds = [0.5 + rng.uniform(0, 0.01) for _ in range(20)]
    return {
        "seed": seed,
        "started_at": start,
        "ended_at": later(start, 35),
        "clock": {**clock, "train_seconds": math.fsum(seconds), "evaluate_seconds": 0.0, "total_seconds": 33.0 + rng.uniform(0, 1)},
        "epochs": [],
        "blocks": {"steps_per_block": int(rate // 2), "samples_per_block": int(rate // 2), "measured": 20, "seconds": seconds},
        "interruptions": [],
    }


def add_matmul(value: Value, products_per_second: float, seed: int = 5) -> Value:
    """Add an honest matmul run (preset ``tenth``) of three rounds."""
    run, rng = copy.deepcopy(value["runs"][0]), random.Random(seed)  # noqa: S311 - test data
    start, clock = later(run["repeats"][-1]["ended_at"], 20), run["repeats"][0]["clock"]
    run["repeats"] = [_round(clock, seed + number, products_per_second, later(start, 40 * number), rng) for number in range(3)]
    for number, repeat in enumerate(run["repeats"]):
        repeat["clock"] = {
            **repeat["clock"],
            "compile_seconds": clock["compile_seconds"] / (2 + number),
            "warmup_seconds": 3.1 + rng.random(),
        }
    run.update(workload="matmul", kernel=None, energy=None, telemetry=[])
    run["proof"] = {"steps": 1, "first_loss": 1e-5, "last_loss": 1e-5, "accuracy": 1.0}
    run["dataset"] = {
        "id": "none",
        "rows": 64,
        "train_rows": 64,
        "eval_rows": 1,
        "tokens_per_row": None,
        "vocabulary_size": None,
        "sha256": None,
    }
    settings = {"batch_size": 1, "epochs": 1, "optimizer": "none", "learning_rate": 0.0, "parameters": 0}
    run["settings"] = {**run["settings"], **settings}
    value["runs"].append(run)
    value["created_at"] = later(run["repeats"][-1]["ended_at"], 5)
    return resummarised(value)


def _matmul(value: Value) -> None:
    add_matmul(value, 40.0)


def _no_proof(value: Value) -> None:
    add_matmul(value, 700.0)["runs"][1]["proof"] = None


def _scaled(value: Value) -> None:
    run = rescaled(honest(seed=9), 0.4)["runs"][0]
    run.update(mode="data-parallel", device_indices=[0, 1])
    add_run(value, run)


def _energy(value: Value, factor: float) -> None:
    energy = value["runs"][0]["energy"]
    for key in ("joules", "mean_power_watts", "counter_joules", "sampled_joules"):
        energy[key] *= factor


def _power_series(value: Value, factor: float) -> None:
    for series in value["runs"][0]["telemetry"]:
        if series["name"] == "power_watts":
            for key in ("minimum", "mean", "maximum"):
                series[key] = [number * factor for number in series[key]]


def _hurried(value: Value) -> None:
    rescaled(value, 0.1)


def _hot(value: Value) -> None:
    _energy(value, 2.0)
    _power_series(value, 2.0)


def _series(value: Value, name: str, key: str, new: Callable[[Any], Any]) -> None:
    series = next(item for item in value["runs"][0]["telemetry"] if item["name"] == name)
    series[key] = new(series[key])


def _idle(value: Value) -> None:
    for key in ("minimum", "mean", "maximum"):
        _series(value, "utilization_share", key, lambda numbers: [number * 0.02 for number in numbers])


def _short_series(value: Value) -> None:
    for series in value["runs"][0]["telemetry"]:
        series["interval_seconds"] /= 20


def _noisy(value: Value) -> None:
    p = parts(value)
    mean = sum(p.repeat["blocks"]["seconds"]) / len(p.repeat["blocks"]["seconds"])
    p.repeat["blocks"]["seconds"] = [
        (seconds + 0.4 * mean) if index % 2 else (seconds - 0.4 * mean) for index, seconds in enumerate(p.repeat["blocks"]["seconds"])
    ]
    resummarised(value)


def _twin(value: Value) -> None:
    p = parts(value)
    again = copy.deepcopy(p.repeat)
    again.update(seed=again["seed"] + 1, started_at=later(again["started_at"], 200), ended_at=later(again["ended_at"], 200))
    p.run["repeats"].append(again)
    value["created_at"] = later(value["created_at"], 300)
    _energy_of_two(p.run)
    resummarised(value)


def _energy_of_two(run: Value) -> None:
    for key in ("joules", "counter_joules", "sampled_joules"):
        run["energy"][key] *= 2
    for series in run["telemetry"]:
        series["interval_seconds"] *= 2


def _round_blocks(value: Value) -> None:
    blocks = parts(value).repeat["blocks"]
    blocks["seconds"] = [int(seconds * 1000) / 1000 for seconds in blocks["seconds"]]
    resummarised(value)


def _same_blocks(value: Value) -> None:
    blocks = parts(value).repeat["blocks"]
    blocks["seconds"] = [min(blocks["seconds"])] * len(blocks["seconds"])
    resummarised(value)


def _many_stops(value: Value) -> None:
    p = parts(value)
    start, end = p.repeat["started_at"], p.repeat["ended_at"]
    p.repeat["interruptions"] = [
        {"stopped_at": later(start, 5 + index), "resumed_at": later(start, 5 + index), "reason": "sigterm", "lost_seconds": 1.5}
        for index in range(4)
    ]
    assert later(start, 9) < end


def _throttled(value: Value) -> None:
    value["runs"][0]["throttle"] = [{"device": 0, "reason": "thermal", "seconds": 4.25}]


CHANGES: dict[str, tuple[Callable[[], Value], Callable[[Value], None]]] = {
    "schema-version": (honest, _set("schema_version", "9.0")),
    "unknown-key": (honest, lambda value: value.update(hardware_nam="x")),
    "percent": (honest, _set("runs/0/repeats/0/epochs/0/eval_accuracy", 79.2)),
    "contract": (honest, _set("system/hardware_name", "x" * 20_000)),
    "hardware-known": (lambda: honest("example-accelerator-1000"), lambda _value: None),
    "hardware-id": (honest, _set("system/hardware_id", A100)),
    "hardware-memory": (honest, _set("system/devices/0/memory_bytes", 12 * 1024**3)),
    "device-kind": (honest, _cpu_run),
    "device-count": (honest, _wrong_device_order),
    "mixed-devices": (lambda: honest(devices=2), _mixed),
    "power-limit": (honest, _set("system/devices/0/power_limit_watts", 400.0)),
    "known-preset": (honest, lambda value: value["runs"][0].update(workload="resnet50", preset="rare2018")),
    "probe-proof": (honest, _no_proof),
    "completeness": (honest, _failed),
    "frozen-settings": (honest, _set("runs/0/settings/batch_size", 2048)),
    "corpus-hash": (honest, _set("runs/0/dataset/sha256", "0" * 64)),
    "parameters": (honest, _set("runs/0/settings/parameters", 4_000_000)),
    "precision-label": (honest, _set("runs/0/settings/tf32_allowed", new=True)),
    "kernel-proof": (honest, _set("runs/0/kernel/runtime_evidence", [])),
    "generic-kernel": (honest, _generic),
    "software-named": (honest, _set("system/software", lambda items: items[1:])),
    "epoch-steps": (honest, _set("runs/0/repeats/0/epochs/2/steps", 70)),
    "clock-sums": (honest, _set("runs/0/repeats/0/clock/evaluate_seconds", lambda seconds: seconds * 0.9)),
    "clock-total": (honest, _set("runs/0/repeats/0/clock/total_seconds", 14.5)),
    "wall-clock": (honest, _wall),
    "block-sums": (honest, _shorter_blocks),
    "block-rate": (honest, _block_rate),
    "epoch-blocks": (honest, _epoch_moved),
    "summary-recomputed": (honest, _set("runs/0/summary/samples_per_second", lambda rate: rate * 1.2)),
    "accuracy-count": (honest, _set("runs/0/repeats/0/epochs/1/eval_accuracy", 0.7712)),
    "accuracy-ceiling": (
        lambda: honest(preset_id="standard", seconds=200.0),
        lambda value: _curve(value, [0.8183, 0.8204, 0.8174, 0.8154], [0.476, 0.474, 0.484, 0.496]),
    ),
    "first-epoch": (lambda: honest(preset_id="standard", seconds=200.0), lambda value: _train(value, 0, 0.8262, 0.4795)),
    "word-order": (lambda: honest(preset_id="quick"), lambda value: _curve(value, [0.51, 0.58, 0.61, 0.60], [0.69, 0.67, 0.66, 0.665])),
    "full-size-accuracy": (
        lambda: honest(preset_id="standard", seconds=200.0),
        lambda value: _curve(value, [0.64, 0.70, 0.72, 0.72], [0.63, 0.57, 0.55, 0.55]),
    ),
    "accuracy-band": (honest, lambda value: _curve(value, [0.5488, 0.7713, 0.7800, 0.7342], [0.687, 0.529, 0.539, 0.602])),
    "loss-accuracy": (lambda: honest(preset_id="quick"), lambda value: _train(value, 3, 0.62, 0.20)),
    "loss-floor": (lambda: honest(preset_id="standard", seconds=200.0), _set("runs/0/repeats/0/epochs/3/eval_loss", 0.4512)),
    "learning-curve": (lambda: honest(preset_id="quick"), lambda value: _train(value, 3, 0.62, 0.6312)),
    "peak-rate": (lambda: honest("nvidia-t4"), _hurried),
    "bandwidth": (lambda: honest("nvidia-t4", preset_id="rare2018", seconds=400.0), lambda _value: None),
    "own-matmul": (honest, _matmul),
    "memory-fits": (honest, _set("runs/0/memory/peak_device_bytes", 20 * 1024**3)),
    "energy-arithmetic": (honest, _set("runs/0/energy/joules", lambda joules: joules * 0.5)),
    "power-possible": (honest, _hot),
    "energy-counters": (honest, _set("runs/0/energy/sampled_joules", lambda joules: joules * 0.8)),
    "telemetry-shape": (honest, lambda value: _series(value, "temperature_celsius", "maximum", lambda numbers: [400.0, *numbers[1:]])),
    "telemetry-covers": (lambda: honest(seconds=60.0), _short_series),
    "telemetry-power": (honest, lambda value: _energy(value, 0.3)),
    "idle-device": (lambda: honest(seconds=30.0), _idle),
    "throttled": (honest, _throttled),
    "busy-host": (honest, _set("runs/0/host_load_average", 20.5)),
    "scaling": (lambda: honest(devices=2), lambda _value: None),
    "block-spread": (honest, _noisy),
    "identical-repeats": (honest, _twin),
    "round-numbers": (honest, _round_blocks),
    "block-noise": (honest, _same_blocks),
    "real-date": (honest, _set("runs/0/repeats/0/started_at", "2026-11-31T01:00:00Z")),
    "future": (honest, _set("created_at", "2031-01-15T10:00:00Z")),
    "too-early": (lambda: honest(day="2018-02-01"), lambda _value: None),
    "time-order": (honest, _set("created_at", "2026-11-20T00:30:00Z")),
    "one-day": (honest, _set("created_at", "2026-11-30T10:00:00Z")),
    "interruptions": (lambda: honest(seconds=30.0), _many_stops),
    "private-text": (honest, _set("notes", "Ask jane.doe@example.com about the cooling.")),
    "secret-text": (honest, _set("notes", "The token: abcdef0123456789 was in the log.")),
    "invisible-text": (honest, _set("notes", "Water\u200bcooled.")),
    "markup-text": (honest, _set("notes", "<b>Water-cooled.</b>")),
    "link-text": (honest, _set("notes", "Cheap cards at www.example.com today.")),
}


def _scaling() -> Value:
    value = honest(seed=3)
    device = copy.deepcopy(value["system"]["devices"][0])
    value["system"]["devices"].append({**device, "index": 1})
    value["system"]["nodes"] = [2]
    run = rescaled(honest(seed=9), 0.4)["runs"][0]
    run.update(mode="data-parallel", device_indices=[0, 1])
    return add_run(value, run)


def _bytes_of(rule_id: str) -> bytes:
    if rule_id == "scaling":
        return submission_bytes(_scaling())
    make, change = CHANGES[rule_id]
    value = make()
    change(value)
    return submission_bytes(value)


def broken(rule_id: str) -> bytes:
    """A file on which the rule fires."""
    plain = submission_bytes(honest())
    special = {
        "size": lambda: b"\n" * 70_000,
        "layout": lambda: plain.replace(b"\n", b"\r\n"),
        "json": lambda: plain.replace(b'"lost_seconds"', b'"x"').replace(b'"compile_seconds": ', b'"compile_seconds": NaN, "was": ', 1),
    }
    return special[rule_id]() if rule_id in special else _bytes_of(rule_id)


RULE_IDS = ("size", "layout", "json", *CHANGES)


def as_text(data: bytes) -> str:
    """The value of a file on one line, for messages."""
    return json.dumps(json.loads(data))[:200]
