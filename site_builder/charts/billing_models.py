"""Cost of a job by its length, where the same price is charged by the second, the minute or the hour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, span
from site_builder.charts.theme import data, finish, log_axis, sentence, series_colour, tips

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("billing", "job_minutes", "cost", "over_exact")


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Cost of a job by its length, where the same price is charged by the second, the minute or the hour."""
    if len(frame) <= 1:
        return sentence("There is no price to compare yet.")
    base = alt.Chart(data(frame, _COLUMNS)).encode(
        x=log_axis(alt.X, frame["job_minutes"], "Length of the job (minutes)"),
        y=log_axis(alt.Y, frame["cost"], "Cost (USD)"),
        color=series_colour("billing", frame["billing"]),
        strokeDash=alt.StrokeDash("billing:N", sort=list(dict.fromkeys(frame["billing"])), legend=None),
        tooltip=tips(
            ("billing:N", "Charged"),
            ("job_minutes:Q", "Minutes"),
            ("cost:Q", "Cost (USD)"),
            ("over_exact:Q", "Times the exact time's cost"),
        ),
    )
    return finish(base.mark_line(point=True, strokeWidth=2), height=260)


CHART = Chart(
    id="billing-models",
    title="Why hourly billing is dear for short jobs",
    needs="billing_models",
    columns=("billing", "job_minutes", "cost", "over_exact"),
    twin=(("billing", "Charged"), ("job_minutes", "Minutes"), ("cost", "Cost (USD)"), ("over_exact", "Times the exact cost")),
    draw=chart,
    words=lambda frame: f"Cost by length of job and way of charging: {span(frame, 'over_exact', 'times the cost of the exact time')}.",
)
