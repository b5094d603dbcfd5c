"""Speed on CNN, RNN and Transformer over that of the baseline hardware."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, extremes
from site_builder.charts.theme import data, finish, sentence, series_colour, tips

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("hardware_id", "hardware", "architecture", "score")
LONGEST = 10
"""Kinds of hardware in one picture; the table has all."""


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Speed on CNN, RNN and Transformer over that of the baseline hardware."""
    if frame.empty:
        return sentence("Nothing was measured beside the chosen baseline yet.")
    order = list(dict.fromkeys(frame["hardware"]))
    shown = frame[frame["hardware"].isin(order[:LONGEST])]
    base = alt.Chart(data(shown, _COLUMNS)).encode(
        y=alt.Y("hardware:N", sort=order[:LONGEST], title=None, axis=alt.Axis(domain=False, ticks=False)),
        yOffset=alt.YOffset("architecture:N", sort=["CNN", "RNN", "Transformer"]),
    )
    reach = float(shown["score"].max()) * 1.15
    across = alt.X(
        "score:Q",
        title="Times as fast as the baseline",
        scale=alt.Scale(domain=[0, reach], nice=False),
        axis=alt.Axis(format=",.6~r", tickCount=5),
    )
    told = tips(("hardware:N", "Hardware"), ("architecture:N", "Architecture"), ("score:Q", "Times the baseline"))
    bar = base.mark_bar(height=12, opacity=0.9).encode(
        x=across, color=series_colour("architecture", ["CNN", "RNN", "Transformer"]), tooltip=told
    )
    figure = base.mark_text(align="left", dx=4, fontSize=11).encode(x=alt.X("score:Q"), text=alt.Text("score:Q", format=",.3~r"))
    note = None if len(order) <= LONGEST else f"{LONGEST} of {len(order)}; the table has all."
    return finish(alt.layer(bar, figure), height=shown["hardware"].nunique() * (12 + 14 * shown["architecture"].nunique()), note=note)


CHART = Chart(
    id="normalised",
    title="How fast it is on CNN, RNN and Transformer",
    needs="normalised",
    columns=("hardware_id", "hardware", "architecture", "score"),
    twin=(
        ("hardware", "Hardware"),
        ("architecture", "Architecture"),
        ("score", "Times the baseline"),
        ("samples_per_second", "Samples per second"),
    ),
    draw=chart,
    words=lambda frame: (
        "Speed over the baseline. "
        + extremes(frame.assign(name=frame["hardware"].astype(str) + " " + frame["architecture"].astype(str)), "name", "score", "times")
    ),
)
