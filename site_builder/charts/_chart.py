"""What a chart is: its sentence, the frame it needs, its table twin and its words for readers who do not see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pandas as pd

    Rows = Sequence[tuple[Any, ...]]


@dataclass(frozen=True)
class Chart:
    """One chart of the site.

    Attributes:
        id: part of addresses and file names.
        title: a sentence that a reader would say.
        needs: the function of ``site_builder.metrics`` that makes its frame.
        columns: columns of that frame that it reads.
        twin: columns of the table beside it with their headings, in order.
        draw: frame to ``alt.Chart``; an empty frame gives a sentence.
        words: frame to the text alternative.
        mark_per_row: whether every row is a mark, so that the static picture of a long frame is thinned.
        form: of a chart that stands on every result: what its drawing depends on besides its rows, in words. Runs that agree
            in it share one specification, and each page carries its rows alone.
        sketch: of such a chart: frame to the static picture, without the drawing library.
    """

    id: str
    title: str
    needs: str
    columns: tuple[str, ...]
    twin: tuple[tuple[str, str], ...]
    draw: Callable[[pd.DataFrame], Any]
    words: Callable[[pd.DataFrame], str]
    mark_per_row: bool = False
    form: Callable[[Rows], str] | None = None
    sketch: Callable[[Rows], str] | None = None


def figure(value: float) -> str:
    """Three significant digits, thousands written out."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"  # noqa: PLR2004 - the first number of four digits


def span(frame: pd.DataFrame, column: str, unit: str) -> str:
    """The range of a column in words, three significant digits."""
    values = frame[column].dropna()
    if values.empty:
        return "no figure"
    low, high = float(values.min()), float(values.max())
    return f"{figure(low)} {unit}" if low == high else f"{figure(low)} to {figure(high)} {unit}"


def extremes(frame: pd.DataFrame, name: str, value: str, unit: str) -> str:
    """Number of rows, and the rows of the smallest and of the largest value, in one sentence."""
    kept = frame.dropna(subset=[value]).sort_values([value, name], kind="stable")
    if kept.empty:
        return "There is no figure yet."
    first, last = kept.iloc[0], kept.iloc[-1]
    if len(kept) == 1:
        return f"One figure: {first[name]}, {figure(first[value])} {unit}."
    return f"{len(kept)} figures, from {first[name]} with {figure(first[value])} {unit} to {last[name]} with {figure(last[value])} {unit}."
