"""The reader's own money: ``docs/assets/money.js`` computes what ``site_builder/cost.py`` computes, in a real browser."""

from __future__ import annotations

import math
import random
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from site_builder import cost
from site_builder.cost import Choice, Habit, Tariff

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser
CASES = 1000
ASSETS = Path(__file__).parents[2] / "docs" / "assets"
_CAMEL = {
    "per_hour": "perHour", "increment_seconds": "incrementSeconds", "minimum_seconds": "minimumSeconds", "setup_fee": "setupFee",
    "storage_per_month": "storagePerMonth", "life_years": "lifeYears",
}  # fmt: skip
_CALL = """async (cases) => {
  const m = await import("/money.js");
  return cases.map((c) => ({
    billed: m.billedSeconds(c.seconds, c.tariff.incrementSeconds, c.tariff.minimumSeconds),
    rent: m.rent(c.seconds, c.tariff, c.habit),
    share: m.usedShare(m.rent(c.seconds, c.tariff, c.habit), c.devices, c.tariff),
    interrupted: m.interruptedSeconds(c.seconds, c.rate, c.checkpoint, c.restart),
    energy: m.energyJoules(c.joules, c.tdp, c.devices, c.seconds),
    electricity: m.electricity(m.energyJoules(c.joules, c.tdp, c.devices, c.seconds)[0], c.kwh),
    own: m.own(c.seconds, c.purchase, m.electricity(m.energyJoules(c.joules, c.tdp, c.devices, c.seconds)[0], c.kwh), c.habit, c.host),
    even: m.breakEvenHours(c.purchase, c.kwh, c.tariff.perHour, c.habit.lifeYears),
    million: m.perMillion(c.purchase, c.samples),
  }));
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    def serve(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[-1]
        if name.endswith(".js"):
            route.fulfill(body=(ASSETS / name).read_text(), content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><title>money</title>", content_type="text/html")

    context = browser.new_context()
    opened = context.new_page()
    opened.route("**/*", serve)
    opened.goto("http://board.example/")
    yield opened
    context.close()


def _case(draw: random.Random) -> dict[str, Any]:
    def maybe(value: float) -> float | None:
        return None if draw.random() < 0.2 else value

    tariff = Tariff(
        per_hour=10 ** draw.uniform(-3, 3),
        devices=draw.choice([1, 2, 4, 8, 16]),
        monthly=draw.random() < 0.2,
        increment_seconds=draw.choice([None, 0.001, 1.0, 60.0, 3600.0]),
        minimum_seconds=draw.choice([None, 60.0, 3600.0]),
        setup_fee=draw.choice([0.0, draw.uniform(0, 300)]),
        storage_per_month=draw.choice([0.0, 5.0]),
    )
    return {
        "seconds": draw.choice([10 ** draw.uniform(-2, 6), 60.0 * draw.randint(1, 600)]),
        "tariff": tariff, "habit": Habit(draw.uniform(0.01, 1), draw.uniform(1, 48), draw.uniform(0.5, 8)),
        "devices": draw.randint(1, tariff.devices), "rate": draw.choice([0.0, draw.uniform(0, 3)]),
        "checkpoint": draw.uniform(1, 7200), "restart": draw.uniform(0, 600), "joules": maybe(draw.uniform(1, 1e9)),
        "tdp": maybe(draw.uniform(15, 1000)), "kwh": maybe(draw.uniform(0.02, 0.6)), "purchase": maybe(draw.uniform(100, 4e4)),
        "host": draw.choice([0.0, draw.uniform(0, 5000)]), "samples": draw.choice([0, draw.randint(1, 10**8)]),
    }  # fmt: skip


def _python(case: dict[str, Any]) -> dict[str, Any]:
    seconds, tariff, habit, devices = case["seconds"], case["tariff"], case["habit"], case["devices"]
    paid = cost.rent(seconds, tariff, habit)
    joules, basis = cost.energy_joules(case["joules"], case["tdp"], devices, seconds)
    power = cost.electricity(joules, case["kwh"])
    known = case["purchase"] is not None and case["kwh"] is not None
    return {
        "billed": cost.billed_seconds(seconds, tariff.increment_seconds, tariff.minimum_seconds),
        "rent": paid,
        "share": cost.used_share(paid, devices, tariff),
        "interrupted": cost.interrupted_seconds(seconds, case["rate"], case["checkpoint"], case["restart"]),
        "energy": [joules, basis],
        "electricity": power,
        "own": cost.own(seconds, case["purchase"], power, habit, case["host"]),
        "even": cost.break_even_hours(case["purchase"], case["kwh"], tariff.per_hour, habit.life_years) if known else None,
        "million": cost.per_million(case["purchase"], case["samples"]),
    }


def _camel(case: dict[str, Any]) -> dict[str, Any]:
    parts = {name: {_CAMEL.get(key, key): value for key, value in asdict(case[name]).items()} for name in ("tariff", "habit")}
    return {**case, **parts}


def _same(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, list):
        return all(_same(a, b) for a, b in zip(ours, theirs, strict=True))
    if isinstance(ours, float | int) and isinstance(theirs, float | int):
        return math.isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-15)
    return bool(ours == theirs)


def test_a_thousand_random_cases_agree(page: Page) -> None:
    draw = random.Random(20180131)  # noqa: S311 - cases, not secrets
    cases = [_case(draw) for _ in range(CASES)]
    found = page.evaluate(_CALL, [_camel(case) for case in cases])
    wrong = [(case, ours, theirs) for case, theirs in zip(cases, found, strict=True) for ours in [_python(case)]
             if not all(_same(ours[key], theirs[key]) for key in ours)]  # fmt: skip
    assert not wrong, f"{len(wrong)} of {CASES} differ, the first: {wrong[0]}"


def test_the_front_and_the_price_of_an_hour_agree(page: Page) -> None:
    draw = random.Random(1)  # noqa: S311
    choices = [Choice(str(number), draw.uniform(60, 1e5), draw.uniform(0.1, 100)) for number in range(200)]
    front = cost.pareto(choices)
    given = [choice._asdict() for choice in choices]
    theirs = page.evaluate('async (given) => { const m = await import("/money.js"); return m.pareto(given).map((c) => c.key); }', given)
    assert theirs == [choice.key for choice in front]
    hour = page.evaluate(
        'async ([a, b]) => { const m = await import("/money.js"); return m.priceOfAnHour(a, b); }', [item._asdict() for item in front[:2]]
    )
    assert hour == pytest.approx(cost.price_of_an_hour(front[0], front[1]))
