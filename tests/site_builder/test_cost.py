"""The cost engine: properties that any price must keep, and figures worked out by hand."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.price import PriceRow
from site_builder import cost
from site_builder.cost import Choice, Habit, Tariff

seconds = st.floats(0.001, 1e6)
amounts = st.floats(0.001, 1e4)
tariffs = st.builds(
    Tariff,
    per_hour=amounts,
    devices=st.integers(1, 16),
    monthly=st.booleans(),
    increment_seconds=st.sampled_from([None, 0.001, 1.0, 60.0, 3600.0]),
    minimum_seconds=st.sampled_from([None, 60.0, 3600.0]),
    setup_fee=st.floats(0, 500),
    storage_per_month=st.floats(0, 100),
)
habits = st.builds(Habit, utilisation=st.floats(0.01, 1), months=st.floats(1, 60), life_years=st.floats(0.5, 10))


def row(**given: object) -> PriceRow:
    base = {
        "provider": "aws", "provider_name": "AWS", "hardware_as_printed": "V100", "count": 1, "per": "machine", "amount": 3.06,
        "currency": "USD", "unit": "hour", "commitment": "on_demand", "host_included": "yes", "tax": "unknown",
        "date_seen": "2018-01", "source": "https://example.org", "licence": "none", "added_by": "trainboard",
    }  # fmt: skip
    return PriceRow.model_validate({**base, **given})


def tariff(devices: int = 1, **given: object) -> Tariff:
    made = cost.tariff(row(**given), devices)
    assert made is not None
    return made


@given(seconds, seconds, tariffs, habits)
def test_more_time_never_costs_less(first: float, second: float, of: Tariff, habit: Habit) -> None:
    shorter, longer = sorted((first, second))
    assert cost.rent(shorter, of, habit) <= cost.rent(longer, of, habit) * (1 + 1e-9)


@given(seconds, tariffs, habits, st.floats(1, 10))
def test_a_dearer_price_never_costs_less(time: float, of: Tariff, habit: Habit, factor: float) -> None:
    assert cost.rent(time, of, habit) <= cost.rent(time, replace(of, per_hour=of.per_hour * factor), habit) * (1 + 1e-12)


@given(seconds, amounts)
def test_per_second_costs_at_most_per_minute_and_that_at_most_per_hour(time: float, amount: float) -> None:
    by = [cost.rent(time, Tariff(amount, 1, increment_seconds=increment)) for increment in (None, 1.0, 60.0, 3600.0)]
    assert all(finer <= coarser * (1 + 1e-8) for finer, coarser in itertools.pairwise(by))


@given(seconds, st.sampled_from([1.0, 60.0, 3600.0]), st.sampled_from([None, 60.0, 3600.0]))
def test_charged_time_is_a_multiple_that_covers_the_use(time: float, increment: float, minimum: float | None) -> None:
    charged = cost.billed_seconds(time, increment, minimum)
    assert charged >= time * (1 - 1e-9)
    assert charged >= (minimum or 0)
    assert charged - time < increment or charged == minimum
    assert math.isclose(charged / increment, round(charged / increment), abs_tol=1e-9)


def test_a_month_has_730_hours() -> None:
    monthly = tariff(amount=730.0, unit="month")
    assert monthly.per_hour == pytest.approx(1.0)
    assert cost.rent(3600, monthly) == pytest.approx(1.0)
    assert cost.rent(3600, monthly, Habit(utilisation=0.5)) == pytest.approx(2.0)


def test_a_set_up_fee_is_spread_over_a_monthly_rent_and_paid_whole_otherwise() -> None:
    monthly = tariff(amount=730.0, unit="month", setup_fee=73.0)
    assert cost.rent(3600, monthly, Habit(months=1)) == pytest.approx(1.1)
    assert cost.rent(3600, tariff(amount=1.0, setup_fee=73.0)) == pytest.approx(74.0)


@pytest.mark.parametrize(("unit", "amount"), [("second", 0.001), ("minute", 0.06), ("hour", 3.6), ("month", 2628.0)])
def test_units_are_the_same_price(unit: str, amount: float) -> None:
    assert tariff(unit=unit, amount=amount).per_hour == pytest.approx(3.6)


def test_a_host_that_must_be_rented_is_paid_once_for_the_machine() -> None:
    of = tariff(per="device", amount=0.45, count=2, host_per_hour=0.0475, host_included="no")
    assert of.per_hour == pytest.approx(2 * 0.45 + 0.0475)


def test_one_device_of_eight_is_an_eighth_of_what_one_pays() -> None:
    of = tariff(devices=1, count=8, amount=24.48)
    paid = cost.rent(3600, of)
    assert paid == pytest.approx(24.48)
    assert cost.used_share(paid, 1, of) == pytest.approx(3.06)


@pytest.mark.parametrize(
    "given", [{"doubt": "looks swapped", "count": 8}, {"per": "unclear", "doubt": "not said", "count": 8}, {"count": 1}]
)
def test_no_tariff_is_made_from_doubt_or_from_a_smaller_machine(given: dict[str, object]) -> None:
    assert cost.tariff(row(**given), devices=2) is None


@given(seconds, st.floats(0, 5), st.floats(0, 5), st.floats(1, 3600), st.floats(0, 600))
def test_interruptions_only_make_it_longer(time: float, first: float, second: float, checkpoint: float, restart: float) -> None:
    few, many = sorted((first, second))
    calm, rough = (cost.interrupted_seconds(time, rate, checkpoint, restart) for rate in (few, many))
    assert time * (1 - 1e-9) <= calm <= rough * (1 + 1e-9)
    assert cost.interrupted_seconds(time, 0, checkpoint, restart) == time


def test_a_hopeless_rate_never_ends() -> None:
    assert cost.interrupted_seconds(1e6, 1000, 1e6) == math.inf


def test_a_denser_checkpoint_loses_less() -> None:
    assert cost.interrupted_seconds(36_000, 1, 600) < cost.interrupted_seconds(36_000, 1, 3600)


@given(seconds, amounts, st.floats(0, 1e3), habits)
def test_owning_gets_cheaper_with_use(time: float, purchase: float, power: float, habit: Habit) -> None:
    busy = replace(habit, utilisation=1.0)
    lazy_cost, busy_cost = (cost.own(time, purchase, power, item) for item in (habit, busy))
    assert lazy_cost is not None
    assert busy_cost is not None
    assert busy_cost <= lazy_cost * (1 + 1e-12)


def test_owning_by_hand() -> None:
    # 1,599 for three years of 8,760 h at a quarter of the time is 0.24338 an hour; 450 W for an hour at 0.30 a kWh is 0.135.
    joules, basis = cost.energy_joules(None, 450.0, 1, 3600.0)
    assert basis == "tdp"
    assert cost.electricity(joules, 0.30) == pytest.approx(0.135)
    paid = cost.own(3600.0, 1599.0, 0.135, Habit(utilisation=0.25, life_years=3.0))
    assert paid == pytest.approx(1599 / (3 * 8760 * 0.25) + 0.135)


def test_measured_energy_comes_before_the_tdp() -> None:
    assert cost.energy_joules(7200.0, 450.0, 1, 3600.0) == (7200.0, "measured")


def test_what_is_missing_stays_missing() -> None:
    assert cost.energy_joules(None, None, 1, 10.0) == (None, None)
    assert cost.electricity(None, 0.3) is None
    assert cost.electricity(10.0, None) is None
    assert cost.own(10.0, None, 1.0) is None
    assert cost.own(10.0, 1.0, None) is None
    assert cost.per_million(None, 5) is None
    assert cost.per_million(1.0, 0) is None


def test_break_even_is_where_both_cost_the_same() -> None:
    hours = cost.break_even_hours(purchase=1599.0, own_per_hour=0.135, rent_per_hour=0.74, life_years=3.0)
    assert hours is not None
    assert hours * 0.74 == pytest.approx(1599 / 36 + hours * 0.135)
    assert cost.break_even_hours(1599.0, 0.135, 0.13, 3.0) is None
    assert cost.break_even_hours(1e6, 0.1, 0.74, 3.0) is None, "more hours than a month has"


choices = st.lists(st.builds(Choice, st.text("abc", min_size=1, max_size=3), st.floats(1, 1e5), st.floats(0.01, 1e4)), max_size=30)


@given(choices)
def test_nothing_beats_the_front_and_the_front_beats_the_rest(given: list[Choice]) -> None:
    front = cost.pareto(given)
    assert all(faster.seconds < slower.seconds and faster.cost > slower.cost for faster, slower in itertools.pairwise(front))
    assert all(any(best.seconds <= item.seconds and best.cost <= item.cost for best in front) for item in given)


def test_what_an_hour_less_costs() -> None:
    assert cost.price_of_an_hour(Choice("a", 3600, 9.0), Choice("b", 10800, 3.0)) == pytest.approx(3.0)
