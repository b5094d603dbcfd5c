"""The table "by hand" of ``docs/cost.md``, computed again from the committed rows."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from bench.catalog import HARDWARE
from bench.price import ElectricityRow, PriceRow, PurchaseRow, read_rows
from site_builder import cost
from site_builder.currency import rate

ROOT = Path(__file__).parents[2]
TABLE = (ROOT / "docs" / "cost.md").read_text(encoding="utf-8").partition("## Three figures by hand")[2]
SECONDS = 2950.09


def data(name: str) -> bytes:
    return (ROOT / "submissions" / "prices" / name).read_bytes()


def rent(name: str, line: int | None = None, **wanted: object) -> PriceRow:
    rows = [(number, row) for number, row in read_rows(data(name), PriceRow)[0] if line in {None, number}]
    return next(row for _, row in rows if all(getattr(row, key) == value for key, value in wanted.items()))


def paid(row: PriceRow) -> float:
    of = cost.tariff(row, 1)
    assert of is not None
    return cost.rent(SECONDS, of)


def test_a_training_on_aws() -> None:
    found = paid(rent("aws.csv", 43, instance="p2.xlarge", amount=0.9, increment_seconds=1.0, minimum_seconds=60.0))
    assert found == pytest.approx(2951 / 3600 * 0.9)
    assert f"{found:.5f} USD" in TABLE


def test_a_device_with_its_host_in_2018() -> None:
    found = paid(rent("google-cloud.csv", amount=0.45, host_per_hour=0.0475, increment_seconds=1.0))
    assert found == pytest.approx(2951 / 3600 * 0.4975)
    assert f"{found:.5f} USD" in TABLE


def test_own_or_rent() -> None:
    card = next(row for _, row in read_rows(data("purchase.csv"), PurchaseRow)[0] if row.hardware_id == "nvidia-rtx-4090" and not row.doubt)
    power = dict(read_rows(data("electricity.csv"), ElectricityRow)[0])[2]
    exchange = rate(power.currency, "USD", date(2025, 10, 29))
    hourly = (HARDWARE["nvidia-rtx-4090"].tdp_watts or 0) / 1000 * power.price_per_kwh * exchange.rate
    hours = cost.break_even_hours(card.amount, hourly, rent("runpod.csv", 23, hardware_id="nvidia-rtx-4090").amount, 3.0)
    assert f"{hours:.2f} hours a month" in TABLE
    assert f"{hourly:.5f} an hour" in TABLE
    assert f"{exchange.rate} USD a EUR" in TABLE
