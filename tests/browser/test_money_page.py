"""The money pages in a real browser: figures of the board, the reader's own figures, ages, hostile words, no scripts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from submission_factory import make_submission, write_submission

from bench.price import ElectricityRow, PriceRow, PurchaseRow, csv_bytes
from site_builder import cost
from site_builder.money_pages import money_pages
from site_builder.rendering import shown
from site_builder.site import site_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser
ASSETS = Path(__file__).parents[2] / "docs" / "assets"
CARD = "nvidia-rtx-4090"
TROUBLE = 'the <img src=x onerror="window.hurt=1"> driver did not build'
SHARED = {"source": "https://example.org", "licence": "none", "added_by": "trainboard"}


def rent(provider: str, amount: float, **given: Any) -> PriceRow:
    base = {
        "provider": provider, "provider_name": provider.title(), "hardware_id": CARD, "hardware_as_printed": "RTX 4090", "count": 1,
        "per": "machine", "currency": "USD", "unit": "hour", "commitment": "on_demand", "host_included": "yes", "tax": "unknown",
        "date_seen": "2025-01-10",
    }  # fmt: skip
    return PriceRow.model_validate({**base, **SHARED, "amount": amount, **given})


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("submissions")
    (folder / "prices").mkdir()
    hourly = {"increment_seconds": 3600.0, "billing_source": "https://example.org/billing"}
    for name, rows in {
        "alpha": [rent("alpha", 0.7), rent("alpha", 0.5, date_seen="2026-11-25")],
        "beta": [rent("beta", 0.4, **hourly)],
    }.items():
        (folder / "prices" / f"{name}.csv").write_bytes(csv_bytes(rows, PriceRow))
    card = {
        "hardware_id": CARD,
        "hardware_as_printed": "RTX 4090",
        "amount": 1599.0,
        "currency": "USD",
        "condition": "msrp",
        "date_seen": "2022-09-20",
    }
    power = {
        "country": "EU-27", "consumer": "household", "price_per_kwh": 0.3, "currency": "USD", "period": "2025-H1", "as_printed": "0.30",
        "date_seen": "2025-10-29",
    }  # fmt: skip
    (folder / "prices" / "purchase.csv").write_bytes(csv_bytes([PurchaseRow.model_validate(card | SHARED)], PurchaseRow))
    (folder / "prices" / "electricity.csv").write_bytes(csv_bytes([ElectricityRow.model_validate(power | SHARED)], ElectricityRow))
    write_submission(folder, make_submission(CARD, seconds=600.0, day="2026-11-20"))
    write_submission(folder, make_submission("nvidia-t4", seconds=900.0, day="2026-11-20"))
    rented = make_submission(CARD, seconds=700.0, seed=2, day="2026-11-21")
    rented["provider"] = {
        "provider": "beta", "instance": "gpu-1", "region": None, "commitment": "on_demand",
        "provisioning_seconds": 90.0, "trouble": TROUBLE,
    }  # fmt: skip
    write_submission(folder, rented)
    shell = '<!doctype html><html lang="en"><meta charset="utf-8"><title>{}</title><h1>{}</h1>{}</html>'
    return {page.path: shell.format(page.title, page.title, page.body) for page in money_pages(site_of(folder))}


def visit(browser: Browser, pages: dict[str, str], address: str, *, scripts: bool = True) -> Page:
    def serve(route: Route) -> None:
        path = route.request.url.removeprefix("http://board.example/sub/").partition("?")[0].partition("#")[0]
        if path.startswith("assets/"):
            route.fulfill(body=(ASSETS / path.removeprefix("assets/")).read_text(), content_type="text/javascript")
        elif path in pages:
            route.fulfill(body=pages[path], content_type="text/html")
        else:
            route.fulfill(status=404, body="")

    page = browser.new_context(java_script_enabled=scripts).new_page()
    page.route("**/*", serve)
    page.goto(f"http://board.example/sub/{address}")
    return page


def paid(page: Page, provider: str) -> str:
    return page.locator("#rents tbody tr", has_text=provider).first.locator('[data-cell="pay"]').inner_text()


def test_the_browser_shows_what_the_board_computed(browser: Browser, pages: dict[str, str]) -> None:
    plain, live = (visit(browser, pages, "costs/", scripts=scripts) for scripts in (False, True))
    cells = [sorted(page.locator("#rents [data-cell], #owns [data-cell]").all_inner_texts()) for page in (plain, live)]
    assert cells[0] == cells[1]
    assert len(cells[0]) >= 12


def test_own_figures_rank_anew_and_stay_in_the_address(browser: Browser, pages: dict[str, str]) -> None:
    page = visit(browser, pages, "costs/")
    page.fill('[name="hour"]', "7.5")
    page.wait_for_url("**/costs/?hour=7.5")
    seconds = float(page.locator("#rents tbody tr", has_text="Beta").first.get_attribute("data-seconds") or 0)
    assert paid(page, "Beta") == shown(cost.rent(seconds, cost.Tariff(7.5, 1, increment_seconds=3600.0)))
    again = visit(browser, pages, "costs/?hour=7.5")
    assert paid(again, "Beta") == paid(page, "Beta")
    costs = [float(text.replace(",", "")) for text in again.locator('#rents [data-cell="pay"]').all_inner_texts()]
    assert costs == sorted(costs)
    page.click('button[type="reset"]')
    page.wait_for_function("!location.search")


def test_the_readers_currency_names_rate_and_day(browser: Browser, pages: dict[str, str]) -> None:
    page = visit(browser, pages, "costs/")
    before = float(paid(page, "Beta"))
    page.select_option('[name="currency"]', "EUR")
    rate = float(page.locator('option[value="EUR"]').get_attribute("data-rate") or 0)
    assert float(paid(page, "Beta")) == pytest.approx(before * rate, rel=0.01)
    assert "1 USD = " in page.inner_text("#money-note")
    assert "2026-10-30" in page.inner_text("#money-note"), "the last banking day that the package knows"


def test_every_cost_leads_to_its_row_and_its_source(browser: Browser, pages: dict[str, str]) -> None:
    page = visit(browser, pages, "costs/")
    links = {link.get_attribute("href") or "" for link in page.locator("a.price-row").all()}
    assert {"../prices/#beta-2", "../prices/#alpha-3", "../prices/#purchase-2"} <= links
    prices = visit(browser, pages, "prices/")
    for link in links:
        assert prices.locator(f"[id='{link.partition('#')[2]}'] a[href^='https://']").count() >= 1, link


def test_a_run_without_a_price_says_so_and_how_to_add_one(browser: Browser, pages: dict[str, str]) -> None:
    page = visit(browser, pages, "costs/", scripts=False)
    listed = page.locator("#priceless tbody tr")
    assert listed.count() == 1
    assert "no price, add one" in listed.inner_text()


def test_a_run_without_a_price_takes_the_readers_own(browser: Browser, pages: dict[str, str]) -> None:
    page = visit(browser, pages, "costs/")
    cell = page.locator('#priceless [data-cell="pay"]')
    assert cell.inner_text() == "\u2013"
    page.fill('[name="hour"]', "2")
    seconds = float(page.locator("#priceless tbody tr").get_attribute("data-seconds") or 0)
    assert cell.inner_text() == shown(seconds / 3600 * 2)


def test_a_host_bought_with_the_devices_is_spread_over_the_same_life(browser: Browser, pages: dict[str, str]) -> None:
    page = visit(browser, pages, "costs/")
    row = page.locator("#owns tbody tr").first
    before = float(row.locator('[data-cell="pay"]').inner_text())
    page.fill('[name="host"]', "5000")
    page.wait_for_url("**/costs/?host=5000")
    seconds = float(row.get_attribute("data-seconds") or 0)
    assert float(row.locator('[data-cell="pay"]').inner_text()) - before == pytest.approx(
        seconds / 3600 * 5000 / (3 * 8760 * 0.25), rel=0.02
    )


def test_ages_come_from_the_readers_clock(browser: Browser, pages: dict[str, str]) -> None:
    assert visit(browser, pages, "prices/", scripts=False).locator(".age-badge").count() == 0
    page = visit(browser, pages, "prices/")
    badge = page.evaluate(
        """async () => { const m = await import("../assets/money-page.js"); m.showAges(document, Date.parse("2026-12-01T00:00:00Z"));
        return [...document.querySelectorAll("#rent + div .age-badge")].map((b) => [b.textContent, b.classList.contains("stale")]); }"""
    )
    assert badge[0] == ["6 d", False]
    assert badge[-1] == ["23 months", True]


def test_break_even_follows_the_readers_figures(browser: Browser, pages: dict[str, str]) -> None:
    page = visit(browser, pages, "own-or-rent/")
    power = float(page.locator("#evens tr[data-kind]").get_attribute("data-power") or 0)
    assert page.locator('[data-cell="even"]').inner_text() == shown(cost.break_even_hours(1599.0, power, 0.4, 3.0))
    page.fill('[name="hour"]', "0.01")
    assert page.locator('[data-cell="even"]').inner_text().startswith("never")


def test_words_of_strangers_are_words(browser: Browser, pages: dict[str, str]) -> None:
    page = visit(browser, pages, "providers/beta/")
    assert TROUBLE in page.inner_text("#reports + ul")
    assert "ready after 1 min 30 s" in page.inner_text("body")
    assert page.evaluate("window.hurt") is None
