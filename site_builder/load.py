"""Accepted files to tidy frames. The column table of the board stands here, and the status rule, and nowhere else.

One row of ``runs`` is one run. Frames carry base units (seconds, bytes, joules, shares); formatting is for the pages.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from bench.workloads import workload
from site_builder.identity import Identity, hardware_frame, identity
from site_builder.sources import ResultFile, Sources, median_block_spread, read_results, read_tables

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bench.submission import Repeat, Run

THROTTLED_SHARE = 0.05
"""More of the timed window held back by heat than this gives the badge (facts: 5 % of samples)."""
NOISY_SPREAD = 0.05
"""Relative standard deviation of the blocks above which a run is called noisy."""


class Row(NamedTuple):
    """What a column is computed from."""

    file: ResultFile
    run: Run
    number: int
    hardware: Identity


class Column(NamedTuple):
    """One column of the board: its name, type (text, integer, number, flag), unit, meaning and how to get it."""

    name: str
    type: str
    unit: str
    meaning: str
    value: Callable[[Row], Any]


def _median(values: list[float]) -> float | None:
    return float(statistics.median(values)) if values else None


def _clock(row: Row, name: str) -> float | None:
    return _median([getattr(repeat.clock, name) for repeat in row.run.repeats])


def _summary(row: Row, name: str) -> Any:  # noqa: ANN401 - a number or nothing
    return getattr(row.run.summary, name) if row.run.summary else None


def _extreme(row: Row, choose: Callable[[list[float]], float]) -> float | None:
    seconds = [repeat.clock.train_seconds for repeat in row.run.repeats]
    return choose(seconds) if seconds else None


def _version(row: Row, *names: str) -> str | None:
    found = {package.name: package.version for package in row.file.submission.system.software}
    return next((found[name] for name in names if name in found), None)


def _devices(row: Row) -> list[Any]:
    chosen = set(row.run.device_indices)
    return [device for device in row.file.submission.system.devices if device.index in chosen]


def _device(row: Row, name: str) -> Any:  # noqa: ANN401
    devices = _devices(row) or row.file.submission.system.devices
    return getattr(devices[0], name)


def _timed_seconds(repeats: tuple[Repeat, ...]) -> float:
    return sum(repeat.clock.train_seconds + repeat.clock.evaluate_seconds for repeat in repeats)


def _thermal_share(row: Row) -> float | None:
    """Longest throttling by heat of one device over the timed window; None where throttling was not watched."""
    window = _timed_seconds(row.run.repeats)
    if not row.run.telemetry or window <= 0:
        return None
    hot = [item.seconds for item in row.run.throttle if item.reason in {"thermal", "hardware_slowdown"}]
    return min(1.0, max(hot, default=0.0) / window)


def _power_capped(row: Row) -> bool | None:
    limit, default = _device(row, "power_limit_watts"), _device(row, "default_power_limit_watts")
    return None if limit is None or default is None else bool(limit < default * 0.99)


def _energy(row: Row) -> float | None:
    """Joules of one training: the energy block covers all repeats."""
    energy, repeats = row.run.energy, len(row.run.repeats)
    return energy.joules / repeats if energy and energy.power_valid and repeats else None


def _lost_seconds(row: Row) -> float | None:
    """Of all repeats; None without a stop, and where the process died without telling how far it was."""
    lost = [stop.lost_seconds for repeat in row.run.repeats for stop in repeat.interruptions]
    known = [seconds for seconds in lost if seconds is not None]
    return sum(known) if lost and len(known) == len(lost) else None


def _not_ranked(row: Row) -> str | None:
    """Why a run does not compete; None when it does."""
    if row.run.status != "complete" or row.run.summary is None:
        return "failed"
    if row.file.status != "active":
        return row.file.status
    return None if workload(row.run.workload).preset(row.run.preset).ranked else "preset"


def _provider(row: Row, name: str) -> Any:  # noqa: ANN401
    provider = row.file.submission.provider
    return getattr(provider, name) if provider else None


COLUMNS: tuple[Column, ...] = (
    Column("run_id", "text", "", "result id and number of the run in its file", lambda row: f"{row.file.result_id}.{row.number}"),
    Column("result_id", "text", "", "name of the file: date, handle, hash", lambda row: row.file.result_id),
    Column("run_number", "integer", "", "place of the run in its file, from 1", lambda row: row.number),
    Column("path", "text", "", "file below submissions/", lambda row: row.file.path),
    Column("handle", "text", "", "who sent it", lambda row: row.file.handle),
    Column("date", "text", "", "day of the submission (ISO, UTC)", lambda row: row.file.submission.created_at[:10]),
    Column("created_at", "text", "", "time of the submission (ISO, UTC)", lambda row: row.file.submission.created_at),
    Column("tier", "text", "", "verified or community", lambda row: row.file.tier),
    Column("status", "text", "", "active, superseded or disputed; withdrawn rows are left out", lambda row: row.file.status),
    Column("ranked", "flag", "", "whether the run competes", lambda row: _not_ranked(row) is None),
    Column("not_ranked_reason", "text", "", "preset, failed, disputed or superseded; empty when ranked", _not_ranked),
    Column("complete", "flag", "", "whether the run ended well", lambda row: row.run.status == "complete"),
    Column("failure", "text", "", "why it did not end well", lambda row: row.run.failure.reason if row.run.failure else None),
    Column("hardware_id", "text", "", "canonical hardware", lambda row: row.hardware.id),
    Column("hardware", "text", "", "name of the hardware for readers", lambda row: row.hardware.name),
    Column("hardware_listed", "flag", "", "whether the catalogue knows the hardware", lambda row: row.hardware.listed),
    Column("raw_name", "text", "", "device name as the machine printed it", lambda row: _device(row, "name")),
    Column("vendor", "text", "", "maker of the hardware", lambda row: row.hardware.vendor),
    Column("kind", "text", "", "gpu, cpu or tpu", lambda row: _device(row, "kind")),
    Column("hardware_class", "text", "", "data-centre, workstation, desktop, laptop, ...", lambda row: row.hardware.hardware_class),
    Column("memory_bytes", "integer", "B", "memory of one device", lambda row: _device(row, "memory_bytes") or row.hardware.memory_bytes),
    Column("device_count", "integer", "", "devices used, all nodes together", lambda row: len(row.run.device_indices)),
    Column("machine_device_count", "integer", "", "devices of the machine", lambda row: len(row.file.submission.system.devices)),
    Column("node_count", "integer", "", "nodes used", lambda row: row.run.node_count),
    Column("workload", "text", "", "what was trained or measured", lambda row: row.run.workload),
    Column("preset", "text", "", "size of the workload", lambda row: row.run.preset),
    Column("protocol", "text", "", "version of the rules of measurement", lambda row: row.run.protocol),
    Column("precision", "text", "", "fp32, tf32, fp16 or bf16", lambda row: row.run.precision),
    Column("backend", "text", "", "tensorflow, jax or torch", lambda row: row.run.backend),
    Column("mode", "text", "", "single, data-parallel, concurrent or multi-node", lambda row: row.run.mode),
    Column("kernel", "text", "", "recurrent kernel that ran: fused, generic, unknown", lambda row: row.run.kernel and row.run.kernel.level),
    Column("batch_size", "integer", "", "global batch", lambda row: row.run.settings.batch_size),
    Column("dataset", "text", "", "id of the data set", lambda row: row.run.dataset.id),
    Column("xla", "flag", "", "whether XLA compiled the step", lambda row: row.run.settings.xla),
    Column("repeats", "integer", "", "measurements of the run", lambda row: len(row.run.repeats)),
    Column(
        "train_seconds", "number", "s", "training time inside the clock, median over repeats", lambda row: _summary(row, "train_seconds")
    ),
    Column("train_seconds_minimum", "number", "s", "shortest repeat", lambda row: _extreme(row, min)),
    Column("train_seconds_maximum", "number", "s", "longest repeat", lambda row: _extreme(row, max)),
    Column("block_spread", "number", "", "relative standard deviation of the blocks", lambda row: median_block_spread(row.run)),
    Column("blocks", "integer", "", "kept blocks", lambda row: sum(len(item.blocks.seconds) for item in row.run.repeats)),
    Column("evaluate_seconds", "number", "s", "evaluation, outside the ranked time", lambda row: _clock(row, "evaluate_seconds")),
    Column("compile_seconds", "number", "s", "first step with compilation", lambda row: _clock(row, "compile_seconds")),
    Column("total_seconds", "number", "s", "whole process", lambda row: _clock(row, "total_seconds")),
    Column("samples_per_second", "number", "1/s", "samples trained / train_seconds", lambda row: _summary(row, "samples_per_second")),
    Column("block_p05", "number", "1/s", "5th percentile of the block rates", lambda row: _summary(row, "block_p05_samples_per_second")),
    Column("block_p95", "number", "1/s", "95th percentile of the block rates", lambda row: _summary(row, "block_p95_samples_per_second")),
    Column("flops_per_second", "number", "FLOP/s", "samples_per_second x work of a sample", lambda row: _summary(row, "flops_per_second")),
    Column("bytes_per_second", "number", "B/s", "memory rate, probes only", lambda row: _summary(row, "bytes_per_second")),
    Column("accuracy", "number", "share", "evaluation accuracy after the last epoch", lambda row: _summary(row, "final_accuracy")),
    Column("best_accuracy", "number", "share", "highest evaluation accuracy of an epoch", lambda row: _summary(row, "best_accuracy")),
    Column("energy_joules", "number", "J", "measured energy of one training; never estimated", _energy),
    Column("mean_power_watts", "number", "W", "all devices used", lambda row: row.run.energy.mean_power_watts if row.run.energy else None),
    Column("peak_device_bytes", "integer", "B", "peak memory of the fullest device", lambda row: row.run.memory.peak_device_bytes),
    Column("peak_host_bytes", "integer", "B", "peak memory of the process", lambda row: row.run.memory.peak_host_bytes),
    Column("thermal_share", "number", "share", "share of the timed window held back by heat", _thermal_share),
    Column("throttled", "flag", "", f"thermal_share above {THROTTLED_SHARE}", lambda row: (_thermal_share(row) or 0) > THROTTLED_SHARE),
    Column("power_capped", "flag", "", "enforced power limit below the default", _power_capped),
    Column("power_limit_watts", "number", "W", "enforced limit of one device", lambda row: _device(row, "power_limit_watts")),
    Column("noisy", "flag", "", f"block_spread above {NOISY_SPREAD}", lambda row: (median_block_spread(row.run) or 0) > NOISY_SPREAD),
    Column("lost_seconds", "number", "s", "work redone after stops; empty where unknown or without a stop", _lost_seconds),
    Column("interruptions", "integer", "", "stops and resumes", lambda row: sum(len(item.interruptions) for item in row.run.repeats)),
    Column("provider", "text", "", "where it was rented; empty when owned or unsaid", lambda row: _provider(row, "provider")),
    Column("instance", "text", "", "instance type", lambda row: _provider(row, "instance")),
    Column("region", "text", "", "region", lambda row: _provider(row, "region")),
    Column("commitment", "text", "", "on_demand, spot, reserved or dedicated", lambda row: _provider(row, "commitment")),
    Column("cpu", "text", "", "processor of the host", lambda row: row.file.submission.system.host.cpu_name),
    Column("operating_system", "text", "", "operating system", lambda row: row.file.submission.system.host.operating_system),
    Column("framework_version", "text", "", "version of the backend", lambda row: _version(row, row.run.backend)),
    Column("cuda_version", "text", "", "CUDA as loaded", lambda row: _version(row, "cuda")),
    Column("cudnn_version", "text", "", "cuDNN as loaded", lambda row: _version(row, "cudnn")),
    Column("driver_version", "text", "", "driver", lambda row: _version(row, "nvidia-driver", "driver")),
    Column("bench_version", "text", "", "version of the bench", lambda row: row.file.submission.bench_version),
)
"""Money columns (cost, price) are joined on ``run_id`` by ``cost.py``."""

EPOCH_COLUMNS = (
    "run_id", "repeat", "epoch", "steps", "samples", "train_seconds", "evaluate_seconds",
    "train_loss", "train_accuracy", "eval_loss", "eval_accuracy", "learning_rate",
)  # fmt: skip

_DTYPES = {"text": "str", "integer": "Int64", "number": "float64", "flag": "boolean"}


@dataclass(frozen=True)
class Board:
    """Everything the pages are made from.

    Attributes:
        sources: the accepted and the refused files, as objects.
        runs: one row per run of a file that is not withdrawn, columns as in ``COLUMNS``.
        withdrawn: the same columns, for the files that were taken back.
        epochs: one row per run, repeat and epoch, columns as in ``EPOCH_COLUMNS``.
        hardware: one row per hardware of the catalogue or of a run (``identity.HARDWARE_COLUMNS``).
        prices: rows of ``prices/<provider>.csv``, all text, plus ``file`` and ``line``.
    """

    sources: Sources
    runs: pd.DataFrame
    withdrawn: pd.DataFrame
    epochs: pd.DataFrame
    hardware: pd.DataFrame
    prices: pd.DataFrame


def rows(sources: Sources) -> list[Row]:
    """Every run of every accepted file, files by path, runs as they stand in the file."""
    return [
        Row(file, run, number, identity(file.submission.system))
        for file in sources.results
        for number, run in enumerate(file.submission.runs, start=1)
    ]


def frame(found: list[Row]) -> pd.DataFrame:
    """One row per run, exact types, missing values as NA."""
    data = {
        column.name: pd.array([column.value(row) for row in found], dtype=_DTYPES[column.type])  # type: ignore[call-overload]
        for column in COLUMNS
    }
    return pd.DataFrame(data)


def _epochs(found: list[Row]) -> pd.DataFrame:
    values = [
        (f"{row.file.result_id}.{row.number}", repeat, *(getattr(epoch, name) for name in EPOCH_COLUMNS[2:]))
        for row in found
        for repeat, item in enumerate(row.run.repeats, start=1)
        for epoch in item.epochs
    ]
    return pd.DataFrame(values, columns=list(EPOCH_COLUMNS))


def load(submissions: Path) -> Board:
    """Read the submissions folder.

    Withdrawn files are out of ``runs`` here, so that no page, figure or download has to ask.

    Args:
        submissions: holds ``results``, ``records``, ``prices`` and ``published``.
    """
    sources = read_results(submissions)
    found = rows(sources)
    kept = [row for row in found if row.file.status != "withdrawn"]
    prices = [{**cells, "file": name, "line": line} for name, line, cells in read_tables(submissions / "prices")]
    return Board(
        sources=sources,
        runs=frame(kept),
        withdrawn=frame([row for row in found if row.file.status == "withdrawn"]),
        epochs=_epochs(kept),
        hardware=hardware_frame(row.file.submission.system for row in kept),
        prices=pd.DataFrame(prices),
    )
