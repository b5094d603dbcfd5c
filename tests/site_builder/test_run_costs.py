"""What a run costs on several machines, with redone work, by the token; and the pages of costs of a large board."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from submission_factory import make_submission, write_submission

from bench.price import PriceRow, csv_bytes
from bench.workloads import workload
from site_builder import cost, cost_pages, metrics
from site_builder.prices import Priced
from site_builder.run_costs import devices_per_machine, fitting, tariff_of
from site_builder.site import site_of

if TYPE_CHECKING:
    from pathlib import Path

    from site_builder.site import Site

V100 = "nvidia-v100-sxm2-16gb"
T4 = "nvidia-t4"


def rent(hardware_id: str = V100, **given: Any) -> PriceRow:
    base = {
        "provider": "aws", "provider_name": "AWS", "instance": f"of-{hardware_id}", "hardware_id": hardware_id,
        "hardware_as_printed": hardware_id, "count": 1, "per": "machine", "amount": 3.6, "currency": "USD", "unit": "hour",
        "commitment": "on_demand", "host_included": "yes", "tax": "unknown", "date_seen": "2026-11-20", "source": "https://example.org",
        "licence": "none", "added_by": "trainboard",
    }  # fmt: skip
    return PriceRow.model_validate({**base, **given})


def run(devices: int, nodes: int) -> Any:
    return SimpleNamespace(device_count=devices, node_count=nodes, hardware_id=V100, provider=None, instance=None)


def site(folder: Path, rows: list[PriceRow], *submissions: dict[str, Any]) -> Site:
    (folder / "prices").mkdir(parents=True)
    (folder / "prices" / "aws.csv").write_bytes(csv_bytes(rows, PriceRow))
    for value in submissions:
        write_submission(folder, value)
    return site_of(folder)


@given(st.integers(1, 64), st.integers(1, 8), st.floats(0.1, 50))
def test_machines_rented_together_cost_as_many_times_one(machines: int, devices: int, amount: float) -> None:
    one = cost.Tariff(amount, devices, setup_fee=3.0, storage_per_month=7.3, minimum_seconds=600.0)
    together = cost.several(one, machines)
    assert cost.rent(1234.5, together) == pytest.approx(machines * cost.rent(1234.5, one))
    assert together.devices == machines * devices
    assert (together.minimum_seconds, together.monthly) == (one.minimum_seconds, one.monthly)


@given(st.integers(1, 64), st.integers(1, 16))
def test_the_fullest_machine_holds_its_devices_and_no_more_than_needed(devices: int, nodes: int) -> None:
    each = devices_per_machine(run(devices, nodes))
    assert each * nodes >= devices
    assert (each - 1) * nodes < devices


def test_two_machines_of_four_are_two_rents_and_one_of_four_is_too_small_for_eight() -> None:
    four = rent(count=4, amount=10.0)
    together = tariff_of(run(8, 2), four)
    assert together is not None
    assert (together.per_hour, together.devices) == (20.0, 8)
    assert fitting([Priced("aws.csv", 2, four)], run(8, 1)) == []


def test_redone_work_is_paid_too_and_without_a_stop_there_is_none(tmp_path: Path) -> None:
    plain, stopped = make_submission(V100, seconds=3600.0), make_submission(V100, seconds=3600.0, seed=1)
    stopped["runs"][0]["repeats"][0]["interruptions"] = [
        {"stopped_at": "2026-11-20T01:30:00Z", "resumed_at": "2026-11-20T01:31:00Z", "reason": "sigterm", "lost_seconds": 360.0}
    ]
    made = site(tmp_path, [rent(increment_seconds=1.0, billing_source="https://example.org/billing")], plain, stopped)
    costs = made.money.costs[made.money.costs["at"] == "today"].set_index("run_id")
    lost = made.board.runs.set_index("run_id")["lost_seconds"]
    assert sorted(lost.dropna()) == [360.0]
    more = (costs["cost_redone"] - costs["cost_machine"]).to_dict()
    for run_id, seconds in lost.to_dict().items():
        if pd.isna(seconds):
            assert pd.isna(more[run_id])
        else:
            assert more[run_id] == pytest.approx(0.36, abs=0.0011)


def test_a_million_tokens_cost_a_million_samples_over_the_tokens_of_one(tmp_path: Path) -> None:
    costs = site(tmp_path, [rent()], make_submission(V100)).money.costs.iloc[0]
    tokens = costs["cost_per_million_samples"] / costs["cost_per_million_tokens"]
    assert tokens == pytest.approx(workload("sentiment-bilstm").preset("standard").width)


def test_a_class_shows_its_cheapest_and_its_fastest_on_demand(tmp_path: Path) -> None:
    rows = [rent(T4, amount=0.5), rent(T4, amount=0.1, commitment="spot"), rent(V100, amount=3.6)]
    made = site(tmp_path, rows, make_submission(T4, seconds=900.0), make_submission(V100, seconds=300.0))
    board = cost_pages.cost_boards(made)[0]
    offers = made.money.costs[made.money.costs["at"] == "today"].merge(board.best, on="run_id", suffixes=("", "_run"))
    found = metrics.cost_by_class(offers).set_index("class_name")
    assert list(found.index) == ["data centre"]
    row = found.iloc[0]
    assert "T4" in row["cheapest"]
    assert "V100" in row["fastest"]
    assert row["cheapest_seconds"] > row["fastest_seconds"]
    assert row["cheapest_cost"] > 0.1 * 900 / 3600, "the spot offer is not taken"


def test_an_hour_less_costs_what_the_front_says(tmp_path: Path) -> None:
    made = site(tmp_path, [rent(T4, amount=0.36), rent(V100, amount=3.6)], make_submission(T4, 3600.0), make_submission(V100, 1800.0))
    steps = metrics.cost_of_latency(made.money.costs, made.runs)
    times = made.board.runs.set_index("hardware_id")["train_seconds"]
    saved = times[T4] - times[V100]
    assert len(steps) == 1
    assert steps.loc[0, "seconds_saved"] == pytest.approx(saved)
    more = times[V100] / 1000 - times[T4] / 10000
    assert steps.loc[0, "more_to_pay"] == pytest.approx(more, rel=0.01)
    assert steps.loc[0, "per_hour_saved"] == pytest.approx(more / saved * 3600, rel=0.01)


def test_the_hour_of_a_device_is_the_cheapest_recent_one_on_demand(tmp_path: Path) -> None:
    rows = [
        rent(T4, amount=8.0, count=8),
        rent(T4, amount=0.2, commitment="spot", instance="s"),
        rent(T4, amount=0.1, date_seen="2020-01-01", instance="old"),
    ]
    made = site(tmp_path, rows)
    rents = made.money.prices.rents
    assert dict(metrics.device_hour(rents, made.money.dollars, made.money.prices.newest)) == {T4: 1.0}
    assert metrics.device_hour(rents, made.money.dollars, None).empty


def test_a_page_of_costs_stays_bounded_and_says_what_it_leaves_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost_pages, "MOST_ROWS", 5)
    rows = [rent(T4, amount=1 + number / 10, instance=f"i-{number}") for number in range(9)]
    several = [make_submission(T4, seconds=600.0 + number, seed=number) for number in range(4)]
    made = site(tmp_path, rows, *several, make_submission(V100))
    page = cost_pages.cost_pages(made)[0]
    assert page.body.count('data-kind="rent"') == 5, "one run of the T4, its five cheapest offers"
    assert "The 5 cheapest of 9 ways" in page.body
    assert page.body.count('data-kind="mine"') == 1, "the V100 is listed without a price"


def test_each_training_has_a_page_and_the_one_of_2018_comes_first(tmp_path: Path) -> None:
    made = site(tmp_path, [rent(T4)], make_submission(T4, preset_id="tenth"), make_submission(T4))
    assert [page.path for page in cost_pages.cost_pages(made)] == ["costs/", "costs/sentiment-bilstm-tenth/"]


def test_a_board_without_runs_still_has_its_page_of_costs(tmp_path: Path) -> None:
    assert "No run on the board" in cost_pages.cost_pages(site(tmp_path, [rent(T4)]))[0].body
