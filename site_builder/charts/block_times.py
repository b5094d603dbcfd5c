"""Every kept block of a run as a tick: the steadier the run, the denser the strip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, span
from site_builder.charts._sketch import Panel, sketch
from site_builder.charts.theme import ROWS, finish, linear_axis, sentence, shared_rows, tips

if TYPE_CHECKING:
    import pandas as pd

    from site_builder.charts._chart import Rows

_COLUMNS = ("repeat_name", "block", "samples_per_second", "block_seconds")


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Every kept block of a run as a tick: the steadier the run, the denser the strip."""
    if frame.empty:
        return sentence("This run kept no blocks.")
    base = alt.Chart(alt.Data(name=ROWS)).encode(
        x=linear_axis(alt.X, "samples_per_second", "Samples per second of each block, from zero", ".3~s"),
        y=alt.Y("repeat_name:N", title=None, sort=list(dict.fromkeys(frame["repeat_name"]))),
        tooltip=tips(
            ("repeat_name:N", "Repeat"),
            ("block:Q", "Block"),
            ("block_seconds:Q", "Seconds"),
            ("samples_per_second:Q", "Samples per second"),
        ),
    )
    drawn = finish(base.mark_tick(thickness=1.5, opacity=0.5, size=22), height=34 * frame["repeat_name"].nunique())
    return shared_rows(drawn, frame, _COLUMNS)


def _sketch(rows: Rows) -> str:
    repeats = dict.fromkeys(row[0] for row in rows)
    return sketch([Panel(f"{name}, samples per second", ([(row[1], row[3]) for row in rows if row[0] == name],)) for name in repeats], 60)


CHART = Chart(
    id="block-times",
    title="Every block of the run as one tick",
    needs="block_times",
    columns=("repeat_name", "block", "samples_per_second", "block_seconds"),
    twin=(("repeat_name", "Repeat"), ("block", "Block"), ("block_seconds", "Time (s)"), ("samples_per_second", "Samples per second")),
    draw=chart,
    words=lambda frame: f"Block rates: {len(frame)} blocks, {span(frame, 'samples_per_second', 'samples per second')}.",
    mark_per_row=True,
    form=lambda rows: f"{len({row[0] for row in rows})} repeats",
    sketch=_sketch,
)
