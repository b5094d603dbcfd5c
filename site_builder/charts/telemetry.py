"""Load, temperature, power, clocks and memory of the devices over one time axis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, span
from site_builder.charts.theme import CONFIG, data, sentence, tips

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("panel", "device", "seconds", "low", "mean", "high")
_PANEL_HEIGHT = 90


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Load, temperature, power, clocks and memory of the devices over one time axis."""
    if frame.empty:
        return sentence("This run was not watched: no telemetry was recorded.")
    panels = list(dict.fromkeys(frame["panel"]))
    end = float(frame["seconds"].max())
    drawn = [_panel(frame[frame["panel"] == panel], panel, end, last=panel == panels[-1]) for panel in panels]
    return alt.vconcat(*drawn, spacing=28, bounds="flush").configure(**CONFIG)


def _panel(rows: pd.DataFrame, panel: str, end: float, *, last: bool) -> Any:  # noqa: ANN401
    """One quantity. All panels have the same time axis; the lowest shows it."""
    time = alt.Axis(title="Time since the start (s)", tickCount=6) if last else alt.Axis(labels=False, ticks=False, title=None, tickCount=6)
    base = alt.Chart(data(rows, _COLUMNS)).encode(
        x=alt.X("seconds:Q", scale=alt.Scale(domain=[0, max(end, 1.0)], nice=False), axis=time),
        detail="device:N",
        tooltip=tips(("device:N", "Device"), ("seconds:Q", "Time (s)"), ("mean:Q", "Mean"), ("low:Q", "Least"), ("high:Q", "Most")),
    )
    up = alt.Scale(zero=True, nice=True)
    axis = alt.Axis(tickCount=3, format=".3~s", minExtent=34)
    between = base.mark_area(opacity=0.2).encode(y=alt.Y("low:Q", title=None, scale=up, axis=axis), y2="high:Q")
    middle = base.mark_line(strokeWidth=1.5, point=len(rows) == 1).encode(y=alt.Y("mean:Q", scale=up))
    return alt.layer(between, middle).properties(height=_PANEL_HEIGHT, width=580, title=panel)


CHART = Chart(
    id="telemetry",
    title="What the devices did during the run",
    needs="telemetry",
    columns=("panel", "device", "seconds", "low", "mean", "high"),
    twin=(("panel", "Quantity"), ("device", "Device"), ("seconds", "Time (s)"), ("low", "Least"), ("mean", "Mean"), ("high", "Most")),
    draw=chart,
    words=lambda frame: f"Telemetry: {frame['panel'].nunique()} quantities over {span(frame, 'seconds', 's')}.",
    mark_per_row=True,
)
