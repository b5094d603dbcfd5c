"""Frames of one run: its epochs, its blocks, its telemetry. Objects of the contract in, tidy rows out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from site_builder.metrics.ranking import labelled
from site_builder.metrics.runs import short_names

if TYPE_CHECKING:
    from bench.submission import Run

SERIES = {
    "utilization_share": ("load", "%", 100.0),
    "temperature_celsius": ("temperature", "°C", 1.0),
    "power_watts": ("power", "W", 1.0),
    "clock_hertz": ("clock", "MHz", 1e-6),
    "memory_bytes": ("memory", "GB", 1e-9),
    "memory_clock_hertz": ("memory clock", "MHz", 1e-6),
    "fan_share": ("fan", "%", 100.0),
    "load_average": ("host load", "", 1.0),
}
"""What a series is called, its unit for readers, and the factor to that unit; in the order of the panels."""


Rows = list[tuple[Any, ...]]
EPOCH_COLUMNS = ("repeat_name", "epoch", "eval_accuracy", "train_accuracy", "band_low", "band_high")
BLOCK_COLUMNS = ("repeat_name", "block", "block_seconds", "samples_per_second")
TELEMETRY_COLUMNS = ("panel", "device", "seconds", "low", "mean", "high")


def epoch_rows(run: Run, low: float | None, high: float | None) -> Rows:
    """Evaluation accuracy of every repeat and epoch beside the accepted band of the workload, where there is one.

    Args:
        run: of the contract.
        low: lower end of the band, None where it is not verified.
        high: upper end.
    """
    return [
        (f"repeat {number}", epoch.epoch, epoch.eval_accuracy, epoch.train_accuracy, low, high)
        for number, repeat in enumerate(run.repeats, start=1)
        for epoch in repeat.epochs
        if epoch.eval_accuracy is not None
    ]


def block_rows(run: Run) -> Rows:
    """One row per kept block: its repeat, its number, its time, its rate."""
    return [
        (f"repeat {number}", place, seconds, repeat.blocks.samples_per_block / seconds)
        for number, repeat in enumerate(run.repeats, start=1)
        for place, seconds in enumerate(repeat.blocks.seconds, start=1)
        if seconds > 0
    ]


_ORDER = {name: place for place, name in enumerate(SERIES)}


def telemetry_rows(run: Run) -> Rows:
    """One row per series, device and interval, in the reader's units, with minimum, mean and maximum; in the order of the panels."""
    rows: Rows = []
    for series in sorted(run.telemetry, key=lambda item: (_ORDER[item.name], -1 if item.device is None else item.device)):
        name, unit, factor = SERIES[series.name]
        panel, device = f"{name} ({unit})" if unit else name, "host" if series.device is None else f"device {series.device}"
        for place, (low, mean, high) in enumerate(zip(series.minimum, series.mean, series.maximum, strict=True)):
            seconds = series.start_seconds + place * series.interval_seconds
            rows.append((panel, device, seconds, low * factor, mean * factor, high * factor))
    return rows


def accuracy_by_epoch(run: Run, low: float | None, high: float | None) -> pd.DataFrame:
    """``epoch_rows`` as a frame."""
    return pd.DataFrame(epoch_rows(run, low, high), columns=list(EPOCH_COLUMNS))


def block_times(run: Run) -> pd.DataFrame:
    """``block_rows`` as a frame."""
    return pd.DataFrame(block_rows(run), columns=list(BLOCK_COLUMNS))


def telemetry(run: Run) -> pd.DataFrame:
    """``telemetry_rows`` as a frame."""
    return pd.DataFrame(telemetry_rows(run), columns=list(TELEMETRY_COLUMNS))


def _whole_day(date: str) -> str:
    """The first day of a year or month, a day as it is."""
    return f"{date}-01-01"[: len("2018-01-01")]


def published_timeline(figures: pd.DataFrame) -> pd.DataFrame:
    """Published costs by date and hardware: only figures that their source states, with both a cost and a date.

    A month or a year counts from its first day.

    Args:
        figures: columns ``date``, ``hardware``, ``hardware_id``, ``cost``, ``train_seconds``, ``workload``, ``source_name``.
    """
    kept = figures.dropna(subset=["date", "cost"])
    kept = kept[kept["cost"] > 0].sort_values(["date", "hardware"], kind="stable").reset_index(drop=True)
    days = pd.Series([_whole_day(str(date)) for date in kept["date"]], dtype="object")
    moment = pd.to_datetime(days, format="%Y-%m-%d").map(lambda day: float(day.toordinal()))
    return labelled(kept.assign(day=moment, label=short_names(kept["hardware"])), "day", "cost", log=(False, True))
