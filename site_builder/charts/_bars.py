"""Horizontal bars from zero with an interval mark and the figure beside each: the form that most comparisons take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import altair as alt

from site_builder.charts.theme import BAR_STEP, data, finish, hardware_colour, sentence, tips

if TYPE_CHECKING:
    import pandas as pd

LONGEST = 30
"""Bars of one picture; the table has all."""


class Bars(NamedTuple):
    """What is drawn.

    Attributes:
        value: column of the bar's length.
        title: of the axis, with the unit.
        name: column of the label; rows of one name would overlap, so names are unique in the frame.
        low: column of the interval's lower end, None without one.
        high: column of its upper end.
        number: format of the figure beside the bar.
        ascending: whether the smallest is the best.
        lines: lines of a label, which is broken at its commas.
    """

    value: str
    title: str
    name: str = "label"
    low: str | None = None
    high: str | None = None
    number: str = ",.3~r"
    ascending: bool = True
    lines: int = 1


def bars(frame: pd.DataFrame, of: Bars, nothing: str) -> Any:  # noqa: ANN401
    """Best first, at most ``LONGEST`` of them.

    Args:
        frame: with ``hardware_id`` and the columns named in ``of``.
        of: what is drawn.
        nothing: the sentence where there is no row.
    """
    kept = frame.dropna(subset=[of.value]).sort_values([of.value, of.name], ascending=[of.ascending, True], kind="stable")
    if kept.empty:
        return sentence(nothing)
    shown = kept.head(LONGEST)
    note = None if len(kept) <= LONGEST else f"The best {LONGEST} of {len(kept)}; the table has all."
    return finish(alt.layer(*_layers(shown, of)), height=len(shown) * (BAR_STEP + 10 * (of.lines - 1)), note=note)


def _names(of: Bars) -> Any:  # noqa: ANN401
    broken = {"labelExpr": "split(datum.label, ', ')"} if of.lines > 1 else {}
    return alt.Axis(domain=False, ticks=False, **broken)


def _layers(shown: pd.DataFrame, of: Bars) -> list[Any]:
    ends = [end for end in (of.low, of.high) if end]
    base = alt.Chart(data(shown, ["hardware_id", of.name, of.value, *ends])).encode(
        y=alt.Y(f"{of.name}:N", sort=list(shown[of.name]), title=None, axis=_names(of))
    )
    reach = float(shown[[of.value, *ends]].max().max())
    # The figure stands behind the bar's end: the scale leaves room for it.
    across = alt.X(
        f"{of.value}:Q",
        title=of.title,
        scale=alt.Scale(domain=[0, reach * 1.25], nice=False),
        axis=alt.Axis(format=of.number if of.number[-1] in "s%" else ",.6~r", tickCount=5),
    )
    told = tips((f"{of.name}:N", "Hardware"), *((f"{item}:Q", item.replace("_", " ")) for item in [of.value, *ends]))
    bar = base.mark_bar(height=16, opacity=0.85).encode(x=across, color=hardware_colour(shown), tooltip=told)
    figure = base.mark_text(align="left", dx=6).encode(
        x=alt.X(f"{of.high or of.value}:Q"), text=alt.Text(f"{of.value}:Q", format=of.number)
    )
    if not (of.low and of.high):
        return [bar, figure]
    interval = base.mark_rule(strokeWidth=2).encode(x=alt.X(f"{of.low}:Q"), x2=f"{of.high}:Q")
    return [bar, interval, figure]
