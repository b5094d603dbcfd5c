"""Accuracy after each epoch of every repeat, with the accepted band behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, span
from site_builder.charts._sketch import Panel, sketch
from site_builder.charts.theme import ROWS, SERIES, finish, linear_axis, sentence, shared_rows, tips

if TYPE_CHECKING:
    import pandas as pd

    from site_builder.charts._chart import Rows

_COLUMNS = ("epoch", "eval_accuracy", "train_accuracy", "repeat_name", "band_low", "band_high")


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Accuracy after each epoch of every repeat, with the accepted band behind it."""
    if frame.empty:
        return sentence("This run has no epochs: its workload is not judged by accuracy.")
    rows = alt.Data(name=ROWS)
    band = alt.Chart(rows).transform_filter("isValid(datum.band_low)").transform_aggregate(low="min(band_low)", high="max(band_high)")
    within = band.mark_rect(opacity=0.18, color=SERIES[2]).encode(
        y=linear_axis(alt.Y, "low", "Accuracy (axis not from zero)", ".3~f", zero=False), y2="high:Q"
    )
    base = alt.Chart(rows).encode(
        x=alt.X("epoch:O", title="Epoch", axis=alt.Axis(labelAngle=0)),
        y=linear_axis(alt.Y, "eval_accuracy", "Accuracy (axis not from zero)", ".3~f", zero=False),
        detail="repeat_name:N",
        tooltip=tips(
            ("repeat_name:N", "Repeat"), ("epoch:O", "Epoch"), ("eval_accuracy:Q", "Evaluation"), ("train_accuracy:Q", "Training")
        ),
    )
    drawn = alt.layer(within, base.mark_line(opacity=0.8), base.mark_point(filled=True, size=60))
    return shared_rows(finish(drawn, height=240), frame, _COLUMNS)


def _sketch(rows: Rows) -> str:
    lines = {name: [(row[1], row[2]) for row in rows if row[0] == name] for name in dict.fromkeys(row[0] for row in rows)}
    ends = (rows[0][4], rows[0][5]) if rows and rows[0][4] is not None else None
    return sketch([Panel("accuracy after each epoch", tuple(lines.values()), band=ends)], 200)


def _words(frame: pd.DataFrame) -> str:
    accuracy = span(frame, "eval_accuracy", "").strip()
    band = f"{span(frame, 'band_low', '').strip()} to {span(frame, 'band_high', '').strip()}"
    return f"Accuracy by epoch. Evaluation accuracy: {accuracy}; accepted band: {band if 'no figure' not in band else 'not verified'}."


CHART = Chart(
    id="accuracy-by-epoch",
    title="Accuracy after each epoch, against the accepted band",
    needs="accuracy_by_epoch",
    columns=("epoch", "eval_accuracy", "train_accuracy", "repeat_name", "band_low", "band_high"),
    twin=(("repeat_name", "Repeat"), ("epoch", "Epoch"), ("eval_accuracy", "Evaluation accuracy"), ("train_accuracy", "Training accuracy")),
    draw=chart,
    words=_words,
    form=lambda _: "any run",
    sketch=_sketch,
)
