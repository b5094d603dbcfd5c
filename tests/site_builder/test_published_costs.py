"""Published costs: as printed before computed, a range gives none, all of it from the committed sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.published import Published
from site_builder.published_costs import published_costs

FILES = [
    Published.model_validate_json(path.read_bytes())
    for path in sorted((Path(__file__).parents[2] / "submissions" / "published").glob("*.json"))
]


def test_a_printed_cost_stays_as_printed() -> None:
    printed = {row.cost for file in FILES for row in file.rows if row.cost is not None and row.task is not None}
    assert {item.cost for item in published_costs(FILES) if item.printed} == printed


def test_without_one_it_is_the_time_at_the_price_of_the_source() -> None:
    found = [item for item in published_costs(FILES) if item.seconds == 2950.09]
    assert [(item.printed, item.currency, item.cost) for item in found] == [(False, "USD", pytest.approx(2950.09 / 3600 * 0.9))]  # type: ignore[comparison-overlap]


def test_a_range_of_prices_gives_no_cost() -> None:
    ranges = {row.hardware_as_printed for file in FILES for row in file.rows if row.price is not None and row.price.high is not None}
    assert ranges
    assert not [item for item in published_costs(FILES) if item.hardware in ranges and not item.printed]
