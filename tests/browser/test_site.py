"""The built site in Chromium: nothing from outside, hostile words, a sub-path, files, phones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


def _kinds(folder: Path) -> list[str]:
    board = folder / "board"
    one = min((board / "results").glob("*hostile*")).name
    hardware = min(path.name for path in (board / "hardware").iterdir() if path.is_dir())
    provider = min(path.name for path in (board / "providers").iterdir() if path.is_dir())
    single = ["", "leaderboard/", "costs/", "prices/", "own-or-rent/", "hardware/", "archive/", "archive/questions/", "wanted/", "rules/"]
    return [
        *single,
        "data/",
        "leaderboard/sentiment-bilstm-standard/",
        "methodology/",
        "submit/",
        "workloads/resnet50/",
        f"results/{one}/",
        f"hardware/{hardware}/",
        f"providers/{provider}/",
    ]


def test_no_page_asks_another_host_or_runs_a_contributors_word(page: Page, folder: Path, address: str) -> None:
    foreign: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: None if request.url.startswith((address, "data:", "blob:")) else foreign.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    for path in _kinds(folder):
        page.goto(address + path)
        page.wait_for_timeout(150)
        assert page.evaluate("window.pwned") is None, path
        assert page.locator("h1").count() == 1, path
    assert foreign == []
    assert faults == []


def test_the_note_of_a_contributor_is_shown_as_text(page: Page, folder: Path, address: str, hostile: str) -> None:
    page.goto(address + next(path for path in _kinds(folder) if path.startswith("results/")))
    assert hostile in page.locator(".tb").inner_text()


def test_a_chart_comes_alive_and_keeps_its_table(page: Page, address: str) -> None:
    page.goto(f"{address}leaderboard/sentiment-bilstm-standard/")
    page.locator("figure.tb-chart").first.scroll_into_view_if_needed()
    page.wait_for_function("() => window.vegaEmbed !== undefined", timeout=20_000)
    assert page.locator("figure.tb-chart details table").count() >= 1


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("path", ["", "leaderboard/", "leaderboard/sentiment-bilstm-standard/", "costs/", "prices/"])
def test_no_page_is_wider_than_the_screen(browser: Browser, address: str, width: int, path: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800})
    narrow = context.new_page()
    narrow.goto(address + path)
    assert narrow.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_the_board_is_readable_as_a_file_and_without_scripts(browser: Browser, folder: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto((folder / "board" / "index.html").as_uri())
    assert plain.locator(".tb-top li").count() >= 3
    assert plain.locator("figure.tb-chart svg").count() >= 1
    context.close()


def test_the_table_of_a_runs_chart_comes_when_it_is_opened(page: Page, address: str, folder: Path) -> None:
    result = max((folder / "board" / "results").iterdir()).name
    page.goto(f"{address}results/{result}/")
    figure = page.locator("figure.tb-chart").first
    assert figure.locator("table").count() == 0
    figure.locator("summary").click()
    figure.locator("table").wait_for()
    rows = len(json.loads(figure.locator("script").text_content() or "")["rows"])
    assert figure.locator("tbody tr").count() == rows > 0
    assert figure.locator("thead th").first.inner_text() == "Repeat"


def test_a_result_without_scripts_still_has_its_pictures(browser: Browser, address: str, folder: Path) -> None:
    result = max((folder / "board" / "results").iterdir()).name
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}results/{result}/")
    assert page.locator("svg.tb-sketch polyline").count() >= 3
    page.context.close()


def test_a_result_says_its_rank_and_interval(page: Page, address: str, folder: Path) -> None:
    result = max(path.name for path in (folder / "board" / "results").glob("*card*"))
    page.goto(f"{address}results/{result}/")
    figures = page.locator(".tb-figures").first
    assert int(figures.locator("dt:text-is('Rank among all runs') + dd").inner_text()) >= 1
    assert " to " in figures.locator("dt:text-is('Interval') + dd").inner_text()
