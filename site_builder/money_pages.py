"""Pages of prices, of providers, and of owning. Words and placement stand in ``templates/money/``, arithmetic in ``cost.py``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from bench.price import HOURS_PER_MONTH
from site_builder import cost, metrics
from site_builder.cost_pages import cost_pages
from site_builder.currency import rate
from site_builder.owning import REFERENCE, electricity_row, in_currency, purchase_row
from site_builder.prices import CURRENCY, HABIT, STALE_DAYS, Priced, current
from site_builder.rendering import page

if TYPE_CHECKING:
    from site_builder.load import Board
    from site_builder.page import Page
    from site_builder.site import Site

_HISTORIES = 8
"""Charts of price history on one page: those with most observations."""
_FEWEST = 3
"""Observations below which a history is no picture."""


def _histories(site: Site, root: str) -> list[tuple[str, Any]]:
    """A chart for each hardware whose price was seen often enough, the most observations first."""
    prices, found = site.money.prices, []
    names = dict(zip(site.board.hardware["hardware_id"], site.board.hardware["hardware"], strict=True))
    for hardware_id in sorted({item.row.hardware_id for item in prices.rents if item.row.hardware_id}):
        frame = metrics.price_history(prices.rents, hardware_id, site.money.dollars)
        if len(frame) >= _FEWEST and len(set(frame["date_seen"])) > 1:
            found.append((hardware_id, frame))
    found.sort(key=lambda item: -len(item[1]))
    return [
        (str(names.get(key, key)), site.figures.place("price-history", frame, root, f"price-history-{key}"))
        for key, frame in found[:_HISTORIES]
    ]


def prices_page(site: Site) -> Page:
    """Every price row, the newest first, with where it was seen."""
    prices = site.money.prices
    rows = sorted(prices.rents, key=lambda item: (item.seen, item.row.provider, -item.line), reverse=True)
    newest = prices.newest
    recent = [item for item in current(prices.rents) if newest is not None and (newest - item.seen).days <= STALE_DAYS]
    history: dict[tuple[Any, ...], list[Priced]] = {}
    for item in sorted(prices.rents, key=lambda item: item.seen):
        if item.row.doubt is None:
            history.setdefault(item.offer, []).append(item)
    context = {
        "rows": rows, "purchases": prices.purchases, "electricity": prices.electricity, "recent": len(recent),
        "offers": len(current(prices.rents)), "providers": len({item.row.provider for item in rows}), "newest": newest,
        "stale_days": STALE_DAYS, "history": [items for items in history.values() if len({item.row.amount for item in items}) > 1],
        "histories": _histories(site, "../"),
    }  # fmt: skip
    return page("prices/", "Every price, with the day and the place it was seen", "money/prices.html", **context)


def _reports(board: Board, slug: str) -> list[dict[str, Any]]:
    found = []
    for file in board.sources.results:
        given = file.submission.provider
        if given is not None and given.provider == slug and file.status != "withdrawn":
            found.append(given.model_dump() | {"result_id": file.result_id, "date": file.submission.created_at[:10]})
    return found


def provider_page(board: Board, slug: str, items: list[Priced]) -> Page:
    """How a provider bills, what it offers, what contributors reported."""
    billing = {
        (item.row.increment_seconds, item.row.minimum_seconds, item.row.billing_source): None
        for item in items
        if item.row.billing_source is not None
    }
    name = max(items, key=lambda item: item.seen).row.provider_name
    offers = [(item, cost.tariff(item.row, max(1, item.row.count)) if item.row.count else None) for item in current(items)]
    reports = _reports(board, slug)
    waits = [item["provisioning_seconds"] for item in reports if item["provisioning_seconds"] is not None]
    context = {
        "name": name, "offers": offers, "billing": list(billing), "reports": reports, "rows": len(items),
        "waiting": float(pd.Series(waits).median()) if waits else None, "fees": [item for item in items if item.row.setup_fee],
    }  # fmt: skip
    return page(f"providers/{slug}/", f"{name}: prices, billing and reports", "money/provider.html", **context)


def own_or_rent_page(site: Site) -> Page:
    """From how many hours a month owning is cheaper, for hardware with a purchase and a rent price."""
    board, prices = site.board, site.money.prices
    power = electricity_row(prices)
    rows: list[dict[str, Any]] = []
    rents = [item for item in current(item for item in prices.rents if item.row.doubt is None) if item.row.commitment == "on_demand"]
    tdp = dict(zip(board.hardware["hardware_id"], board.hardware["tdp_watts"], strict=True))
    names = dict(zip(board.hardware["hardware_id"], board.hardware["hardware"], strict=True))
    for hardware_id in sorted({row.hardware_id for _, row in prices.purchases if row.hardware_id}):
        bought, watts = purchase_row(prices, hardware_id), tdp.get(hardware_id)
        if bought is None or power is None or watts is None or pd.isna(watts):
            continue
        hourly = float(watts) / 1000 * in_currency(power[1].price_per_kwh, power[1])
        paid = in_currency(bought[1].amount, bought[1])
        offers = [(item, cost.tariff(item.row, 1)) for item in rents if item.row.hardware_id == hardware_id and item.row.count == 1]
        best = min(
            ((of.per_hour * rate(item.row.currency, CURRENCY, item.seen).rate, item) for item, of in offers if of is not None),
            key=lambda pair: pair[0],
            default=None,
        )
        rows.append(
            {
                "hardware_id": hardware_id, "hardware": names.get(hardware_id, hardware_id), "purchase": paid, "bought": bought,
                "own_per_hour": hourly, "tdp_watts": float(watts), "rent": best,
                "break_even": None if best is None else cost.break_even_hours(paid, hourly, best[0], HABIT.life_years),
                "figure": None if best is None else site.figures.place(
                    "own-or-rent", metrics.own_or_rent(paid, hourly, best[0], HABIT.life_years), "../", f"own-or-rent-{hardware_id}"
                ),
            }
        )  # fmt: skip
    context = {"rows": rows, "electricity": power, "reference": REFERENCE, "habit": HABIT, "month": HOURS_PER_MONTH}
    return page("own-or-rent/", "Own or rent: from how many hours a month buying pays", "money/own_or_rent.html", **context)


def money_pages(site: Site) -> list[Page]:
    """All pages about money; what the trainings of others cost is shown apart."""
    board, prices = site.board, site.money.prices
    providers: dict[str, list[Priced]] = {}
    for item in prices.rents:
        providers.setdefault(item.row.provider, []).append(item)
    made = [*cost_pages(site), prices_page(site), own_or_rent_page(site)]
    return made + [provider_page(board, slug, items) for slug, items in sorted(providers.items())]
