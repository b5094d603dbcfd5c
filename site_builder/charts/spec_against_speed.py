"""Measured rate against one specification, both logarithmic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, extremes
from site_builder.charts.theme import data, finish, hardware_colour, hardware_shape, log_axis, only, point_labels, sentence, tips

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("hardware_id", "hardware", "label", "spec_value", "samples_per_second", "label_side")


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Measured rate against one specification, both logarithmic."""
    if frame.empty:
        return sentence("No measured hardware has this specification yet.")
    if len(frame) == 1:
        return only(frame, "hardware", ("samples_per_second", "samples per second"))
    name = str(frame["spec_name"].iloc[0])
    unit = {"memory bandwidth": "B/s", "memory size": "B"}.get(name, "FLOP/s")
    base = alt.Chart(data(frame, _COLUMNS)).encode(
        x=log_axis(alt.X, frame["spec_value"], f"{name.capitalize()} ({unit})", ".3~s"),
        y=log_axis(alt.Y, frame["samples_per_second"], "Samples per second", ".3~s"),
    )
    told = tips(("hardware:N", "Hardware"), ("spec_value:Q", name), ("samples_per_second:Q", "Samples per second"))
    points = base.mark_point(filled=True, size=80, opacity=0.9).encode(
        color=hardware_colour(frame), shape=hardware_shape(frame), tooltip=told
    )
    return finish(alt.layer(points, *point_labels(base, "label")))


CHART = Chart(
    id="spec-against-speed",
    title="How well one specification foretells the speed",
    needs="spec_against_speed",
    columns=("hardware_id", "hardware", "label", "spec_value", "samples_per_second", "label_side", "spec_name"),
    twin=(("hardware", "Hardware"), ("spec_name", "Specification"), ("spec_value", "Value"), ("samples_per_second", "Samples per second")),
    draw=chart,
    words=lambda frame: "Rate against a specification. " + extremes(frame, "hardware", "samples_per_second", "samples per second"),
    mark_per_row=True,
)
