"""Every chart: registered, drawn from no row, one row and many, valid, deterministic, honest about its axes."""

from __future__ import annotations

import json
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import altair as alt
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from example_frames import FRAMES

from site_builder import charts, metrics, render
from site_builder.charts import CHARTS, Chart, theme
from site_builder.charts._bars import LONGEST

CHARTS_FOLDER = Path(charts.__file__).parent
EVERY = pytest.mark.parametrize("chart", CHARTS, ids=lambda item: item.id)
NIGHT = "#1e2129"


def walk(spec: Any) -> Any:
    if isinstance(spec, dict):
        yield spec
        for value in spec.values():
            yield from walk(value)
    elif isinstance(spec, list):
        for value in spec:
            yield from walk(value)


def values(spec: dict[str, Any]) -> list[dict[str, Any]]:
    sets = [part["values"] for part in walk(spec) if isinstance(part.get("values"), list)]
    return [row for rows in [*sets, *spec.get("datasets", {}).values()] for row in rows if isinstance(row, dict)]


def test_every_file_of_the_folder_is_a_chart_and_has_an_example() -> None:
    files = {path.stem.replace("_", "-") for path in CHARTS_FOLDER.glob("*.py") if not path.name.startswith("_")} - {"theme"}
    assert files == {item.id for item in CHARTS} == set(FRAMES)
    assert len({item.id for item in CHARTS}) == len(CHARTS)
    assert all(hasattr(metrics, item.needs) for item in CHARTS)


@EVERY
@pytest.mark.parametrize("count", [3, 40])
def test_valid_vega_lite_with_the_columns_it_names(chart: Chart, count: int) -> None:
    frame = FRAMES[chart.id](count)
    assert set(chart.columns) <= set(frame.columns)
    assert {column for column, _ in chart.twin} <= set(frame.columns)
    assert chart.draw(frame).to_dict(validate=True)["$schema"].endswith(".json")


@EVERY
def test_no_row_gives_a_sentence(chart: Chart) -> None:
    made = render.spec(chart, FRAMES[chart.id](0))
    words = values(made)[0]["words"]
    assert words.endswith(".")
    assert all(len(line) <= 44 for line in words.split("\n"))
    assert made["description"]


@EVERY
def test_one_row_is_drawn_or_said(chart: Chart) -> None:
    frame = FRAMES[chart.id](1)
    svg = render.picture(chart, frame).svg
    assert "NaN" not in svg
    assert "Infinity" not in svg


@EVERY
def test_the_same_frame_gives_the_same_bytes(chart: Chart) -> None:
    first = render.spec_json(chart, FRAMES[chart.id](30))
    FRAMES[chart.id](3)
    assert render.spec_json(chart, FRAMES[chart.id](30)) == first


@EVERY
def test_nothing_links_or_loads(chart: Chart) -> None:
    spec = render.spec(chart, FRAMES[chart.id](12))
    for part in walk(spec):
        assert "href" not in part
        assert "url" not in part


@EVERY
def test_log_axes_say_so_and_bars_start_at_zero(chart: Chart) -> None:
    for part in walk(render.spec(chart, FRAMES[chart.id](24))):
        for channel in ("x", "y"):
            encoding = part.get(channel)
            if not isinstance(encoding, dict):
                continue
            scale = encoding.get("scale") or {}
            if scale.get("type") == "log":
                assert encoding["title"].endswith("log scale")
        mark = part.get("mark")
        if isinstance(mark, dict) and mark.get("type") == "bar":
            assert part["encoding"]["x"]["scale"]["domain"][0] == 0


def test_axes_from_elsewhere_than_zero_say_so() -> None:
    for chart in CHARTS:
        for part in walk(render.spec(chart, FRAMES[chart.id](24))):
            if isinstance(part.get("scale"), dict) and part["scale"].get("zero") is False:
                assert "not from zero" in part["title"]


@EVERY
def test_hostile_names_stay_text(chart: Chart, tmp_path: Path) -> None:
    frame = FRAMES[chart.id](3)
    evil = '</script><img src=x onerror="alert(1)">&\'"'
    for column in ("hardware", "label", "provider_name", "panel", "repeat_name", "way", "billing", "source_name"):
        if column in frame:
            frame[column] = [f"{evil} {number}" for number in range(len(frame))]
    svg = render.picture(chart, frame, tmp_path).svg
    assert "<img" not in svg
    assert "<script" not in svg
    assert svg.startswith("<svg ")


