"""Measured power against rate; a cross is a run that heat held back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, extremes
from site_builder.charts.theme import INK, data, finish, hardware_colour, linear_axis, only, point_labels, sentence, tips

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("hardware_id", "label", "mean_power_watts", "samples_per_second", "samples_per_joule", "state", "label_side")


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Measured power against rate; a cross is a run that heat held back."""
    if frame.empty:
        return sentence("No run has measured power yet.")
    if len(frame) == 1:
        return only(frame, "label", ("mean_power_watts", "W"), ("samples_per_second", "samples per second"))
    base = alt.Chart(data(frame, _COLUMNS)).encode(
        x=linear_axis(alt.X, "mean_power_watts", "Mean power of all devices (W)"),
        y=linear_axis(alt.Y, "samples_per_second", "Samples per second", ".3~s"),
    )
    states = ["not held back by heat", "held back by heat"]
    shape = alt.Shape(
        "state:N",
        scale=alt.Scale(domain=states, range=["circle", "cross"]),
        legend=alt.Legend(symbolFillColor=INK, symbolStrokeColor=INK),
    )
    told = tips(
        ("label:N", "Hardware"), ("mean_power_watts:Q", "Power (W)"), ("samples_per_second:Q", "Samples per second"),
        ("samples_per_joule:Q", "Samples per joule"), ("state:N", "Heat"),
    )  # fmt: skip
    points = base.mark_point(filled=True, size=80, opacity=0.85).encode(color=hardware_colour(frame), shape=shape, tooltip=told)
    return finish(alt.layer(points, *point_labels(base, "label")))


CHART = Chart(
    id="heat-and-power",
    title="What the speed takes in power, and who was held back by heat",
    needs="heat_and_power",
    columns=("hardware_id", "label", "mean_power_watts", "samples_per_second", "samples_per_joule", "state", "label_side"),
    twin=(
        ("label", "Hardware"),
        ("mean_power_watts", "Power (W)"),
        ("samples_per_second", "Samples per second"),
        ("samples_per_joule", "Samples per joule"),
        ("state", "Heat"),
    ),
    draw=chart,
    words=lambda frame: "Power and rate. " + extremes(frame, "label", "mean_power_watts", "W"),
    mark_per_row=True,
)
