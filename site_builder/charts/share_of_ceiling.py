"""Share of the maker's peak rate that a run reached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from site_builder.charts._bars import Bars, bars
from site_builder.charts._chart import Chart, extremes

if TYPE_CHECKING:
    import pandas as pd


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Share of the maker's peak rate that a run reached."""
    return bars(
        frame,
        Bars("share_of_peak", "Share of the peak rate of its precision (1 = peak)", number=".0%", ascending=False, lines=2),
        "No run has a known peak rate yet.",
    )


CHART = Chart(
    id="share-of-ceiling",
    title="How near a run comes to the peak rate",
    needs="ceilings",
    columns=("hardware_id", "label", "share_of_peak"),
    twin=(
        ("label", "Hardware, workload, precision"),
        ("share_of_peak", "Share of peak"),
        ("flops_per_second", "Reached (FLOP/s)"),
        ("peak_flops", "Peak (FLOP/s)"),
    ),
    draw=chart,
    words=lambda frame: "Bars of the share of the peak rate. " + extremes(frame, "label", "share_of_peak", "of the peak"),
)