def test_long_bar_charts_show_the_best_and_say_how_many_there_are() -> None:
    frame = FRAMES["time-by-hardware"](2000)
    assert len(frame) > LONGEST
    spec = render.spec(charts.chart("time-by-hardware"), frame)
    drawn = {row["label"] for row in values(spec)}
    assert drawn == set(frame.nsmallest(LONGEST, "train_seconds")["label"])
    assert str(len(frame)) in json.dumps(spec["title"])


def test_ten_thousand_rows_keep_the_front_in_a_picture_of_bounded_size() -> None:
    frame = FRAMES["cost-against-time"](10_000)
    drawn = render._drawn(charts.chart("cost-against-time"), frame)
    assert len(frame) == 10_000
    assert len(drawn) <= render.MOST_MARKS + frame["on_front"].sum()
    assert drawn["on_front"].sum() == frame["on_front"].sum() > 0
    assert len(values(render.spec(charts.chart("cost-against-time"), frame))) >= 10_000


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(first: str, second: str) -> float:
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colour", [*theme._marks()["colours"], *theme.SERIES, theme.ACCENT])
def test_marks_have_three_to_one_by_day_and_by_night(colour: str) -> None:
    assert _contrast(colour, "#ffffff") >= 3
    assert _contrast(colour, NIGHT) >= 3


def test_neighbours_in_colour_differ_in_shape() -> None:
    assigned = list(theme._marks()["assigned"].values())
    assert len({tuple(mark) for mark in assigned}) == 60
    assert all(theme.hardware_mark(f"unheard-of-{number}") == theme.hardware_mark(f"unheard-of-{number}") for number in range(50))


def test_a_hardware_keeps_its_mark_whatever_stands_beside_it() -> None:
    few, many = FRAMES["spec-against-speed"](3), FRAMES["spec-against-speed"](60)
    for frame in (few, many):
        scale = theme.hardware_colour(frame).to_dict()["scale"]
        pairs = dict(zip(scale["domain"], scale["range"], strict=True))
        assert all(colour == theme.hardware_mark(item)[0] for item, colour in pairs.items())


def test_pictures_on_one_page_do_not_share_ids(tmp_path: Path) -> None:
    pictures = [render.picture(chart, FRAMES[chart.id](6), tmp_path).svg for chart in CHARTS]
    assert not [svg for svg in pictures if re.search(r'\bid="|url\(#', svg)]


def test_a_picture_is_one_image_with_words_in_the_pages_ink(tmp_path: Path) -> None:
    chart = charts.chart("time-by-hardware")
    made = render.picture(chart, FRAMES[chart.id](3), tmp_path)
    assert made.svg.count('role="img"') == 1
    assert made.words in made.svg
    assert "currentColor" in made.svg
    assert re.match(r'<svg [^>]*width="100%" preserveAspectRatio="xMinYMin meet" height="[0-9]+"', made.svg)


def test_a_picture_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chart = charts.chart("block-times")
    first = render.picture(chart, FRAMES[chart.id](9), tmp_path)

    def refuse(*_: object, **__: object) -> str:
        raise AssertionError("drawn again")

    monkeypatch.setattr("vl_convert.vegalite_to_svg", refuse)
    assert render.picture(chart, FRAMES[chart.id](9), tmp_path) == first


def test_a_card_is_a_png_on_white_with_its_title(tmp_path: Path) -> None:
    assert render.card(charts.chart("time-by-hardware"), FRAMES["time-by-hardware"](3), tmp_path).startswith(b"\x89PNG")


def test_text_alternatives_name_figures() -> None:
    for chart in CHARTS:
        counts = [len(chart.words(FRAMES[chart.id](count))) for count in (0, 1, 24)]
        assert all(length > 10 for length in counts)
    for first, second in pairwise(FRAMES["time-by-hardware"](5)["label"]):
        assert first != second
    assert alt.data_transformers.active == "default"
