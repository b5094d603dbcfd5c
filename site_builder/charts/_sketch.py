"""Small line drawings for the pages of results: what a reader without scripts sees, made without the drawing library.

A result has three such pictures for each run; drawn by the library they took most of the time of a large build.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from site_builder.charts._chart import figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    Line = Sequence[tuple[float, float]]

_WIDTH = 640
_LEFT = 64
_MOST = 400
"""Points of one line: more than there are pixels to tell apart."""


class Panel(NamedTuple):
    """Lines over one pair of axes.

    Attributes:
        title: what is drawn, with the unit.
        lines: points (x, y).
        band: low and high of an area behind the lines.
        zero: whether the axis begins at zero.
    """

    title: str
    lines: tuple[Line, ...]
    band: tuple[float, float] | None = None
    zero: bool = False


def _thin(line: Line) -> Line:
    step = -(-len(line) // _MOST)
    return line if step <= 1 else [*line[::step], line[-1]]


def _range(values: list[float], *, zero: bool) -> tuple[float, float]:
    low, high = min([*values, 0.0] if zero else values), max(values)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _panel(panel: Panel, top: int, height: int) -> str:
    points = [point for line in panel.lines for point in line]
    left, right = _range([x for x, _ in points], zero=False)
    low, high = _range([y for _, y in points] + list(panel.band or ()), zero=panel.zero)

    def place(x: float, y: float) -> str:
        return (
            f"{_LEFT + (x - left) / (right - left) * (_WIDTH - _LEFT - 10):.1f},{top + 18 + (high - y) / (high - low) * (height - 24):.1f}"
        )

    parts = [f'<text x="{_LEFT}" y="{top + 11}">{escape(panel.title)}</text>']
    if panel.band:
        first, second = place(left, panel.band[1]).split(","), place(right, panel.band[0]).split(",")
        size = f'width="{float(second[0]) - float(first[0]):.1f}" height="{float(second[1]) - float(first[1]):.1f}"'
        parts.append(f'<rect x="{first[0]}" y="{first[1]}" {size} class="tb-band"/>')
    parts += [f'<polyline points="{" ".join(place(x, y) for x, y in _thin(line))}"/>' for line in panel.lines if len(line) > 1]
    dots = [place(*line[0]).split(",") for line in panel.lines if len(line) == 1]
    parts += [f'<circle cx="{x}" cy="{y}" r="3"/>' for x, y in dots]
    ends = ((high, top + 24), (low, top + height - 4))
    return "".join([*parts, *(f'<text x="{_LEFT - 6}" y="{y}" text-anchor="end">{figure(value)}</text>' for value, y in ends)])


def sketch(panels: Sequence[Panel], height: int) -> str:
    """Inline SVG: the panels below each other, each with its least and its largest value; empty without a point.

    Args:
        panels: what to draw.
        height: of each, in pixels.
    """
    drawn = [panel for panel in panels if any(panel.lines)]
    total = len(drawn) * (height + 8)
    body = "".join(_panel(panel, number * (height + 8), height) for number, panel in enumerate(drawn))
    words = "; ".join(panel.title for panel in drawn)
    head = f'<svg role="img" aria-label="{escape(words)}" class="tb-sketch" viewBox="0 0 {_WIDTH} {total}" width="100%" height="{total}"'
    return f'{head} preserveAspectRatio="xMinYMin meet">{body}</svg>' if drawn else ""
