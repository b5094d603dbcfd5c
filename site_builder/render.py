"""Pictures of charts: the static SVG for readers without scripts, the PNG of social cards, and the live chart's file."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import vl_convert

from site_builder.bundle import VERSION
from site_builder.metrics.ranking import thinned

if TYPE_CHECKING:
    import pandas as pd

    from site_builder.charts import Chart

CACHE = Path(".cache/trainboard/pictures")
MOST_MARKS = 1500
"""Rows of a static picture above which it is thinned, and says so: the live chart and the table have all."""


class Picture(NamedTuple):
    """A static picture.

    Attributes:
        svg: inline markup; the text colour of the page is its ink.
        words: the text alternative, escaped nowhere.
        rows: rows drawn.
        rows_total: rows of the frame.
    """

    svg: str
    words: str
    rows: int
    rows_total: int


def spec(chart: Chart, frame: pd.DataFrame) -> dict[str, Any]:
    """The Vega-Lite specification with its data, without checks (tests check it)."""
    made: dict[str, Any] = chart.draw(frame).to_dict(validate=False)
    return {**made, "description": chart.words(frame)}


def spec_bytes(made: dict[str, Any]) -> bytes:
    """The file that a live chart is drawn from; the same specification gives the same bytes."""
    return json.dumps(made, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def spec_json(chart: Chart, frame: pd.DataFrame) -> bytes:
    """The file of a chart with its frame."""
    return spec_bytes(spec(chart, frame))


def _key(made: dict[str, Any], form: str) -> str:
    text = json.dumps([form, VERSION, made], sort_keys=True)
    return sha256(text.encode()).hexdigest()[:24]


def _cached(made: dict[str, Any], form: str, cache: Path, draw: Any) -> bytes:  # noqa: ANN401 - a function of vl_convert
    file = cache / f"{_key(made, form)}.{form}"
    if not file.exists():
        cache.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_bytes(draw(made))
        part.replace(file)
    return file.read_bytes()


def _inline(svg: str, words: str) -> str:
    """Marks the picture as one image with a text alternative.

    It keeps the height of the live chart at any width, and shrinks within, so that nothing moves when the live one takes its place.
    """
    sized = re.sub(r'(<svg\b[^>]*?) width="[0-9.]+"', r'\1 width="100%" preserveAspectRatio="xMinYMin meet"', svg, count=1)
    return sized.replace("<svg ", f'<svg role="img" aria-label="{escape(words)}" ', 1)


def _drawn(chart: Chart, frame: pd.DataFrame) -> pd.DataFrame:
    return thinned(frame, MOST_MARKS, "on_front") if chart.mark_per_row else frame


def picture(chart: Chart, frame: pd.DataFrame, cache: Path = CACHE, known: dict[str, Any] | None = None) -> Picture:
    """The static SVG of a chart.

    Args:
        chart: which.
        frame: its rows.
        cache: folder of earlier pictures, by the hash of what is drawn.
        known: the specification of the whole frame, where it is made already.
    """
    drawn = _drawn(chart, frame)
    made = known if known is not None and drawn is frame else spec(chart, drawn)
    svg = _cached(made, "svg", cache, lambda what: vl_convert.vegalite_to_svg(what, allowed_base_urls=[]).encode()).decode()
    words = chart.words(frame)
    return Picture(_inline(svg, words), words, len(drawn), len(frame))


def card(chart: Chart, frame: pd.DataFrame, cache: Path = CACHE, scale: float = 2.0) -> bytes:
    """A PNG on white with the title in it, for social cards: what follows the page's colour has none there."""
    made = spec(chart, _drawn(chart, frame))
    titled = {**made, "background": "white", "title": chart.title, "padding": 16}
    return _cached(
        {**titled, "scale": scale}, "png", cache, lambda _: vl_convert.vegalite_to_png(titled, scale=scale, allowed_base_urls=[])
    )
