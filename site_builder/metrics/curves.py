"""Frames of one run: its epochs, its blocks, its telemetry. Objects of the contract in, tidy rows out."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


def accuracy_by_epoch(epochs: pd.DataFrame, low: float | None, high: float | None) -> pd.DataFrame:
    """Evaluation accuracy of every repeat and epoch beside the accepted band of the workload, where there is one.

    Args:
        epochs: the board's epochs of one run.
        low: lower end of the band, None where it is not verified.
        high: upper end.
    """
    kept = epochs.dropna(subset=["eval_accuracy"])[["repeat", "epoch", "eval_accuracy", "train_accuracy"]]
    ends = {"band_low": float("nan") if low is None else low, "band_high": float("nan") if high is None else high}
    return kept.assign(repeat_name="repeat " + kept["repeat"].astype(str), **ends).reset_index(drop=True)


def block_times(run: Run) -> pd.DataFrame:
    """One row per kept block: its repeat, its number, its rate."""
    rows = [
        (f"repeat {number}", place, seconds, repeat.blocks.samples_per_block / seconds)
        for number, repeat in enumerate(run.repeats, start=1)
        for place, seconds in enumerate(repeat.blocks.seconds, start=1)
        if seconds > 0
    ]
    return pd.DataFrame(rows, columns=["repeat_name", "block", "block_seconds", "samples_per_second"])


def telemetry(run: Run) -> pd.DataFrame:
    """One row per series, device and interval, in the reader's units, with minimum, mean and maximum."""
    rows = []
    for series in run.telemetry:
        name, unit, factor = SERIES[series.name]
        panel = f"{name} ({unit})" if unit else name
        device = "host" if series.device is None else f"device {series.device}"
        for place, (low, mean, high) in enumerate(zip(series.minimum, series.mean, series.maximum, strict=True)):
            seconds = series.start_seconds + place * series.interval_seconds
            rows.append((panel, device, seconds, low * factor, mean * factor, high * factor))
    made = pd.DataFrame(rows, columns=["panel", "device", "seconds", "low", "mean", "high"])
    order = {f"{name} ({unit})" if unit else name: place for place, (name, unit, _) in enumerate(SERIES.values())}
    return made.assign(order=made["panel"].map(order)).sort_values(["order", "device", "seconds"], kind="stable").reset_index(drop=True)


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
