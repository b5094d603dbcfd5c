"""Every kept block of a run as a tick: the steadier the run, the denser the strip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, span
from site_builder.charts.theme import data, finish, linear_axis, sentence, tips

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("repeat_name", "block", "samples_per_second", "block_seconds")


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Every kept block of a run as a tick: the steadier the run, the denser the strip."""
    if frame.empty:
        return sentence("This run kept no blocks.")
    base = alt.Chart(data(frame, _COLUMNS)).encode(
        x=linear_axis(alt.X, "samples_per_second", "Samples per second of each block, from zero", ".3~s"),
        y=alt.Y("repeat_name:N", title=None, sort=list(dict.fromkeys(frame["repeat_name"]))),
        tooltip=tips(
            ("repeat_name:N", "Repeat"),
            ("block:Q", "Block"),
            ("block_seconds:Q", "Seconds"),
            ("samples_per_second:Q", "Samples per second"),
        ),
    )
    return finish(base.mark_tick(thickness=1.5, opacity=0.5, size=22), height=34 * frame["repeat_name"].nunique())


CHART = Chart(
    id="block-times",
    title="Every block of the run as one tick",
    needs="block_times",
    columns=("repeat_name", "block", "samples_per_second", "block_seconds"),
    twin=(("repeat_name", "Repeat"), ("block", "Block"), ("block_seconds", "Time (s)"), ("samples_per_second", "Samples per second")),
    draw=chart,
    words=lambda frame: f"Block rates: {len(frame)} blocks, {span(frame, 'samples_per_second', 'samples per second')}.",
    mark_per_row=True,
)
