"""Cost against time, both logarithmic, with the line of runs that nothing beats in both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, extremes
from site_builder.charts.theme import INK, data, finish, hardware_colour, log_axis, only, point_labels, sentence, tips

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("hardware_id", "label", "class_name", "train_seconds", "cost", "on_front", "label_side", "provider_name")
_MANY = 400
"""Marks above which they are drawn smaller and paler."""


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Cost against time, both logarithmic, with the line of runs that nothing beats in both."""
    if frame.empty:
        return sentence("No run has both a time and a price yet.")
    if len(frame) == 1:
        return only(frame, "label", ("train_seconds", "s"), ("cost", "USD"))
    base = alt.Chart(data(frame, _COLUMNS)).encode(
        x=log_axis(alt.X, frame["train_seconds"], "Time to train (s)"),
        y=log_axis(alt.Y, frame["cost"], "Cost (USD)"),
    )
    told = tips(
        ("label:N", "Hardware"),
        ("train_seconds:Q", "Time (s)"),
        ("cost:Q", "Cost (USD)"),
        ("class_name:N", "Class"),
        ("provider_name:N", "From"),
    )
    crowd = len(frame) > _MANY
    front = base.transform_filter("datum.on_front").mark_line(strokeDash=[4, 3], opacity=0.7, interpolate="step-after", color=INK)
    points = base.mark_point(filled=True, size=24 if crowd else 90, opacity=0.35 if crowd else 0.9).encode(
        color=hardware_colour(frame), shape=_class_shape(frame), tooltip=told
    )
    return finish(alt.layer(front, points, *point_labels(base, "label")))


def _class_shape(frame: pd.DataFrame) -> Any:  # noqa: ANN401
    shapes = {"data centre": "circle", "workstation": "square", "desktop": "triangle-up", "laptop": "diamond", "processor": "cross"}
    present = sorted(frame["class_name"].unique())
    legend = alt.Legend(symbolFillColor=INK, symbolStrokeColor=INK) if len(present) > 1 else None
    return alt.Shape(
        "class_name:N", scale=alt.Scale(domain=present, range=[shapes.get(item, "triangle-down") for item in present]), legend=legend
    )


CHART = Chart(
    id="cost-against-time",
    title="The line joins the runs that nothing beats in both time and cost",
    needs="cost_against_time",
    columns=("hardware_id", "label", "class_name", "train_seconds", "cost", "on_front", "label_side", "provider_name"),
    twin=(
        ("label", "Hardware"),
        ("class_name", "Class"),
        ("train_seconds", "Time (s)"),
        ("cost", "Cost (USD)"),
        ("provider_name", "Provider"),
        ("offer", "Instance"),
        ("on_front", "On the front"),
    ),
    draw=chart,
    words=lambda frame: (
        "Cost against time. Fastest to slowest: "
        + extremes(frame, "label", "train_seconds", "s")
        + " Cheapest to dearest: "
        + extremes(frame, "label", "cost", "USD")
    ),
    mark_per_row=True,
)
