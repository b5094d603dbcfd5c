"""Cost of one training on each rented machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from site_builder.charts._bars import Bars, bars
from site_builder.charts._chart import Chart, extremes

if TYPE_CHECKING:
    import pandas as pd


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Cost of one training on each rented machine."""
    return bars(frame, Bars("cost_machine", "Cost of one training (USD), whole machine", lines=2), "No run has a price yet.")


CHART = Chart(
    id="cost-by-instance",
    title="What one training costs on each instance",
    needs="cost_by_instance",
    columns=("hardware_id", "label", "cost_machine"),
    twin=(
        ("label", "Instance"),
        ("cost_machine", "Machine (USD)"),
        ("cost_devices", "Devices used (USD)"),
        ("train_seconds", "Time (s)"),
        ("price_per_hour", "Price (USD/h)"),
        ("date_seen", "Price seen"),
    ),
    draw=chart,
    words=lambda frame: "Bars of cost. " + extremes(frame, "label", "cost_machine", "USD"),
)
