"""From price rows to the cost of every run: which row holds, what fits, what stays without a price."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest
from submission_factory import make_submission, write_submission

from bench.price import ElectricityRow, PriceRow, PurchaseRow, Row, csv_bytes
from site_builder import owning, prices, run_costs
from site_builder.currency import NoRateError, rate
from site_builder.load import load

if TYPE_CHECKING:
    from pathlib import Path

V100 = "nvidia-v100-sxm2-16gb"
SHARED = {"source": "https://example.org", "licence": "none", "added_by": "trainboard"}


def rent(**given: Any) -> PriceRow:
    base = {
        "provider": "aws", "provider_name": "AWS", "instance": "p3.2xlarge", "hardware_id": V100, "hardware_as_printed": "V100",
        "count": 1, "per": "machine", "amount": 3.06, "currency": "USD", "unit": "hour", "commitment": "on_demand",
        "host_included": "yes", "tax": "unknown", "date_seen": "2025-01-10",
    }  # fmt: skip
    return PriceRow.model_validate({**base, **SHARED, **given})


def board(folder: Path, rows: list[Row], *submissions: dict[str, Any]) -> Any:
    files: dict[str, list[Row]] = {}
    for row in rows:
        name = row.provider if isinstance(row, PriceRow) else "purchase" if isinstance(row, PurchaseRow) else "electricity"
        files.setdefault(name, []).append(row)
    (folder / "prices").mkdir(parents=True)
    for name, items in files.items():
        (folder / "prices" / f"{name}.csv").write_bytes(csv_bytes(items, type(items[0])))
    for value in submissions:
        write_submission(folder, value)
    return load(folder)


def costs(made: Any) -> Any:
    return run_costs.cost_frame(made.runs, made.epochs, prices.prices_of(made.prices))


def test_the_row_that_held_on_the_day_and_the_newest(tmp_path: Path) -> None:
    rows: list[Row] = [rent(), rent(amount=2.0, date_seen="2026-11-25"), rent(amount=9.0, date_seen="2024-01-01")]
    found = costs(board(tmp_path, rows, make_submission(V100, seconds=3600.0, day="2026-11-20"))).set_index("at")
    seconds = found.loc["run", "cost_machine"] / 3.06
    assert found.loc["today", "cost_machine"] == pytest.approx(2.0 * seconds)
    assert (found.loc["run", "price_file"], found.loc["run", "price_line"], found.loc["today", "price_line"]) == ("aws.csv", 2, 3)


def test_a_run_before_the_first_price_has_none_of_its_day(tmp_path: Path) -> None:
    found = costs(board(tmp_path, [rent(date_seen="2026-11-25")], make_submission(V100, day="2026-11-20")))
    assert list(found["at"]) == ["today"]


def test_a_run_is_priced_where_it_was_rented(tmp_path: Path) -> None:
    value = make_submission(V100, day="2026-11-20")
    value["provider"] = {
        "provider": "aws", "instance": "p3.2xlarge", "region": None, "commitment": "on_demand",
        "provisioning_seconds": None, "trouble": None,
    }  # fmt: skip
    rows: list[Row] = [rent(), rent(provider="azure", provider_name="Azure", instance="NC6s v3", amount=1.0)]
    assert set(costs(board(tmp_path, rows, value))["provider"]) == {"aws"}


@pytest.mark.parametrize(
    "given",
    [{"hardware_id": None}, {"hardware_id": "nvidia-t4"}, {"doubt": "odd"}, {"count": 1, "devices": 2}],
)
def test_without_a_fitting_row_a_run_has_no_price_and_is_listed(tmp_path: Path, given: dict[str, Any]) -> None:
    devices = given.pop("devices", 1)
    made = board(tmp_path, [rent(**given)], make_submission(V100, devices=devices, day="2026-11-20"))
    found = costs(made)
    assert found.empty
    assert len(made.runs) == 1
    assert owning.price_runs(owning.money_of(made)).empty


def test_one_device_of_a_machine_of_eight(tmp_path: Path) -> None:
    found = costs(board(tmp_path, [rent(count=8, amount=24.48)], make_submission(V100, day="2026-11-20"))).iloc[0]
    assert found["cost_devices"] == pytest.approx(found["cost_machine"] / 8)


def test_a_doubtful_row_does_not_hide_the_one_before_it(tmp_path: Path) -> None:
    rows: list[Row] = [rent(), rent(amount=0.1, date_seen="2026-01-01", doubt="a slip")]
    found = costs(board(tmp_path, rows, make_submission(V100, day="2026-11-20")))
    assert set(found["price_line"]) == {2}


def test_money_is_converted_at_the_rate_of_the_price_and_says_so(tmp_path: Path) -> None:
    row = rent(provider="leadergpu", provider_name="LeaderGPU", currency="EUR", date_seen="2018-02-04")
    found = costs(board(tmp_path, [row], make_submission(V100, day="2026-11-20"))).iloc[0]
    assert (found["currency_rate"], found["rate_day"]) == (1.2492, "2018-02-02"), "a Sunday takes the Friday before"
    assert found["price_per_hour"] == pytest.approx(3.06 * 1.2492)


def test_rates_step_back_to_a_banking_day_and_never_invent_one() -> None:
    assert rate("EUR", "USD", date(2018, 2, 1)) == (1.2459, date(2018, 2, 1))
    assert rate("USD", "USD", date(1990, 1, 1)).rate == 1.0
    with pytest.raises(NoRateError, match="XXX"):
        rate("XXX", "USD", date(2018, 2, 1))
    with pytest.raises(NoRateError, match="on or before 1990-01-01"):
        rate("EUR", "USD", date(1990, 1, 1))


OWNED: list[Row] = [
    PurchaseRow.model_validate(
        {"hardware_id": V100, "hardware_as_printed": "V100", "amount": 9000.0, "currency": "USD",
         "condition": "new", "date_seen": "2025-01-10", **SHARED}
    ),
    ElectricityRow.model_validate(
        {
            "country": "EU-27", "consumer": "household", "price_per_kwh": 0.3, "currency": "USD", "period": "2025-H1",
            "as_printed": "0.30", "date_seen": "2025-10-29", **SHARED,
        }
    ),
]  # fmt: skip


def test_own_hardware_costs_its_share_of_life_and_its_electricity(tmp_path: Path) -> None:
    made = board(tmp_path, OWNED, make_submission(V100, seconds=3600.0, day="2026-11-20"))
    found = owning.own_frame(made.runs, made.hardware, prices.prices_of(made.prices)).iloc[0]
    run = made.runs.iloc[0]
    life_hours = 3 * 8760 * 0.25
    share = run.train_seconds / 3600 * 9000 / life_hours
    assert found["energy_basis"] == ("tdp" if pd.isna(run.energy_joules) else "measured")
    assert found["own_cost"] == pytest.approx(share + found["energy_joules"] / 3.6e6 * 0.3)
    priced = owning.price_runs(owning.money_of(made)).iloc[0]
    assert bool(priced["owned"])
    assert priced["cost_usd"] == pytest.approx(found["own_cost"])


def test_the_table_takes_the_cheapest_offer_on_demand(tmp_path: Path) -> None:
    rows = [
        rent(),
        rent(provider="azure", provider_name="Azure", instance="NC6s v3", amount=2.5),
        rent(amount=0.9, commitment="spot"),
        *OWNED,
    ]
    priced = owning.price_runs(owning.money_of(board(tmp_path, rows, make_submission(V100, day="2026-11-20")))).iloc[0]
    assert priced["cost_basis"] == "on demand, Azure NC6s v3"
    assert not priced["owned"]


def test_an_offer_of_this_year_comes_before_a_cheaper_old_one(tmp_path: Path) -> None:
    old = rent(provider="azure", provider_name="Azure", instance="NC6s v3", amount=1.0, date_seen="2018-01")
    fresh = rent(date_seen="2026-11-01")
    priced = owning.price_runs(owning.money_of(board(tmp_path, [old, fresh], make_submission(V100, day="2026-11-20")))).iloc[0]
    assert priced["cost_basis"] == "on demand, AWS p3.2xlarge"


def test_old_offers_are_told_by_the_newest_row_and_not_by_the_clock(tmp_path: Path) -> None:
    found = prices.prices_of(board(tmp_path, [rent(), rent(instance="p3.8xlarge", count=4, date_seen="2025-04-20")]).prices)
    assert [item.row.instance for item in prices.stale(found)] == ["p3.2xlarge"]
