"""Speed in 16 bit over speed in 32 bit on the same hardware."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from site_builder.charts._bars import Bars, bars
from site_builder.charts._chart import Chart, extremes

if TYPE_CHECKING:
    import pandas as pd


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Speed in 16 bit over speed in 32 bit on the same hardware."""
    return bars(
        frame,
        Bars("gain", "Times as fast as fp32 (1 = no gain)", ascending=False, lines=2),
        "No hardware was measured in both 32 and 16 bit yet.",
    )


CHART = Chart(
    id="half-precision-gain",
    title="How much faster 16 bit is",
    needs="half_precision_gain",
    columns=("hardware_id", "label", "gain"),
    twin=(("label", "Hardware, workload, precision"), ("gain", "Times as fast as fp32"), ("memory_share", "Memory over fp32")),
    draw=chart,
    words=lambda frame: "Bars of speed in 16 bit over 32 bit. " + extremes(frame, "label", "gain", "times"),
)
