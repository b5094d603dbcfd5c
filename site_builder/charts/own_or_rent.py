"""Cost of a month over its hours of training: owning against renting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, span
from site_builder.charts.theme import INK, data, finish, linear_axis, sentence, series_colour, tips

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("way", "hours_per_month", "cost_per_month", "break_even")


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Cost of a month over its hours of training: owning against renting."""
    if len(frame) <= 1:
        return sentence("There is no pair of prices, to buy and to rent, for this hardware yet.")
    base = alt.Chart(data(frame, _COLUMNS)).encode(
        x=linear_axis(alt.X, "hours_per_month", "Hours of training in a month"),
        y=linear_axis(alt.Y, "cost_per_month", "Cost of a month (USD)"),
    )
    told = tips(("way:N", "Way"), ("hours_per_month:Q", "Hours"), ("cost_per_month:Q", "USD"))
    lines = base.mark_line(strokeWidth=2.5, point=True).encode(color=series_colour("way", ["own", "rent"]), tooltip=told)
    crossing = base.transform_filter("datum.break_even")
    mark = crossing.mark_point(size=160, color=INK, strokeWidth=2)
    words = crossing.transform_calculate(said="'same cost at ' + format(datum.hours_per_month, '.0f') + ' h'")
    side = (
        {"align": "left", "baseline": "top", "dx": 12, "dy": 8}
        if _early(frame)
        else {"align": "right", "baseline": "bottom", "dx": -12, "dy": -10}
    )
    return finish(alt.layer(lines, mark, words.mark_text(**side).encode(text="said:N")), height=260)


def _early(frame: pd.DataFrame) -> bool:
    """Whether the crossing lies in the left half, so that its words go to the right."""
    crossing = frame.loc[frame["break_even"], "hours_per_month"]
    return bool(crossing.empty or crossing.iloc[0] < frame["hours_per_month"].max() / 2)


def _words(frame: pd.DataFrame) -> str:
    crossing = frame.loc[frame["break_even"].astype(bool), "hours_per_month"]
    if crossing.empty:
        cost = span(frame, "cost_per_month", "USD")
        return f"Owning against renting: no month is long enough for owning to be cheaper. Cost of a month: {cost}."
    return f"Owning against renting: both cost the same at {crossing.iloc[0]:.0f} hours of training a month."


CHART = Chart(
    id="own-or-rent",
    title="From how many hours a month owning is cheaper than renting",
    needs="own_or_rent",
    columns=("way", "hours_per_month", "cost_per_month", "break_even"),
    twin=(("way", "Way"), ("hours_per_month", "Hours a month"), ("cost_per_month", "USD a month")),
    draw=chart,
    words=_words,
)
