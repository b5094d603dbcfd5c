"""What an hour of one device cost, as it was seen, by provider."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, extremes
from site_builder.charts.theme import data, finish, linear_axis, only, sentence, series_colour, tips

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("provider_name", "date_seen", "price_per_device_hour", "offer")
_NAMED = 4
"""Providers that can have a colour each; more are drawn alike and told by the tooltip."""


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """What an hour of one device cost, as it was seen, by provider."""
    if frame.empty:
        return sentence("No on-demand price of this hardware was seen yet.")
    if len(frame) == 1:
        return only(frame, "provider_name", ("price_per_device_hour", "USD per device and hour"))
    base = alt.Chart(data(frame, _COLUMNS)).encode(
        x=alt.X("date_seen:T", title="Date seen", axis=alt.Axis(format="%b %Y", tickCount=5)),
        y=linear_axis(alt.Y, "price_per_device_hour", "Price of one device (USD/h)", ".2~f"),
        detail=["provider_name:N", "offer:N"],
        tooltip=tips(
            ("provider_name:N", "Provider"),
            ("offer:N", "Instance"),
            ("date_seen:N", "Seen"),
            ("price_per_device_hour:Q", "USD per device and hour"),
        ),
    )
    if frame["provider_name"].nunique() <= _NAMED:
        base = base.encode(color=series_colour("provider_name", sorted(frame["provider_name"].unique())))
    return finish(alt.layer(base.mark_line(interpolate="step-after", opacity=0.5), base.mark_point(filled=True, size=50)), height=260)


CHART = Chart(
    id="price-history",
    title="What an hour of one device cost over time",
    needs="price_history",
    columns=("provider_name", "date_seen", "price_per_device_hour", "offer"),
    twin=(
        ("provider_name", "Provider"),
        ("offer", "Instance"),
        ("date_seen", "Seen"),
        ("price_per_device_hour", "USD per device and hour"),
    ),
    draw=chart,
    words=lambda frame: "Prices by date. " + extremes(frame, "provider_name", "price_per_device_hour", "USD per hour"),
    mark_per_row=True,
)
