"""One look for all charts: one picture for day and night, a fixed mark per hardware, zero-based bars, log axes that say so."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from importlib.resources import files
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import figure

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

INK = "currentColor"
"""The colour of the page's text: the one SVG follows the switch between day and night."""
ACCENT = "#2f86c6"
GREY = "#808080"
SERIES = ("#2f86c6", "#d55e00", "#009e73", "#b57ab0")
"""Four series that are not hardware; each has three to one against white and against the dark page."""
HEIGHT = 320
LABEL_LIMIT = 190
_LINE = 44
"""Letters of a line of a sentence: fits a phone."""
BAR_STEP = 26

_AXIS = {
    "labelColor": INK, "titleColor": INK, "tickColor": INK, "domainColor": INK, "gridColor": INK, "gridOpacity": 0.12, "domainOpacity": 0.5,
    "tickOpacity": 0.5, "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "labelLimit": LABEL_LIMIT,
    "aria": False, "labelOverlap": "greedy",
}  # fmt: skip
CONFIG: dict[str, Any] = {
    "background": "transparent",
    "padding": {"left": 16, "right": 10, "top": 5, "bottom": 5},
    "font": "sans-serif",
    "axis": _AXIS,
    "view": {"stroke": None, "continuousWidth": 640, "continuousHeight": HEIGHT},
    "mark": {"aria": False, "color": ACCENT},
    "text": {"color": INK, "fontSize": 12},
    "rule": {"color": INK},
    "title": {"color": INK, "subtitleColor": INK, "anchor": "start", "fontSize": 12, "fontWeight": "normal"},
    "legend": {
        "labelColor": INK,
        "titleColor": INK,
        "orient": "top",
        "labelFontSize": 12,
        "title": None,
        "aria": False,
        "symbolStrokeWidth": 2,
        "columnPadding": 24,
    },
    "header": {"labelColor": INK, "titleColor": INK},
}


def _records(frame: pd.DataFrame, columns: Iterable[str]) -> list[dict[str, Any]]:
    """Rows as JSON has them, missing values null."""
    kept = frame[list(dict.fromkeys(columns))]
    made: list[dict[str, Any]] = json.loads(kept.to_json(orient="records", double_precision=9))
    return made


def data(frame: pd.DataFrame, columns: Iterable[str]) -> Any:  # noqa: ANN401 - Altair has no types here
    """A frame as inline data: missing values null, columns in the given order."""
    return alt.Data(values=_records(frame, columns))


ROWS = "rows"
"""The dataset of a chart that many pages share."""


def shared_rows(chart: Any, frame: pd.DataFrame, columns: Iterable[str]) -> Any:  # noqa: ANN401
    """A chart over ``alt.Data(name=ROWS)`` with its rows beside the specification, where another page can exchange them."""
    return chart.properties(datasets={ROWS: _records(frame, columns)})


def sentence(text: str) -> Any:  # noqa: ANN401
    """What stands where there is nothing to draw."""
    lines = wrap(text, _LINE)
    words = alt.Chart(alt.Data(values=[{"words": "\n".join(lines)}])).mark_text(fontSize=14, align="center", color=INK, lineBreak="\n")
    return finish(words.encode(text="words:N"), height=50 + 20 * len(lines))


def only(frame: pd.DataFrame, name: str, *figures: tuple[str, str]) -> Any:  # noqa: ANN401
    """The sentence for a frame of one row, which makes no comparison.

    Args:
        frame: one row.
        name: column of its name.
        figures: column and unit of each figure.
    """
    row = frame.iloc[0]
    told = ", ".join(f"{figure(row[column])} {unit}" for column, unit in figures)
    return sentence(f"One figure so far, nothing to compare it with: {row[name]}, {told}.")


def finish(chart: Any, height: Any = HEIGHT, note: str | None = None) -> Any:  # noqa: ANN401
    """Width of the column, the given height, the theme, and a short note above."""
    more = {"title": note} if note else {}
    return chart.properties(
        width="container", height=height, autosize=alt.AutoSizeParams(type="fit-x", contains="padding"), **more
    ).configure(**CONFIG)


@cache
def _marks() -> dict[str, Any]:
    read: dict[str, Any] = json.loads((files("site_builder.charts") / "marks.json").read_text(encoding="utf-8"))
    return read


def hardware_mark(hardware_id: str) -> tuple[str, str]:
    """Colour and shape of a hardware id: assigned in ``marks.json``, else fixed by a hash of the id."""
    marks = _marks()
    colours, shapes = marks["colours"], marks["shapes"]
    colour, shape = marks["assigned"].get(hardware_id) or divmod(sha256(hardware_id.encode()).digest()[0], len(shapes))
    return colours[colour % len(colours)], shapes[shape % len(shapes)]


def hardware_colour(frame: pd.DataFrame, column: str = "hardware_id") -> Any:  # noqa: ANN401
    """The colour channel; names stand beside the marks, so there is no legend."""
    ids = sorted(frame[column].unique())
    scale = alt.Scale(domain=ids, range=[hardware_mark(item)[0] for item in ids])
    return alt.Color(f"{column}:N", scale=scale, legend=None)


def hardware_shape(frame: pd.DataFrame, column: str = "hardware_id") -> Any:  # noqa: ANN401
    """The shape channel: tells hardware apart without colour."""
    ids = sorted(frame[column].unique())
    scale = alt.Scale(domain=ids, range=[hardware_mark(item)[1] for item in ids])
    return alt.Shape(f"{column}:N", scale=scale, legend=None)


def log_axis(channel: Any, values: pd.Series, title: str, number: str = ",.6~r") -> Any:  # noqa: ANN401
    """A log scale that says so; one value alone stands between two powers of ten.

    Args:
        channel: ``alt.X`` or ``alt.Y``.
        values: the column, named.
        title: of the axis, with the unit.
        number: format of its labels.
    """
    scale = alt.Scale(type="log", nice=False, padding=24) if values.min() < values.max() else alt.Scale(type="log", nice=True)
    return channel(
        f"{values.name}:Q", title=f"{title}, log scale", scale=scale, axis=alt.Axis(format=number, tickCount=6, gridOpacity=0.07)
    )


def linear_axis(channel: Any, column: str, title: str, number: str = ",.6~r", *, zero: bool = True) -> Any:  # noqa: ANN401
    """A linear scale, from zero unless said otherwise."""
    return channel(f"{column}:Q", title=title, scale=alt.Scale(zero=zero, nice=True), axis=alt.Axis(format=number, tickCount=6))


def tips(*pairs: tuple[str, str]) -> list[Any]:
    """Tooltip rows: column with type (``seconds:Q``) and heading; numbers with three digits."""
    return [alt.Tooltip(column, title=title, **({"format": ",.3~r"} if column.endswith(":Q") else {})) for column, title in pairs]


def series_colour(column: str, values: Iterable[str]) -> Any:  # noqa: ANN401
    """Colour of a few named series that are not hardware."""
    domain = list(dict.fromkeys(values))
    return alt.Color(f"{column}:N", scale=alt.Scale(domain=domain, range=list(SERIES[: len(domain)])), legend=alt.Legend())


def point_labels(base: Any, text: str = "hardware") -> list[Any]:  # noqa: ANN401
    """Names beside the marks that have room: ``label_side`` comes from ``metrics.labelled``."""
    places = (("right", {"align": "left", "dx": 8}), ("left", {"align": "right", "dx": -8}))
    return [
        base.transform_filter(f"datum.label_side === '{side}'").mark_text(baseline="middle", limit=150, **where).encode(text=f"{text}:N")
        for side, where in places
    ]
