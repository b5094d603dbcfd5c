"""The guide's formulas, by hand and by property."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from site_builder import recommend
from site_builder.recommend import Load, Month, Option

LOAD = Load(100.0, {"CNN": 1.0, "RNN": 0.0, "Transformer": 3.0}, 16e9, None, 1.0, "either", 0.30, 3.0, 0.0)
FAST = Option("rent:fast", "rent", 3.0, 700.0, 80e9, {"CNN": 4.0, "Transformer": 5.0})
SLOW = Option("own:slow", "own", 720.0, 400.0, 24e9, {"CNN": 2.0, "Transformer": 2.0})

positive = st.floats(0.01, 1e4)
months = st.builds(Month, st.text(min_size=1, max_size=3), positive, positive, positive)


def test_the_time_of_a_mix_is_the_weighted_harmonic_mean() -> None:
    assert recommend.relative_time(FAST.speeds, LOAD.mix) == pytest.approx((1 / 4 + 3 / 5) / 4)


def test_a_family_without_a_speed_has_no_time_unless_nobody_asks_for_it() -> None:
    assert recommend.relative_time(FAST.speeds, {"RNN": 1.0}) is None
    assert recommend.relative_time(FAST.speeds, {"CNN": 0.0}) is None
    assert recommend.relative_time(FAST.speeds, {"CNN": 2.0, "RNN": 0.0}) == pytest.approx(1 / 4)


def test_a_month_of_rent_and_of_an_own_card_by_hand() -> None:
    rented, owned = recommend.month(FAST, LOAD), recommend.month(SLOW, LOAD)
    assert rented is not None
    assert owned is not None
    assert (rented.hours, rented.cost, rented.total) == pytest.approx((21.25, 63.75, 85.0))
    assert (owned.hours, owned.cost, owned.total) == pytest.approx((50.0, 720 / 36 + 50 * 0.4 * 0.30, 76.0))


@pytest.mark.parametrize(
    "load",
    [
        LOAD._replace(memory=81e9),
        LOAD._replace(mode="own"),
        LOAD._replace(budget=63.0),
        LOAD._replace(hours=5000.0),
        LOAD._replace(mix={"RNN": 1.0}),
    ],
)
def test_what_does_not_fit_is_left_out(load: Load) -> None:
    assert recommend.month(FAST, load) is None


def test_the_least_sum_of_money_and_waiting_comes_first_and_the_page_says_what_changes_it() -> None:
    ranked = recommend.recommended([FAST, SLOW], LOAD)
    assert [item.key for item in ranked] == ["own:slow", "rent:fast"]
    turn = (63.75 - 26.0) / (50 - 21.25)
    made = recommend.change(ranked[0], ranked[1])
    assert made.kind == "above"
    assert made.value == pytest.approx(turn)
    assert recommend.bounds(ranked) == (None, (made.value, "rent:fast"))
    assert [recommend.reason(place, ranked) for place in (0, 1)] == ["cheapest", "fastest"]
    dearer = LOAD._replace(hour_value=turn * 1.01)
    assert recommend.recommended([FAST, SLOW], dearer)[0].key == "rent:fast"


@given(months, months, st.floats(0, 1e3))
def test_a_change_tells_the_truth(first: Month, other: Month, worth: float) -> None:
    made = recommend.change(first, other)
    before, after = first.cost + worth * first.hours, other.cost + worth * other.hours
    assume(abs(before - after) > 1e-6 * (before + after))
    if made.kind == "above" and made.value is not None and made.value >= 0:
        assert (after < before) == (worth > made.value)
    elif made.kind == "below" and made.value is not None and made.value >= 0:
        assert (after < before) == (worth < made.value)


@given(st.floats(1, 500), st.floats(1, 500), st.floats(0, 100), st.floats(0, 100))
def test_more_hours_never_cost_less_and_a_dearer_hour_never_favours_the_slower(a: float, b: float, worth: float, more: float) -> None:
    few, many = (recommend.month(FAST, LOAD._replace(hours=hours)) for hours in sorted((a, b)))
    assert few is not None
    assert many is None or few.cost <= many.cost
    first = recommend.recommended([FAST, SLOW], LOAD._replace(hour_value=worth))[0]
    later = recommend.recommended([FAST, SLOW], LOAD._replace(hour_value=worth + more))[0]
    assert later.hours <= first.hours
