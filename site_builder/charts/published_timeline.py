"""Published costs of a training by date, as their sources state them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, extremes
from site_builder.charts.theme import data, finish, hardware_colour, hardware_shape, log_axis, only, point_labels, sentence, tips

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("date", "hardware", "label", "hardware_id", "cost", "workload", "source_name", "label_side")


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Published costs of a training by date, as their sources state them."""
    if frame.empty:
        return sentence("No published figure has both a date and a cost.")
    if len(frame) == 1:
        return only(frame, "hardware", ("cost", "USD"))
    base = alt.Chart(data(frame, _COLUMNS)).encode(
        x=alt.X("date:T", title="Date of the figure", axis=alt.Axis(format="%Y", tickCount="year")),
        y=log_axis(alt.Y, frame["cost"], "Published cost (USD)"),
        tooltip=tips(
            ("hardware:N", "Hardware"), ("workload:N", "Trained"), ("date:N", "Date"), ("cost:Q", "Cost (USD)"), ("source_name:N", "Source")
        ),
    )
    # Hollow: a published figure is not a run of the board.
    points = base.mark_point(filled=False, size=80, strokeWidth=2).encode(color=hardware_colour(frame), shape=hardware_shape(frame))
    return finish(alt.layer(points, *point_labels(base, "label")), note="Hollow marks: published by others, not measured with this bench")


CHART = Chart(
    id="published-timeline",
    title="What a training cost when others published it",
    needs="published_timeline",
    columns=("date", "hardware", "label", "hardware_id", "cost", "workload", "source_name", "label_side"),
    twin=(
        ("date", "Date"),
        ("hardware", "Hardware"),
        ("workload", "Trained"),
        ("cost", "Cost (USD)"),
        ("train_seconds", "Time (s)"),
        ("source_name", "Source"),
    ),
    draw=chart,
    words=lambda frame: "Published costs. " + extremes(frame, "hardware", "cost", "USD"),
    mark_per_row=True,
)
