"""Home, coverage and backends in Chromium: the three orders, the way to each gap, the build's commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def test_home_names_the_fastest_and_leads_to_the_same_order(page: Page, address: str) -> None:
    page.goto(address)
    fastest = page.locator(".tb-tops section").first
    assert fastest.locator("h3").inner_text() == "Fastest"
    names = fastest.locator("li a:first-of-type").all_inner_texts()
    assert 3 <= len(names) <= 10
    fastest.get_by_text("All by this order").click()
    page.wait_for_selector(".tb-leaderboard[data-live]")
    assert page.locator("tr[data-run] th").first.inner_text().strip() == names[0]


def test_cheapest_is_sorted_by_cost(page: Page, address: str) -> None:
    page.goto(address)
    costs = page.locator(".tb-tops section").nth(1).locator("li .n").all_inner_texts()
    assert len(costs) >= 3
    figures = [float(text.split()[0].replace(",", "")) for text in costs]
    assert figures == sorted(figures)


def test_coverage_counts_and_says_the_commit(page: Page, address: str) -> None:
    page.goto(f"{address}coverage/")
    text = page.locator(".tb").inner_text()
    assert "have no result" in text
    assert page.get_by_text("wanted", exact=True).count() >= 1
    assert len(page.locator(".tb .hash").inner_text()) == 40
    page.locator('.tb a[href$="backends/jax/"]').click()
    assert page.locator("h1").inner_text() == "What runs on jax?"


@pytest.mark.parametrize("name", ["tensorflow", "jax", "torch"])
def test_each_backend_says_what_runs(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}backends/{name}/")
    assert page.locator(".tb h2").count() == 4
    assert page.locator(".tb ul li").count() >= 5
