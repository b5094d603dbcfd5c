"""Load, temperature, power, clocks and memory of the devices over one time axis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, span
from site_builder.charts._sketch import Panel, sketch
from site_builder.charts.theme import CONFIG, ROWS, sentence, shared_rows, tips

if TYPE_CHECKING:
    import pandas as pd

    from site_builder.charts._chart import Rows

_COLUMNS = ("panel", "device", "seconds", "low", "mean", "high")
_PANEL_HEIGHT = 90


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Load, temperature, power, clocks and memory of the devices over one time axis."""
    if frame.empty:
        return sentence("This run was not watched: no telemetry was recorded.")
    panels = list(dict.fromkeys(frame["panel"]))
    drawn = [_panel(panel, alone=list(frame["panel"]).count(panel) == 1, last=panel == panels[-1]) for panel in panels]
    stacked = alt.vconcat(*drawn, spacing=28, bounds="flush", data=alt.Data(name=ROWS)).resolve_scale(x="shared").configure(**CONFIG)
    return shared_rows(stacked, frame, _COLUMNS)


def _panel(panel: str, *, alone: bool, last: bool) -> Any:  # noqa: ANN401
    """One quantity. All panels have the same time axis; the lowest shows it."""
    time = alt.Axis(title="Time since the start (s)", tickCount=6) if last else alt.Axis(labels=False, ticks=False, title=None, tickCount=6)
    base = (
        alt.Chart()
        .transform_filter(alt.FieldEqualPredicate(field="panel", equal=panel))
        .encode(
            x=alt.X("seconds:Q", scale=alt.Scale(zero=True, nice=False), axis=time),
            detail="device:N",
            tooltip=tips(("device:N", "Device"), ("seconds:Q", "Time (s)"), ("mean:Q", "Mean"), ("low:Q", "Least"), ("high:Q", "Most")),
        )
    )
    up = alt.Scale(zero=True, nice=True)
    axis = alt.Axis(tickCount=3, format=".3~s", minExtent=34)
    between = base.mark_area(opacity=0.2).encode(y=alt.Y("low:Q", title=None, scale=up, axis=axis), y2="high:Q")
    middle = base.mark_line(strokeWidth=1.5, point=alone).encode(y=alt.Y("mean:Q", scale=up))
    return alt.layer(between, middle).properties(height=_PANEL_HEIGHT, width=580, title=panel)


def _panels(rows: Rows) -> dict[str, dict[str, list[tuple[float, float]]]]:
    found: dict[str, dict[str, list[tuple[float, float]]]] = {}
    for panel, device, seconds, _, mean, _ in rows:
        found.setdefault(panel, {}).setdefault(device, []).append((seconds, mean))
    return found


def _form(rows: Rows) -> str:
    return "; ".join(f"{name}{'' if sum(map(len, lines.values())) > 1 else ', one'}" for name, lines in _panels(rows).items())


def _sketch(rows: Rows) -> str:
    return sketch([Panel(name, tuple(lines.values()), zero=True) for name, lines in _panels(rows).items()], 70)


CHART = Chart(
    id="telemetry",
    title="What the devices did during the run",
    needs="telemetry",
    columns=("panel", "device", "seconds", "low", "mean", "high"),
    twin=(("panel", "Quantity"), ("device", "Device"), ("seconds", "Time (s)"), ("low", "Least"), ("mean", "Mean"), ("high", "Most")),
    draw=chart,
    words=lambda frame: f"Telemetry: {frame['panel'].nunique()} quantities over {span(frame, 'seconds', 's')}.",
    mark_per_row=True,
    form=_form,
    sketch=_sketch,
)
