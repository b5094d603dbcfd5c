"""The guide in a real browser: the same formulas as in Python, and an answer that follows the form."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from site_builder import recommend
from site_builder.recommend import Load, Option

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.browser
CASES = 500
ASSETS = Path(__file__).parents[2] / "docs" / "assets"
FAMILIES = ("CNN", "RNN", "Transformer")
_CALL = """async (cases) => {
  const m = await import("/recommend.js");
  return cases.map((c) => {
    const ranked = m.recommended(c.options, c.load);
    return {
      months: ranked.map((o) => [o.key, o.hours, o.cost, o.total]),
      reasons: ranked.map((_, place) => m.reason(place, ranked)),
      changes: ranked.slice(1).map((o) => m.change(ranked[0], o)),
      bounds: ranked.length ? m.bounds(ranked) : [null, null],
    };
  });
}"""


def _case(draw: random.Random) -> tuple[list[Option], Load]:
    def option(place: int) -> Option:
        known = draw.sample(FAMILIES, draw.choice([2, 3, 3, 3]))
        mode = draw.choice(["rent", "own"])
        price = draw.uniform(0.1, 10) if mode == "rent" else draw.uniform(100, 40000)
        speeds = {name: draw.uniform(0.2, 9) for name in known}
        return Option(f"{mode}:{place}", mode, price, draw.uniform(0, 1000), draw.choice([8e9, 24e9, 80e9]), speeds)

    mix = {name: draw.choice([0.0, 1.0, 5.0]) for name in FAMILIES}
    budget = draw.choice([None, draw.uniform(1, 1000)])
    mode = draw.choice(["either", "rent", "own"])
    hours, worth = draw.uniform(1, 900), draw.choice([0.0, draw.uniform(0, 20)])
    load = Load(
        hours, mix, draw.choice([0, 16e9]), budget, worth, mode, draw.uniform(0, 0.5), draw.uniform(0.5, 6), draw.choice([0.0, 900.0])
    )
    return [option(place) for place in range(draw.randint(0, 6))], load


def _sent(options: list[Option], load: Load) -> dict[str, Any]:
    camel = {"hour_value": "hourValue", "life_years": "lifeYears"}
    return {
        "options": [item._asdict() for item in options],
        "load": {camel.get(name, name): value for name, value in load._asdict().items()},
    }


def test_the_script_and_the_formulas_agree(browser: Browser) -> None:
    def serve(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[-1]
        script = name.endswith(".js")
        body = (ASSETS / name).read_text() if script else "<!doctype html><title>guide</title>"
        route.fulfill(body=body, content_type="text/javascript" if script else "text/html")

    draw = random.Random(7)  # noqa: S311
    cases = [_case(draw) for _ in range(CASES)]
    context = browser.new_context()
    page = context.new_page()
    page.route("**/*", serve)
    page.goto("http://board.example/")
    answers = page.evaluate(_CALL, [_sent(*case) for case in cases])
    context.close()
    for (options, load), answer in zip(cases, answers, strict=True):
        ranked = recommend.recommended(options, load)
        assert [row[0] for row in answer["months"]] == [item.key for item in ranked]
        assert [row[1:] for row in answer["months"]] == [pytest.approx([item.hours, item.cost, item.total], rel=1e-12) for item in ranked]
        assert answer["reasons"] == [recommend.reason(place, ranked) for place in range(len(ranked))]
        changes = [recommend.change(ranked[0], other) for other in ranked[1:]]
        assert [kind for kind, _ in answer["changes"]] == [item.kind for item in changes]
        if ranked:
            for said, meant in zip(answer["bounds"], recommend.bounds(ranked), strict=True):
                assert said == (meant if meant is None else [pytest.approx(meant[0], rel=1e-9), meant[1]])
    assert sum(bool(answer["months"]) for answer in answers) > CASES / 3


def _first(page: Page) -> str:
    return page.locator("#choices li h3").first.inner_text()


def test_the_answer_follows_the_form_and_the_address_keeps_it(page: Page, address: str) -> None:
    page.goto(f"{address}guide/")
    before = page.locator("#choices").inner_text()
    page.locator("#recommender input[name=worth]").fill("1000")
    assert "fastest" in page.locator("#choices li").first.inner_text().lower()
    page.locator("#recommender input[name=memory]").fill("9999")
    assert "Nothing with a price and a speed fits" in page.locator("#choices").inner_text()
    assert page.locator("#fit").inner_text().startswith("0 of ")
    page.locator("#recommender input[name=memory]").fill("70")
    kept, url = _first(page), page.url
    assert "memory=70" in url
    page.goto(url)
    assert _first(page) == kept
    page.locator("#recommender button[type=reset]").click()
    page.wait_for_function("before => document.querySelector('#choices').innerText === before", arg=before)


def test_the_script_says_what_the_page_said_before_it_ran(browser: Browser, address: str) -> None:
    texts = []
    for scripts in (False, True):
        context = browser.new_context(java_script_enabled=scripts)
        page = context.new_page()
        page.goto(f"{address}guide/")
        texts.append([item.strip() for item in page.locator("#choices li").all_inner_texts()])
        context.close()
    assert texts[0] == texts[1]
