"""Accuracy after each epoch of every repeat, with the accepted band behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, span
from site_builder.charts.theme import SERIES, data, finish, linear_axis, sentence, tips

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("epoch", "eval_accuracy", "train_accuracy", "repeat_name", "band_low", "band_high")


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Accuracy after each epoch of every repeat, with the accepted band behind it."""
    if frame.empty:
        return sentence("This run has no epochs: its workload is not judged by accuracy.")
    band = alt.Chart(data(frame.head(1), ("band_low", "band_high"))).transform_filter("isValid(datum.band_low)")
    within = band.mark_rect(opacity=0.18, color=SERIES[2]).encode(
        y=linear_axis(alt.Y, "band_low", "Accuracy (axis not from zero)", ".3~f", zero=False), y2="band_high:Q"
    )
    base = alt.Chart(data(frame, _COLUMNS)).encode(
        x=alt.X("epoch:O", title="Epoch", axis=alt.Axis(labelAngle=0)),
        y=linear_axis(alt.Y, "eval_accuracy", "Accuracy (axis not from zero)", ".3~f", zero=False),
        detail="repeat_name:N",
        tooltip=tips(
            ("repeat_name:N", "Repeat"), ("epoch:O", "Epoch"), ("eval_accuracy:Q", "Evaluation"), ("train_accuracy:Q", "Training")
        ),
    )
    return finish(alt.layer(within, base.mark_line(opacity=0.8), base.mark_point(filled=True, size=60)), height=240)


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
)
