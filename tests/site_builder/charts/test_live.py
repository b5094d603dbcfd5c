"""The live charts in Chromium, under a Content-Security-Policy that allows neither inline scripts nor eval."""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from example_frames import FRAMES

from site_builder import render
from site_builder.bundle import vega_bundle
from site_builder.charts import CHARTS, chart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page, Route

    Opening = Callable[..., tuple[Page, list[str], list[str]]]
    """Opens figures: the page, the names that it asked for, what it said on the console."""

pytestmark = pytest.mark.browser
ASSETS = Path(__file__).parents[3] / "docs" / "assets"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:"
EVIL = '<img src=x onerror="window.ran = true"></script><script>window.ran = true</script>'


def figures(rows: dict[str, int], cache: Path, evil: str = "") -> tuple[str, dict[str, bytes]]:
    """A page of figures and the files that it reads."""
    body, files = "", {}
    for name, count in rows.items():
        frame = FRAMES[name](count)
        for column in ("hardware", "label", "provider_name"):
            if evil and column in frame:
                frame[column] = [f"{evil} {place}" for place in range(len(frame))]
        svg = render.picture(chart(name), frame, cache).svg
        files[f"{name}.json"] = render.spec_json(chart(name), frame)
        table = f"<details class='tb-chart__table'><summary>Table</summary><table><tr><td>{escape(name)}</td></tr></table></details>"
        body += f"<figure class='tb-chart' data-spec='{name}.json'><div class='tb-chart__view'>{svg}</div>{table}</figure>"
    head = "<!doctype html><html lang=en><meta charset=utf-8><title>t</title><link rel=stylesheet href=charts.css>"
    head += "<script type=module src=charts.js></script>"
    return f"{head}<body data-md-color-scheme='default'>{body}", files


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Opening]:
    pages: list[Page] = []

    def open_(rows: dict[str, int], evil: str = "", before: str = "", width: int = 900) -> tuple[Page, list[str], list[str]]:
        html, files = figures(rows, tmp_path, evil)
        page = browser.new_page(viewport={"width": width, "height": 700})
        asked: list[str] = []
        said: list[str] = []

        def serve(route: Route) -> None:
            name = route.request.url.rsplit("/", 1)[-1]
            asked.append(name)
            if name in files:
                route.fulfill(body=files[name], content_type="application/json")
            elif name == "vega.js":
                route.fulfill(body=vega_bundle(), content_type="text/javascript")
            elif name in {"charts.js", "charts.css"}:
                kind = "text/javascript" if name.endswith("js") else "text/css"
                route.fulfill(body=(ASSETS / name).read_text(), content_type=kind)
            else:
                page_text = html.replace("<figure", f"{before}<figure", 1)
                route.fulfill(body=page_text, content_type="text/html", headers={"Content-Security-Policy": POLICY})

        page.on("console", lambda message: said.append(message.text) if message.type in {"error", "warning"} else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        page.route("**/*", serve)
        page.goto("http://board.example/")
        pages.append(page)
        return page, asked, said

    yield open_
    for page in pages:
        page.close()


def wait_live(page: Page, count: int = 1) -> None:
    page.locator("figure[data-live]").nth(count - 1).wait_for(state="attached", timeout=60_000)


def test_every_chart_is_drawn_without_eval_and_without_a_word_on_the_console(
    opened: Opening,
) -> None:
    page, _, said = opened({item.id: 6 for item in CHARTS})
    for place in range(len(CHARTS)):
        page.locator("figure").nth(place).scroll_into_view_if_needed()
    wait_live(page, len(CHARTS))
    states = page.eval_on_selector_all("figure", "all => all.map(one => [one.dataset.spec, one.dataset.live])")
    assert [state for state in states if state[1] != "svg"] == []
    assert said == []
    assert page.locator("figure details summary").count() == len(CHARTS)


def test_the_library_is_fetched_only_when_a_chart_comes_near(opened: Opening) -> None:
    page, asked, _ = opened({"time-by-hardware": 3}, before="<pre>" + "far away\n" * 200 + "</pre>")
    page.wait_for_timeout(500)
    assert "vega.js" not in asked
    page.locator("figure").scroll_into_view_if_needed()
    wait_live(page)
    assert asked.count("vega.js") == 1


def test_the_ink_follows_the_page_at_once(opened: Opening) -> None:
    page, _, _ = opened({"time-by-hardware": 3})
    wait_live(page)
    ink = "getComputedStyle([...document.querySelectorAll('.tb-chart__live text')].find(one => one.textContent)).fill"
    page.evaluate("document.body.style.color = 'rgb(1, 2, 3)'")
    assert page.evaluate(ink) == "rgb(1, 2, 3)"
    page.evaluate("document.body.style.color = 'rgb(250, 250, 250)'")
    assert page.evaluate(ink) == "rgb(250, 250, 250)"


def test_names_with_markup_stay_text_in_chart_and_tooltip(opened: Opening) -> None:
    page, _, _ = opened({"time-by-hardware": 3, "cost-against-time": 3}, evil=EVIL)
    wait_live(page, 2)
    box = page.locator("figure").first.locator(".mark-rect path").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(".tb-chart-tip:not([hidden])")
    assert "<img src=x" in page.locator(".tb-chart-tip").inner_text()
    assert page.evaluate("window.ran") is None
    page.keyboard.press("Escape")
    assert page.locator(".tb-chart-tip").is_hidden()


def test_ten_thousand_points_are_drawn_on_a_canvas_and_redrawn_by_night(opened: Opening) -> None:
    page, _, said = opened({"cost-against-time": 10_000})
    wait_live(page)
    assert page.locator("figure").get_attribute("data-live") == "canvas"
    page.evaluate("document.querySelector('figure').querySelector('canvas').dataset.old = 'yes'")
    page.evaluate("document.body.dataset.mdColorScheme = 'slate'")
    page.locator("figure canvas[data-old]").wait_for(state="detached", timeout=60_000)
    assert page.locator("figure canvas").count() == 1
    assert said == []


def test_a_phone_sees_whole_charts(opened: Opening) -> None:
    page, _, _ = opened({"time-by-hardware": 6, "telemetry": 40, "cost-against-time": 6}, width=360)
    for place in range(3):
        page.locator("figure").nth(place).scroll_into_view_if_needed()
    wait_live(page, 3)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    widths = page.eval_on_selector_all(".tb-chart__live svg", "all => all.map(one => one.getBoundingClientRect().right)")
    assert len(widths) == 3
    assert max(widths) <= 360


def test_a_library_that_does_not_come_leaves_the_picture(browser: Browser, tmp_path: Path) -> None:
    html, files = figures({"block-times": 9}, tmp_path)
    page = browser.new_page()

    def serve(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[-1]
        if name == "vega.js":
            route.abort()
        elif name in files:
            route.fulfill(body=files[name])
        elif name.startswith("charts."):
            route.fulfill(body=(ASSETS / name).read_text(), content_type="text/javascript" if name.endswith("js") else "text/css")
        else:
            route.fulfill(body=html, content_type="text/html")

    page.route("**/*", serve)
    page.goto("http://board.example/")
    wait_live(page)
    assert page.locator("figure").get_attribute("data-live") == "failed"
    assert page.locator(".tb-chart__view > svg[role=img]").count() == 1
    page.close()
