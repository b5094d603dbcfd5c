"""Time of the whole training, fastest run of each hardware."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from site_builder.charts._bars import Bars, bars
from site_builder.charts._chart import Chart, extremes

if TYPE_CHECKING:
    import pandas as pd


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Time of the whole training, fastest run of each hardware."""
    return bars(frame, Bars("train_seconds", "Time to train (s)", low="seconds_low", high="seconds_high"), "No run has a time yet.")


CHART = Chart(
    id="time-by-hardware",
    title="How long one training takes",
    needs="time_by_hardware",
    columns=("hardware_id", "label", "train_seconds", "seconds_low", "seconds_high"),
    twin=(
        ("rank", "Rank"),
        ("label", "Hardware"),
        ("train_seconds", "Time (s)"),
        ("seconds_low", "Shortest (s)"),
        ("seconds_high", "Longest (s)"),
    ),
    draw=chart,
    words=lambda frame: "Bars of training time. " + extremes(frame, "label", "train_seconds", "s"),
)
