"""The contract: one submission is one machine, one day, its runs.

Format history:
    1.0 (2026-12) first version.

Units are in the names: seconds, bytes, watts, joules, celsius, hertz. Accuracies and shares are in
[0, 1]. What was not measured is null, never estimated. Times are ISO-8601 UTC with ``Z``.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from bench.fields import (
    Backend,
    Commitment,
    Count,
    DeviceKind,
    Mode,
    Model,
    Name,
    Positive,
    Precision,
    PresetId,
    Quantity,
    Seconds,
    Sha256,
    Share,
    Slug,
    Text,
    Utc,
    Version,
    WorkloadId,
)

SCHEMA_VERSION: Final = "1.0"
MAXIMUM_BYTES = 64 * 1024
MAXIMUM_SERIES_POINTS = 300
MAXIMUM_BLOCKS = 500


class Package(Model):
    """A piece of software and its version, such as ``tensorflow 2.21.0`` or ``cudnn 9.10``."""

    name: Slug
    version: Version


class Device(Model):
    """One accelerator (or the CPU package) as the machine reports it; no serial, UUID or address."""

    index: Count
    name: Name
    kind: DeviceKind
    memory_bytes: Positive | None = None
    memory_source: Slug | None = None
    mig_profile: Slug | None = None
    power_limit_watts: Quantity | None = None
    default_power_limit_watts: Quantity | None = None
    pcie_generation: Positive | None = None
    pcie_width: Positive | None = None
    pcie_width_maximum: Positive | None = None
    ecc_enabled: bool | None = None
    persistence_enabled: bool | None = None
    compute_capability: Version | None = None


class Host(Model):
    """The machine around the devices. Limits are those of the control group, where one is set."""

    cpu_name: Name
    cpu_physical_cores: Positive | None = None
    cpu_logical_cores: Positive
    cpu_limit_cores: Quantity | None = None
    memory_bytes: Positive
    memory_limit_bytes: Positive | None = None
    operating_system: Name
    kernel: Name
    container: bool
    virtualised: bool | None = None


class System(Model):
    """Hardware x count x nodes, host and software."""

    hardware_id: Slug
    hardware_name: Name
    devices: Annotated[tuple[Device, ...], Field(min_length=1, max_length=64)]
    nodes: Annotated[tuple[Positive, ...], Field(min_length=1, max_length=256)] = (1,)
    """Devices used on each node; the totals are their count and sum, never typed."""
    host: Host
    software: Annotated[tuple[Package, ...], Field(min_length=1, max_length=64)]


class Provider(Model):
    """Where the machine was rented. A price is never part of a submission."""

    provider: Slug
    instance: Name
    region: Slug | None = None
    commitment: Commitment
    provisioning_seconds: Seconds | None = None
    trouble: Text | None = None


class Dataset(Model):
    """What was trained on, by content."""

    id: Slug
    rows: Positive
    train_rows: Positive
    eval_rows: Count
    """0 for probes, which have nothing to evaluate on."""
    tokens_per_row: Positive | None = None
    vocabulary_size: Positive | None = None
    sha256: Sha256 | None = None


class Settings(Model):
    """The settings that change what is computed."""

    batch_size: Positive
    """Global batch: all devices together."""
    epochs: Positive
    optimizer: Slug
    learning_rate: Quantity
    parameters: Count
    steps_per_launch: Positive = 1
    xla: bool
    tf32_allowed: bool


class Clock(Model):
    """Where the wall time went. Only ``train_seconds`` is ranked; the rest is outside the clock.

    ``train_seconds`` is the sum over epochs of their training blocks; ``total_seconds`` is the whole
    process from start, interrupted time left out.
    """

    import_seconds: Seconds
    data_seconds: Seconds
    compile_seconds: Seconds
    warmup_seconds: Seconds
    train_seconds: Seconds
    evaluate_seconds: Seconds
    total_seconds: Seconds


class Epoch(Model):
    """One pass over the training rows and the evaluation after it."""

    epoch: Positive
    steps: Positive
    samples: Positive
    train_seconds: Seconds
    evaluate_seconds: Seconds
    train_loss: Quantity
    train_accuracy: Share
    eval_loss: Quantity
    eval_accuracy: Share
    eval_correct: Count
    learning_rate: Quantity


class Blocks(Model):
    """Times of blocks of steps, each closed by fetching the loss; at most 500 are kept, evenly spaced."""

    steps_per_block: Positive
    samples_per_block: Positive
    measured: Positive
    """Blocks that were timed, before thinning."""
    seconds: Annotated[tuple[Seconds, ...], Field(min_length=1, max_length=MAXIMUM_BLOCKS)]


class Interruption(Model):
    """The run was stopped and went on from the last finished epoch."""

    stopped_at: Utc | None
    resumed_at: Utc
    reason: Slug
    lost_seconds: Seconds | None
    """Work redone; null when the process died without a word."""


class Repeat(Model):
    """One measurement of a run: a full training, or one round of a probe."""

    seed: Count
    started_at: Utc
    ended_at: Utc
    clock: Clock
    epochs: Annotated[tuple[Epoch, ...], Field(max_length=100)] = ()
    blocks: Blocks
    interruptions: Annotated[tuple[Interruption, ...], Field(max_length=100)] = ()


class Summary(Model):
    """What the board shows of a run; the judge recomputes all of it from the repeats."""

    samples_per_second: Quantity
    """Median over repeats of samples trained / train_seconds."""
    train_seconds: Seconds
    """Median over repeats."""
    block_p05_samples_per_second: Quantity
    block_p95_samples_per_second: Quantity
    final_accuracy: Share | None = None
    best_accuracy: Share | None = None
    flops_per_second: Quantity | None = None
    bytes_per_second: Quantity | None = None


class Kernel(Model):
    """Which recurrent kernel or fused attention really ran, from evidence and not from intent.

    ``level``: ``fused`` (the vendor's library kernel, for LSTM: cuDNN or oneDNN), ``generic`` (a loop of
    small operations) or ``unknown``.
    """

    requested: Literal["fused", "auto", "generic"]
    level: Literal["fused", "generic", "unknown"]
    static_evidence: Annotated[tuple[Name, ...], Field(max_length=16)] = ()
    runtime_evidence: Annotated[tuple[Name, ...], Field(max_length=16)] = ()
    dtype: Slug | None = None
    reason_not_fused: Slug | None = None


class Memory(Model):
    """Peak memory of the run."""

    peak_host_bytes: Positive
    peak_device_bytes: Positive | None = None
    device_source: Slug | None = None
    largest_batch_size: Positive | None = None


class Energy(Model):
    """Energy of the timed window over all devices used."""

    joules: Quantity
    mean_power_watts: Quantity
    method: Literal["counter", "sampled"]
    counter_joules: Quantity | None = None
    sampled_joules: Quantity | None = None
    power_valid: bool


class Series(Model):
    """One telemetry series, down-sampled with minimum, mean and maximum of each interval kept."""

    device: Count | None
    """Index into ``system.devices``; null for the host."""
    name: Literal[
        "utilization_share",
        "memory_bytes",
        "temperature_celsius",
        "power_watts",
        "clock_hertz",
        "memory_clock_hertz",
        "load_average",
        "fan_share",
    ]
    start_seconds: Seconds
    interval_seconds: Seconds
    minimum: Annotated[tuple[Quantity, ...], Field(max_length=MAXIMUM_SERIES_POINTS)]
    mean: Annotated[tuple[Quantity, ...], Field(max_length=MAXIMUM_SERIES_POINTS)]
    maximum: Annotated[tuple[Quantity, ...], Field(max_length=MAXIMUM_SERIES_POINTS)]


class Throttle(Model):
    """Seconds of the timed window in which a device was held back, by reason."""

    device: Count
    reason: Literal["power_cap", "thermal", "hardware_slowdown", "power_brake", "other"]
    seconds: Seconds


class Proof(Model):
    """A probe proves that it computes by memorising a fixed batch."""

    steps: Positive
    first_loss: Quantity
    last_loss: Quantity
    accuracy: Share


class Failure(Model):
    """Why a run did not end well."""

    reason: Literal["out_of_memory", "disk_full", "device_lost", "hang", "stopped", "not_a_number", "error"]
    message: Text


class Run(Model):
    """One workload, preset, precision, backend and device set, measured once or in repeats."""

    protocol: Literal["1"]
    workload: WorkloadId
    preset: PresetId
    precision: Precision
    backend: Backend
    mode: Mode
    device_indices: Annotated[tuple[Count, ...], Field(min_length=1, max_length=64)]
    node_count: Positive = 1
    status: Literal["complete", "failed"]
    failure: Failure | None = None
    dataset: Dataset
    settings: Settings
    repeats: Annotated[tuple[Repeat, ...], Field(max_length=16)]
    summary: Summary | None
    kernel: Kernel | None = None
    proof: Proof | None = None
    memory: Memory
    energy: Energy | None = None
    telemetry: Annotated[tuple[Series, ...], Field(max_length=64)] = ()
    throttle: Annotated[tuple[Throttle, ...], Field(max_length=64)] = ()
    host_load_average: Quantity | None = None
    """One-minute load average of the host just before the run, without its own work."""
    host_wait_share: Share | None = None
    """Share of the timed window in which the device waited for the host."""


class Submission(Model):
    """One JSON file: one machine, one day, its runs."""

    schema_version: Literal["1.0"]
    bench_version: Version
    created_at: Utc
    system: System
    provider: Provider | None = None
    runs: Annotated[tuple[Run, ...], Field(min_length=1, max_length=64)]
    notes: Text | None = None
