"""The rules that compare files."""

from __future__ import annotations

import copy
import random
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from mutations import A100, V100, honest, parts, rescaled, resummarised
from submission_factory import write_submission

from bench.validation.judging import judge_paths

if TYPE_CHECKING:
    from pathlib import Path

DAY = date(2026, 12, 1)
Value = dict[str, Any]


def _fired(folder: Path, *values: Value, handle: str = "example") -> set[str]:
    for value in values:
        write_submission(folder / "submissions", value, handle)
    return {item.rule for item in judge_paths([folder / "submissions"], day=DAY).findings if item.severity != "note"}


def _noised(value: Value, share: float, seed: int = 0) -> Value:
    """Every time multiplied by a factor near 1, all sums kept as far as they are checked."""
    rng = random.Random(seed)  # noqa: S311 - test data
    blocks = parts(value).repeat["blocks"]
    blocks["seconds"] = [seconds * (1 + rng.uniform(-share, share) - share) for seconds in blocks["seconds"]]
    return resummarised(value)


def test_honest_results_stand_side_by_side(tmp_path: Path) -> None:
    assert _fired(tmp_path, *(honest(seed=seed, seconds=12 + seed / 10) for seed in range(8))) == set()


@pytest.mark.parametrize("seed", range(3))
def test_a_copy_with_one_field_changed(tmp_path: Path, seed: int) -> None:
    value = honest(seed=seed)
    copied = copy.deepcopy(value)
    copied["system"]["host"]["memory_bytes"] *= 2
    assert "copied-times" in _fired(tmp_path, value, copied)


@pytest.mark.parametrize("seed", range(3))
def test_scaled_and_noised_times_keep_their_shape(tmp_path: Path, seed: int) -> None:
    value = honest(seed=seed, seconds=60.0)
    assert "copied-shape" in _fired(tmp_path, value, _noised(rescaled(copy.deepcopy(value), 0.83), 0.0005, seed))


@pytest.mark.parametrize("seed", range(3))
def test_a_copied_curve_with_small_noise(tmp_path: Path, seed: int) -> None:
    value, forged = honest(seed=seed), honest(seed=seed + 50, seconds=13.0)
    rng = random.Random(seed)  # noqa: S311 - test data
    rows = parts(forged).run["dataset"]["eval_rows"]
    for mine, theirs in zip(parts(forged).epochs, parts(value).epochs, strict=True):
        mine["eval_correct"] = theirs["eval_correct"] + rng.choice((-1, 0, 1))
        mine["eval_accuracy"] = mine["eval_correct"] / rows
        mine["train_accuracy"] = theirs["train_accuracy"]
        for key in ("train_loss", "eval_loss"):
            mine[key] = theirs[key] + rng.uniform(-5e-5, 5e-5)
    assert "copied-curve" in _fired(tmp_path, value, resummarised(forged))


def test_the_same_curve_from_the_same_seed_is_no_copy(tmp_path: Path) -> None:
    value, again = honest(seed=1), honest(seed=2, seconds=14.0)
    parts(again).repeat["seed"] = parts(value).repeat["seed"]
    for mine, theirs in zip(parts(again).epochs, parts(value).epochs, strict=True):
        mine.update({key: theirs[key] for key in ("train_loss", "eval_loss", "train_accuracy", "eval_accuracy", "eval_correct")})
    assert _fired(tmp_path, value, resummarised(again)) == set()


@pytest.mark.parametrize(("others", "factor", "fires"), [(5, 0.5, True), (5, 0.8, False), (1, 0.5, False), (1, 0.25, True)])
def test_an_outlier_among_its_kind(tmp_path: Path, others: int, factor: float, *, fires: bool) -> None:
    values = [honest(seed=seed, seconds=40.0) for seed in range(others)]
    assert ("outlier" in _fired(tmp_path, *values, honest(seed=99, seconds=40.0 * factor))) is fires


def test_a_card_faster_than_its_bigger_sister(tmp_path: Path) -> None:
    small, big = "nvidia-t4", "nvidia-v100-sxm2-16gb"
    assert "bigger-sister" in _fired(tmp_path, honest(small, seconds=10.0), honest(big, seconds=20.0))


def test_a_bigger_sister_that_is_faster(tmp_path: Path) -> None:
    assert _fired(tmp_path, honest("nvidia-t4", seconds=20.0), honest(V100, seconds=12.0), honest(A100, seconds=10.0)) == set()


def test_a_flood_of_files(tmp_path: Path) -> None:
    assert "flood" in _fired(tmp_path, *(honest(seed=seed) for seed in range(11)))


def test_a_large_folder_is_judged_by_all_cores_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(12):
        write_submission(tmp_path / "submissions", honest(seed=seed, day=f"2026-11-{seed + 10}"))
    monkeypatch.setenv("TRAINBOARD_VERDICTS", "")
    alone = judge_paths([tmp_path / "submissions"], day=DAY)
    monkeypatch.setattr("bench.validation.judging._POOL_FROM_FILES", 5)
    monkeypatch.setattr("bench.validation.judging._CHUNK_FILES", 5)
    assert judge_paths([tmp_path / "submissions"], day=DAY) == alone
