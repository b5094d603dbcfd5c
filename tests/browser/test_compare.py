"""Side by side in Chromium: from the leaderboard by link, shared by address, hardware without a run, no script, hostile addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
BOARD = "leaderboard/sentiment-bilstm-standard/"


def _picked(page: Page, address: str, count: int) -> list[str]:
    page.goto(address + BOARD + "?best=0")
    page.wait_for_selector(".tb-leaderboard[data-live]")
    ids: list[str] = page.locator("tr[data-run]").evaluate_all("rows => rows.map(row => row.dataset.run)")
    for run in ids[:count]:
        page.locator(f'tr[data-run="{run}"] .tb-more').click()
        page.get_by_text("Add to the comparison").click()
        page.locator(f'tr[data-run="{run}"] .tb-more').click()
    return ids[:count]


def _shown(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('.tb-compare')?.dataset.shown === location.search")


def test_the_picks_of_the_leaderboard_stand_side_by_side(page: Page, address: str) -> None:
    ids = _picked(page, address, 4)
    times = [page.locator(f'tr[data-run="{run}"] td[data-label="Time"] a').inner_text() for run in ids]
    page.locator(".tb-picks a").click()
    _shown(page)
    assert page.locator("table.tb-sheet thead th").count() == 4
    line = page.locator('tr[data-row="train_seconds"]')
    found = line.locator("td").evaluate_all("cells => cells.map(cell => cell.firstChild.textContent)")
    assert found == times
    assert line.locator("strong").count() <= 1
    assert page.locator(".tb-compare__form select").last.is_disabled()


def test_the_address_is_the_comparison(page: Page, address: str) -> None:
    _picked(page, address, 2)
    page.locator(".tb-picks a").click()
    _shown(page)
    before = page.locator("table.tb-sheet").inner_text()
    page.reload()
    _shown(page)
    assert page.locator("table.tb-sheet").inner_text() == before
    page.locator("button.tb-out").first.click()
    _shown(page)
    assert page.locator("table.tb-sheet thead th").count() == 1
    page.go_back()
    page.wait_for_function("() => document.querySelectorAll('table.tb-sheet thead th').length === 2")


def test_bold_is_only_what_beats_the_others_by_more_than_its_interval(page: Page, address: str) -> None:
    page.goto(f"{address}compare/")
    _shown(page)
    cells = "[{value: 9, ends: [8, 10]}, {value: 11, ends: [%s, 12]}, {value: null, ends: null}]"
    script = "async (address) => (await import(address)).winner(%s, '%s')"
    ask = f"{address}assets/compare.js"
    assert page.evaluate(script % (cells % "10.5", "low"), ask) == 0
    assert page.evaluate(script % (cells % "10.5", "high"), ask) == 1
    assert page.evaluate(script % (cells % "9.5", "low"), ask) == -1
    assert page.evaluate(script % (cells % "10.5", ""), ask) == -1


def test_hardware_is_compared_on_paper_and_as_measured(page: Page, address: str) -> None:
    page.goto(f"{address}compare/?hardware=nvidia-t4,nvidia-a100-sxm4-80gb,nvidia-h200-sxm-141gb")
    _shown(page)
    assert page.locator('tr[data-row="memory_bytes"] td').count() >= 2
    measured = page.locator('tr[data-row="train_seconds"] td').first
    assert "min" in measured.inner_text()
    assert "results/" in (measured.locator("a").get_attribute("href") or "")


def test_one_is_added_by_the_form(page: Page, address: str) -> None:
    page.goto(f"{address}compare/?by=hardware")
    _shown(page)
    page.get_by_label("Add").select_option("nvidia-t4")
    _shown(page)
    assert "hardware=nvidia-t4" in page.url
    assert page.locator("table.tb-sheet thead th").inner_text().startswith("NVIDIA T4")


def test_an_old_or_evil_address_says_what_is_missing(page: Page, address: str) -> None:
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{address}compare/?board=<img src=x onerror=window.pwned=1>&ids=gone,<script>window.pwned=1</script>")
    _shown(page)
    assert "gone" in page.locator(".notice").inner_text()
    assert page.evaluate("window.pwned") is None
    assert faults == []


def test_without_scripts_it_says_where_the_figures_are(browser: Browser, address: str) -> None:
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(f"{address}compare/")
    assert plain.locator(".tb-compare a").count() >= 3
    plain.context.close()
