"""The statistics of the accuracy bands, and the reference data."""

from __future__ import annotations

import random
from statistics import fmean
from typing import Any

import pytest

from bench.validation import bands
from bench.validation.bands import METRICS, Key, band, interval, references, t_quantile
from bench.validation.corpora import CORPORA
from bench.workloads import WORKLOADS

TENTH = Key("tenth", next(digest for digest, known in CORPORA.items() if "tenth" in known.presets), "fp32", 1024, 4)


# Student's t, one-sided: printed tables (Abramowitz & Stegun, table 26.10).
@pytest.mark.parametrize(
    ("probability", "freedom", "wanted"),
    [(0.975, 4, 2.776), (0.995, 9, 3.250), (0.995, 4, 4.604), (0.9995, 9, 4.781), (0.975, 30, 2.042), (0.99, 3, 4.541), (0.95, 10, 1.812)],
)
def test_quantiles_of_t(probability: float, freedom: int, wanted: float) -> None:
    assert t_quantile(probability, freedom) == pytest.approx(wanted, abs=1.1e-3)


def test_an_interval_holds_as_many_as_it_says() -> None:
    rng = random.Random(7)  # noqa: S311 - test data
    inside = 0
    for _ in range(2000):
        drawn = [rng.gauss(0.8, 0.01) for _ in range(11)]
        inside += interval(drawn[:10], 0.0, 0.05).distance(drawn[10]) <= 1
    assert 0.93 < inside / 2000 < 0.97


def test_the_floor_holds_where_seeds_agree() -> None:
    assert interval([0.8] * 10, 0.002, 0.01).half_width == pytest.approx(3.250 * 0.002 * (1.1**0.5), rel=1e-3)


def _group(batch: int, centre: float, seeds: int = 10, **changes: Any) -> dict[str, Any]:
    values = [{"seed": seed, **{metric: [centre + 0.001 * (seed % 3)] * 4 for metric in METRICS}} for seed in range(seeds)]
    return {"preset": "tenth", "dataset": TENTH.dataset, "precision": "fp32", "batch_size": batch, "epochs": 4, "seeds": values, **changes}


@pytest.fixture
def groups(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(bands, "references", lambda _workload: tuple(found))
    return found


def test_between_two_batches_the_band_is_interpolated_in_log2(groups: list[dict[str, Any]]) -> None:
    groups += [_group(256, 0.70), _group(4096, 0.78)]
    made = band("sentiment-bilstm", TENTH, "eval_accuracy", 0, 15_786)
    assert made is not None
    assert made.mean == pytest.approx(0.7409, abs=1e-3)


@pytest.mark.parametrize("batch", [128, 8192])
def test_beyond_the_batches_there_is_no_band(groups: list[dict[str, Any]], batch: int) -> None:
    groups += [_group(256, 0.70), _group(4096, 0.78)]
    assert band("sentiment-bilstm", Key("tenth", TENTH.dataset, "fp32", batch, 4), "eval_accuracy", 0, 15_786) is None


@pytest.mark.parametrize("changes", [{"seeds": 4}, {"preset": "quick"}, {"precision": "bf16"}, {"epochs": 3}, {"dataset": "0" * 64}])
def test_other_settings_and_few_seeds_give_no_band(groups: list[dict[str, Any]], changes: dict[str, Any]) -> None:
    groups.append(_group(1024, 0.76, **changes))
    assert band("sentiment-bilstm", TENTH, "eval_accuracy", 0, 15_786) is None


@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda item: item.id)
def test_reference_groups_are_whole(workload: Any) -> None:
    for group in references(workload.id):
        preset = workload.preset(group["preset"])
        assert preset.id in CORPORA[group["dataset"]].presets
        assert (group["batch_size"], group["epochs"]) == (preset.batch_size, preset.epochs)
        assert {"backend", "hardware_id", "software", "date", "precision"} <= set(group)
        assert len({seed["seed"] for seed in group["seeds"]}) == len(group["seeds"])
        assert all(len(seed[metric]) == preset.epochs for seed in group["seeds"] for metric in METRICS)


def test_each_reference_seed_lies_in_the_band_of_the_others(groups: list[dict[str, Any]]) -> None:
    (group,) = [item for item in references.__wrapped__("sentiment-bilstm") if item["preset"] == "tenth"]
    outside = 0
    for index, seed in enumerate(group["seeds"]):
        groups[:] = [{**group, "seeds": group["seeds"][:index] + group["seeds"][index + 1 :]}]
        for metric in METRICS:
            for epoch in range(4):
                made = band("sentiment-bilstm", TENTH, metric, epoch, 15_786)
                assert made is not None
                outside += made.distance(seed[metric][epoch]) > 1
    assert outside == 0


def test_the_band_tells_a_reader_of_order_from_a_bag_of_words() -> None:
    made = band("sentiment-bilstm", TENTH, "eval_accuracy", 3, 15_786)
    assert made is not None
    bag = CORPORA[TENTH.dataset].bag_of_words_accuracy
    assert made.low > bag + 0.1
    assert fmean((made.low, made.high)) == pytest.approx(made.mean)


def test_a_strangers_count_of_epochs_is_not_counted_through() -> None:
    assert bands.bands("sentiment-bilstm", Key("tenth", TENTH.dataset, "fp32", 1024, 10**15), 15_786) == ()
