"""What one hour less costs: the steps along the front of time and cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, extremes
from site_builder.charts.theme import BAR_STEP, data, finish, sentence, series_colour, tips

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("step", "per_hour_saved", "board", "more_to_pay", "seconds_saved")
LONGEST = 20
"""Steps in one picture; the table has all."""


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """What one hour less costs, step by step, the cheapest first."""
    if frame.empty:
        return sentence("No two priced results of one board are there of which one is faster and the other cheaper.")
    ordered = frame.sort_values(["per_hour_saved", "step"], kind="stable").drop_duplicates("step").head(LONGEST)
    base = alt.Chart(data(ordered, _COLUMNS)).encode(
        y=alt.Y(
            "step:N",
            sort=list(ordered["step"]),
            title=None,
            axis=alt.Axis(domain=False, ticks=False, labelExpr="split(datum.label, ' \u2192 ')", labelLimit=320),
        )
    )
    across = alt.X(
        "per_hour_saved:Q",
        title="USD for one hour less",
        scale=alt.Scale(domain=[0, float(ordered["per_hour_saved"].max()) * 1.25], nice=False),
        axis=alt.Axis(format=",.6~r", tickCount=5),
    )
    told = tips(
        ("step:N", "From, to"), ("per_hour_saved:Q", "USD for one hour less"), ("more_to_pay:Q", "More to pay (USD)"),
        ("seconds_saved:Q", "Time saved (s)"), ("board:N", "Board"),
    )  # fmt: skip
    bar = base.mark_bar(height=14, opacity=0.9).encode(
        x=across, color=series_colour("board", sorted(ordered["board"].unique())), tooltip=told
    )
    figure = base.mark_text(align="left", dx=4, fontSize=11).encode(x="per_hour_saved:Q", text=alt.Text("per_hour_saved:Q", format=",.3~r"))
    note = None if len(frame) <= LONGEST else f"The cheapest {LONGEST} of {len(frame)} steps; the table has all."
    return finish(alt.layer(bar, figure), height=len(ordered) * (BAR_STEP + 10), note=note)


CHART = Chart(
    id="cost-of-latency",
    title="What one hour less costs",
    needs="cost_of_latency",
    columns=_COLUMNS,
    twin=(
        ("board", "Board"),
        ("slower", "From"),
        ("faster", "To"),
        ("seconds_saved", "Time saved (s)"),
        ("more_to_pay", "More to pay (USD)"),
        ("per_hour_saved", "USD for one hour less"),
    ),
    draw=chart,
    words=lambda frame: "Steps from a slower to a faster choice. " + extremes(frame, "step", "per_hour_saved", "USD for one hour less"),
)
