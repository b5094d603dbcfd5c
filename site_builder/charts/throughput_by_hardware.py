"""Samples trained in a second, best run of each hardware."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from site_builder.charts._bars import Bars, bars
from site_builder.charts._chart import Chart, extremes

if TYPE_CHECKING:
    import pandas as pd


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Samples trained in a second, best run of each hardware."""
    return bars(
        frame,
        Bars("samples_per_second", "Samples per second", low="block_p05", high="block_p95", number=".3~s", ascending=False),
        "No run has a rate yet.",
    )


CHART = Chart(
    id="throughput-by-hardware",
    title="How many samples a second it trains",
    needs="throughput_by_hardware",
    columns=("hardware_id", "label", "samples_per_second", "block_p05", "block_p95"),
    twin=(
        ("rank", "Rank"),
        ("label", "Hardware"),
        ("samples_per_second", "Samples per second"),
        ("block_p05", "5th percentile"),
        ("block_p95", "95th percentile"),
    ),
    draw=chart,
    words=lambda frame: "Bars of throughput. " + extremes(frame, "label", "samples_per_second", "samples per second"),
)
