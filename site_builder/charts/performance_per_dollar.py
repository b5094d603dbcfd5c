"""Speed for the money on CNN, RNN and Transformer; the best of each is 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, extremes
from site_builder.charts.theme import data, finish, sentence, series_colour, tips

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("hardware_id", "hardware", "architecture", "value")
LONGEST = 10
"""Kinds of hardware in one picture; the table has all."""


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Speed for the money on CNN, RNN and Transformer; the best of each is 1."""
    if frame.empty:
        return sentence("No measured hardware has a price yet.")
    order = list(dict.fromkeys(frame["hardware"]))
    shown = frame[frame["hardware"].isin(order[:LONGEST])]
    base = alt.Chart(data(shown, _COLUMNS)).encode(
        y=alt.Y("hardware:N", sort=order[:LONGEST], title=None, axis=alt.Axis(domain=False, ticks=False)),
        yOffset=alt.YOffset("architecture:N", sort=["CNN", "RNN", "Transformer"]),
    )
    reach = float(shown["value"].max()) * 1.15
    across = alt.X(
        "value:Q",
        title="Speed for the money (best of each = 1)",
        scale=alt.Scale(domain=[0, reach], nice=False),
        axis=alt.Axis(format=",.6~r", tickCount=5),
    )
    told = tips(("hardware:N", "Hardware"), ("architecture:N", "Architecture"), ("value:Q", "Speed for the money"))
    bar = base.mark_bar(height=12, opacity=0.9).encode(
        x=across, color=series_colour("architecture", ["CNN", "RNN", "Transformer"]), tooltip=told
    )
    figure = base.mark_text(align="left", dx=4, fontSize=11).encode(x=alt.X("value:Q"), text=alt.Text("value:Q", format=",.3~r"))
    note = None if len(order) <= LONGEST else f"{LONGEST} of {len(order)}; the table has all."
    return finish(alt.layer(bar, figure), height=shown["hardware"].nunique() * (12 + 14 * shown["architecture"].nunique()), note=note)


CHART = Chart(
    id="performance-per-dollar",
    title="How much speed a dollar buys",
    needs="performance_per_dollar",
    columns=("hardware_id", "hardware", "architecture", "value"),
    twin=(
        ("hardware", "Hardware"),
        ("architecture", "Architecture"),
        ("value", "Speed for the money"),
        ("price", "Price (USD)"),
        ("score", "Times the baseline"),
    ),
    draw=chart,
    words=lambda frame: (
        "Speed for the money. "
        + extremes(
            frame.assign(name=frame["hardware"].astype(str) + " " + frame["architecture"].astype(str)), "name", "value", "of the best"
        )
    ),
)
