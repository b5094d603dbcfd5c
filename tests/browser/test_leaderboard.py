"""The live leaderboard in Chromium: filters, order, columns, baseline, ties, files, the address, the back button, no script."""

from __future__ import annotations

import csv
import json
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.browser
BOARD = "leaderboard/sentiment-bilstm-standard/"


def _open(page: Page, address: str, query: str = "") -> Locator:
    page.goto(address + BOARD + query)
    page.wait_for_selector(".tb-leaderboard[data-live]")
    return page.locator("table.tb-live tbody tr[data-run]")


def _column(page: Page, heading: str) -> list[float]:
    cells = page.locator(f'table.tb-live tbody td[data-label="{heading}"]').evaluate_all("cells => cells.map(cell => cell.dataset.v)")
    return [float(cell) for cell in cells if cell != ""]


def test_the_live_rows_say_what_the_page_without_scripts_says(page: Page, browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(address + BOARD)
    read = "rows => rows.map(row => [...row.cells].map(cell => cell.innerText.trim()))"
    still = [[cell.inner_text().strip() for cell in row.locator("td, th").all()] for row in plain.locator("table.tb-live tbody tr").all()]
    still_count = plain.locator(".tb-count").inner_text()
    context.close()
    _open(page, address)
    assert len(still) >= 6
    assert page.locator("table.tb-live tbody tr[data-run]").evaluate_all(read) == still
    assert page.locator(".tb-count").inner_text() == still_count


def test_times_sort_as_numbers_by_keyboard_and_the_address_keeps_it(page: Page, address: str) -> None:
    _open(page, address)
    rates = page.locator('table.tb-live th button[data-sort-by="samples_per_second"]')
    rates.focus()
    page.keyboard.press("Enter")
    falling = _column(page, "Samples/s")
    assert len(falling) >= 6
    assert falling == sorted(falling, reverse=True)
    page.keyboard.press("Enter")
    assert _column(page, "Samples/s") == sorted(falling)
    assert page.locator("table.tb-live th[aria-sort=ascending]").inner_text().strip() == "Samples/s"
    page.reload()
    page.wait_for_selector(".tb-leaderboard[data-live]")
    assert _column(page, "Samples/s") == sorted(falling)


def test_what_is_hidden_is_counted_and_adds_up(page: Page, address: str) -> None:
    rows = _open(page, address, "?best=0")
    total = rows.count()
    files, all_rows, hidden = map(int, re.findall(r"\d+", page.locator(".tb-count").inner_text()))
    assert (all_rows, hidden) == (total, 0)
    assert files <= all_rows
    page.locator(".tb-tools input[type=search]").fill("4090")
    assert rows.count() == 3
    assert page.locator(".tb-count").inner_text().endswith(f"({total - 3} hidden by filters)")
    page.get_by_label("Best of each hardware").check()
    assert rows.count() == 2
    assert "1 not the best of their hardware" in page.locator(".tb-count").inner_text()


def test_a_filter_is_a_step_that_the_back_button_takes_back(page: Page, address: str) -> None:
    rows = _open(page, address, "?utm=kept")
    before = rows.count()
    page.locator(".tb-facet summary", has_text="Devices").click()
    page.locator('input[data-facet="device_count"][value="2"]').check()
    assert rows.count() == 1
    assert "device_count=2" in page.url
    assert "utm=kept" in page.url
    page.go_back()
    page.wait_for_function(f"() => document.querySelectorAll('tr[data-run]').length === {before}")
    assert not page.locator('input[data-facet="device_count"][value="2"]').is_checked()


def test_memory_and_date_filter_as_quantities(page: Page, address: str) -> None:
    rows = _open(page, address, "?memory_min=40")
    assert [name for name in rows.locator("th").all_inner_texts() if "A100" not in name] == []
    assert rows.count() == 1
    rows = _open(page, address, "?from=2026-03-01&to=2026-03-31&best=0")
    assert rows.count() == 1


def test_columns_are_chosen_and_kept(page: Page, address: str) -> None:
    rows = _open(page, address)
    page.locator(".tb-facet summary", has_text="Columns").click()
    page.locator('input[data-column="vendor"]').check()
    page.locator('input[data-column="cost_usd"]').uncheck()
    heads = page.locator("table.tb-live thead th").all_inner_texts()
    assert "Vendor" in heads
    assert "Cost" not in heads
    page.reload()
    page.wait_for_selector(".tb-leaderboard[data-live]")
    assert rows.first.locator('td[data-label="Vendor"]').count() == 1


def test_relative_values_are_over_the_baseline(page: Page, address: str) -> None:
    rows = _open(page, address)
    page.get_by_label("Relative to").select_option(label="NVIDIA T4")
    times = _column(page, "Time")
    base = rows.filter(has_text="NVIDIA T4").locator('td[data-label="Time"]').get_attribute("data-v")
    shown = rows.locator('td[data-label="Time"] .tb-times').all_inner_texts()
    assert [float(text.removesuffix("x")) for text in shown] == pytest.approx([time / float(base or 0) for time in times], rel=0.006)
    assert "1.00x" in shown


def test_the_row_opens_to_evidence_and_goes_into_the_comparison(page: Page, address: str) -> None:
    rows = _open(page, address)
    rows.first.locator("button.tb-more").press("Enter")
    evidence = page.locator("tr.tb-evidence")
    assert "Spread of blocks" in evidence.inner_text()
    evidence.get_by_text("Add to the comparison").click()
    link = page.locator(".tb-picks a").get_attribute("href") or ""
    assert (rows.first.get_attribute("data-run") or "no run") in link


def test_the_file_holds_what_is_shown(page: Page, address: str) -> None:
    rows = _open(page, address, "?find=4090&best=0")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="CSV").click()
    lines = list(csv.DictReader(waiting.value.path().read_text().splitlines()))
    assert [line["run_id"] for line in lines] == rows.evaluate_all("rows => rows.map(row => row.dataset.run)")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="JSON").click()
    assert [float(line["train_seconds"]) for line in lines] == [
        row["train_seconds"] for row in json.loads(waiting.value.path().read_text())
    ]


def test_nothing_in_the_address_runs_or_breaks_the_page(page: Page, address: str) -> None:
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    rows = _open(
        page, address, "?sort=-nothing&columns=a,<img>&baseline=x&page=99&memory_min=x&pick=<img src=x onerror=window.pwned=1>&best=0"
    )
    assert page.evaluate("window.pwned") is None
    assert faults == []
    assert rows.count() == 0
    page.get_by_text("Clear filters").click()
    assert rows.count() >= 6
