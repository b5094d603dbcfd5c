"""The metrics: properties that hold for any board, and figures worked out by hand."""

from __future__ import annotations

import math

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder import metrics
from site_builder.metrics.specs import SPECS

positive = st.floats(1e-3, 1e6)
points = st.lists(st.tuples(positive, positive), max_size=40)


def pair_frame(pairs: list[tuple[float, float]]) -> pd.DataFrame:
    return pd.DataFrame(pairs, columns=["time", "cost"], dtype="float64")


def dominates(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one[0] <= other[0] and one[1] <= other[1] and one != other


@given(points)
def test_the_front_is_exactly_what_nothing_dominates(pairs: list[tuple[float, float]]) -> None:
    found = metrics.pareto(pair_frame(pairs), "time", "cost")
    assert list(found) == [not any(dominates(other, pair) for other in pairs) for pair in pairs]


def test_a_row_without_a_cost_is_not_on_the_front() -> None:
    frame = pair_frame([(1.0, math.nan), (2.0, 5.0)])
    assert list(metrics.pareto(frame, "time", "cost")) == [False, True]


intervals = st.lists(st.tuples(positive, st.floats(0, 0.3), st.floats(0, 0.3)), max_size=30)


@given(intervals, st.booleans())
def test_ranks_are_places_shared_only_by_overlap_with_the_groups_best(rows: list[tuple[float, float, float]], smaller: bool) -> None:  # noqa: FBT001
    frame = pd.DataFrame(
        [(value, value * (1 - low), value * (1 + high)) for value, low, high in rows], columns=["v", "l", "h"], dtype="float64"
    )
    found = metrics.ranks(frame, "v", "l", "h", smaller_is_better=smaller)
    ordered = frame.assign(rank=found).sort_values("v", ascending=smaller, kind="stable").reset_index(drop=True)
    assert ordered["rank"].is_monotonic_increasing
    for rank, group in ordered.groupby("rank"):
        leader = group.iloc[0]
        assert ordered.index[ordered["rank"] == rank][0] + 1 == rank
        assert all(group["l"] <= leader["h"])
        assert all(group["h"] >= leader["l"])


def test_ties_by_hand() -> None:
    frame = pd.DataFrame({"v": [10.0, 10.5, 12.0, None], "l": [9.5, 10.0, 11.9, 1.0], "h": [10.2, 11.0, 12.1, 2.0]})
    found = metrics.ranks(frame, "v", "l", "h")
    assert list(found[:3]) == [1, 1, 3]
    assert found.isna()[3]


@given(st.lists(st.tuples(st.sampled_from("abc"), positive), min_size=1, max_size=30))
def test_best_of_each_hardware_is_its_least_and_they_come_in_order(rows: list[tuple[str, float]]) -> None:
    frame = pd.DataFrame(rows, columns=["hardware_id", "value"])
    best = metrics.best_per_hardware(frame, "value")
    assert dict(zip(best["hardware_id"], best["value"], strict=True)) == frame.groupby("hardware_id")["value"].min().to_dict()
    assert best["value"].is_monotonic_increasing


@given(st.lists(positive, min_size=1, max_size=20), positive)
def test_relative_values_do_not_depend_on_the_unit(values: list[float], unit: float) -> None:
    plain = metrics.relative(pd.DataFrame({"v": values}), "v", values[0])
    scaled = metrics.relative(pd.DataFrame({"v": [value * unit for value in values]}), "v", values[0] * unit)
    assert plain.iloc[0] == 1
    assert list(scaled) == pytest.approx(list(plain))


def test_there_is_no_ratio_to_a_missing_baseline() -> None:
    assert metrics.relative(pd.DataFrame({"v": [1.0]}), "v", None).isna().all()


@given(st.lists(positive, min_size=2, max_size=20), st.floats(0.01, 100))
def test_the_robust_spread_has_no_unit_and_ignores_one_wild_value(values: list[float], unit: float) -> None:
    spread = metrics.robust_spread(pd.Series(values))
    assert spread == pytest.approx(metrics.robust_spread(pd.Series(values) * unit), rel=1e-6, abs=1e-9)
    assert metrics.robust_spread(pd.Series([*[values[0]] * 9, values[-1] * 1e6])) == 0


def test_the_robust_spread_by_hand() -> None:
    assert metrics.robust_spread(pd.Series([9.0, 10.0, 12.0])) == pytest.approx(0.14826)
    assert metrics.robust_spread(pd.Series([9.0])) is None


@given(points)
def test_names_of_a_scatter_do_not_lie_on_each_other(pairs: list[tuple[float, float]]) -> None:
    found = metrics.labelled(pair_frame(pairs), "time", "cost")
    assert set(found["label_side"].dropna()) <= {"left", "right"}
    assert len(found) == len(pairs)
    places = pd.DataFrame({name: [math.log(value) for value in found[name]] for name in ("time", "cost")}, index=found.index)
    wide, tall = (places.max() - places.min()) if len(places) else (0.0, 0.0)
    for place, side in enumerate(found["label_side"]):
        if not isinstance(side, str):
            continue
        across = (places["time"] - places["time"].iloc[place]) / (wide or 1) * (1 if side == "right" else -1)
        up = (places["cost"] - places["cost"].iloc[place]).abs() / (tall or 1)
        covered = (across >= 0) & (across < 0.29) & (up < 0.044)
        assert covered.sum() == 1


@given(st.integers(1, 3000), st.integers(1, 400))
def test_thinning_bounds_the_rows_and_keeps_what_must_stay(count: int, most: int) -> None:
    frame = pd.DataFrame({"v": range(count), "on_front": [place % 97 == 1 for place in range(count)]})
    kept = metrics.thinned(frame, most, "on_front")
    assert len(kept) <= most + frame["on_front"].sum()
    assert kept["on_front"].sum() == frame["on_front"].sum()
    assert metrics.thinned(frame, most).iloc[0]["v"] == 0


def training(**given: object) -> dict[str, object]:
    base: dict[str, object] = {
        "hardware_id": "a", "hardware": "A", "workload": "resnet50", "preset": "standard", "precision": "fp32", "backend": "tensorflow",
        "protocol": "1", "mode": "single", "device_count": 1, "train_seconds": 100.0, "samples_per_second": 10.0, "memory_bytes": 8e9,
        "peak_device_bytes": 4e9, "kind": "gpu", "flops_per_second": 1e12,
    }  # fmt: skip
    return base | given


def test_scaling_by_hand_with_the_flag_of_slower_than_one() -> None:
    rows = [
        training(),
        training(device_count=2, train_seconds=125.0, mode="data-parallel"),
        training(device_count=4, train_seconds=40.0, mode="multi-node"),
    ]
    found = metrics.scaling(pd.DataFrame([*rows, training(hardware_id="never-alone", device_count=2)])).set_index("device_count")
    assert list(found["speedup"]) == [1.0, 0.8, 2.5]
    assert list(found["efficiency"]) == [1.0, 0.4, 0.625]
    assert list(found["slower_than_one"]) == [False, True, False]


def test_independent_runs_side_by_side_are_not_scaling() -> None:
    found = metrics.scaling(pd.DataFrame([training(), training(device_count=2, mode="concurrent")]))
    assert list(found["device_count"]) == [1]


def test_the_baseline_scores_one_and_unmeasured_has_no_row() -> None:
    rows = [
        training(),
        training(workload="bert-base", samples_per_second=4.0),
        training(hardware_id="b", hardware="B", samples_per_second=25.0),
    ]
    found = metrics.normalised(pd.DataFrame(rows), "a").set_index(["hardware_id", "architecture"])["score"]
    assert found.to_dict() == {("a", "CNN"): 1.0, ("a", "Transformer"): 1.0, ("b", "CNN"): 2.5}
    assert metrics.normalised(pd.DataFrame(rows), "unknown").empty


def test_performance_per_dollar_leaves_out_what_has_no_price_or_no_room() -> None:
    rows = [
        training(),
        training(hardware_id="b", samples_per_second=20.0),
        training(hardware_id="c"),
        training(hardware_id="d", memory_bytes=2e9),
    ]
    scores = metrics.normalised(pd.DataFrame(rows), "a")
    found = metrics.performance_per_dollar(scores, pd.Series({"a": 100.0, "b": 400.0, "c": 0.0, "d": 10.0}), 4e9)
    assert found.set_index("hardware_id")["value"].to_dict() == {"a": 1.0, "b": 0.5}


def test_the_gain_of_16_bit_by_hand() -> None:
    rows = [
        training(),
        training(precision="bf16", samples_per_second=17.0, peak_device_bytes=2e9),
        training(hardware_id="b", precision="fp16"),
    ]
    found = metrics.half_precision_gain(pd.DataFrame(rows))
    assert list(found["gain"]) == [1.7]
    assert list(found["memory_share"]) == [0.5]


def board(rates: list[float], bandwidths: list[float]) -> tuple[pd.DataFrame, pd.DataFrame]:
    runs = [training(hardware_id=f"h{place}", samples_per_second=rate) for place, rate in enumerate(rates)]
    facts = [
        {
            "hardware_id": f"h{place}", "hardware": f"H{place}", "kind": "gpu", "bandwidth_bytes_per_second": bandwidth, "tdp_watts": 100.0,
            "memory_bytes": None, "fp32_flops": None, "fp16_flops": None, "tf32_flops": None, "bf16_flops": None,
        }
        for place, bandwidth in enumerate(bandwidths)
    ]  # fmt: skip
    return pd.DataFrame(runs), pd.DataFrame(facts).astype(
        dict.fromkeys(("memory_bytes", "fp32_flops", "fp16_flops", "tf32_flops", "bf16_flops"), "float64")
    )


@given(
    st.lists(st.floats(1, 1e3), min_size=4, max_size=12, unique_by=lambda value: round(value, 3)), st.floats(0.2, 2), st.floats(0.1, 100)
)
def test_a_law_that_holds_is_found_and_foretells_the_unmeasured(bandwidths: list[float], power: float, factor: float) -> None:
    rates = [factor * bandwidth**power for bandwidth in bandwidths]
    runs, facts = board(rates, [*bandwidths, 500.0])
    found = metrics.estimates(runs, facts)
    assert list(found["hardware_id"]) == [f"h{len(rates)}"]
    row = found.iloc[0]
    assert row["samples_per_second"] == pytest.approx(factor * 500.0**power, rel=1e-3)
    assert row["low"] <= row["samples_per_second"] <= row["high"]
    assert row["left_out_error"] == pytest.approx(0, abs=1e-3)
    assert bool(row["estimated"])


@given(st.lists(st.tuples(st.floats(1, 1e3), st.floats(1, 1e3)), min_size=4, max_size=12))
def test_correlations_lie_in_their_interval(pairs: list[tuple[float, float]]) -> None:
    found = metrics.correlations(*board([rate for rate, _ in pairs], [bandwidth for _, bandwidth in pairs]))
    assert ((found["low"] <= found["correlation"]) & (found["correlation"] <= found["high"])).all()
    assert found["correlation"].abs().max() <= 1 + 1e-9 or found.empty
    assert set(found["spec"]) <= set(SPECS)


def test_three_kinds_of_hardware_say_nothing_of_a_trend() -> None:
    runs, facts = board([1.0, 2.0, 3.0], [1.0, 2.0, 3.0, 4.0])
    assert metrics.estimates(runs, facts).empty
    assert metrics.correlations(runs, facts).empty


def test_a_specification_that_falls_where_the_speed_rises_foretells_nothing() -> None:
    assert metrics.estimates(*board([5.0, 4.0, 3.0, 2.0], [1.0, 2.0, 3.0, 4.0, 5.0])).empty


def test_a_rising_trend_correlates_fully() -> None:
    found = metrics.correlations(*board([1.0, 2.0, 3.0, 9.0, 12.0], [1.0, 2.0, 4.0, 5.0, 6.0])).iloc[0]
    assert found["correlation"] == pytest.approx(1)
    assert found["low"] < 1


def test_the_share_of_the_peak_counts_all_devices_and_the_own_precision() -> None:
    runs, facts = board([1.0, 1.0], [1.0, 1.0])
    runs = runs.assign(device_count=2, precision=["fp32", "tf32"])
    facts = facts.assign(fp32_flops=10e12)
    found = metrics.ceilings(runs, facts)
    assert list(found["hardware_id"]) == ["h0"]
    assert list(found["share_of_peak"]) == [0.05]


@given(st.floats(10, 1e4), st.floats(0, 1), st.floats(0.01, 10), st.floats(0.5, 10))
def test_own_and_rent_cross_where_the_break_even_says(purchase: float, own: float, rent: float, life: float) -> None:
    found = metrics.own_or_rent(purchase, own, rent, life)
    for hours in found.loc[found["break_even"], "hours_per_month"]:
        both = found[found["hours_per_month"] == hours]["cost_per_month"]
        assert both.max() == pytest.approx(both.min(), rel=1e-6)
    assert found.groupby("way")["hours_per_month"].max().eq(730).all()


@given(st.floats(0.01, 100))
def test_no_way_of_billing_costs_less_than_the_exact_time(per_hour: float) -> None:
    found = metrics.billing_models(per_hour)
    assert (found["over_exact"] >= 1 - 1e-9).all()
    assert found.loc[found["billing"] == "by the hour", "over_exact"].max() == pytest.approx(60)


def test_the_interval_of_one_repeat_comes_from_its_blocks() -> None:
    rows = pd.DataFrame(
        {
            "train_seconds": [100.0, 100.0], "block_spread": [0.02, 0.02], "repeats": [1, 3],
            "train_seconds_minimum": [100.0, 97.0], "train_seconds_maximum": [100.0, 105.0],
        }
    )  # fmt: skip
    found = metrics.with_interval(rows)
    assert list(found["seconds_low"]) == [98.0, 97.0]
    assert list(found["seconds_high"]) == [102.0, 105.0]


def test_published_figures_without_date_or_cost_are_left_out_and_months_count_from_their_first_day() -> None:
    rows = [("2018-02", "A", 1.0), ("2017", "A", 2.0), (None, "B", 1.0), ("2018", "C", None), ("2019-03-04", "C", 0.5)]
    found = metrics.published_timeline(pd.DataFrame(rows, columns=["date", "hardware", "cost"]))
    assert list(found["date"]) == ["2017", "2018-02", "2019-03-04"]
    assert list(found["day"].diff().dropna()) == [396.0, 396.0]
