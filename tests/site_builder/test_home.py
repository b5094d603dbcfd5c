"""The orders of the home page, and what the page of coverage counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from submission_factory import make_submission, write_submission

from bench.engines import BACKENDS
from bench.workloads import WORKLOADS
from site_builder.coverage import known_shares, measured
from site_builder.home import best_by, newest_files
from site_builder.pages import neighbours
from site_builder.site import site_of

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

CARDS = (("nvidia-t4", 410.0), ("nvidia-t4", 400.0), ("nvidia-rtx-4090", 90.0), ("nvidia-a100-sxm4-80gb", 70.0))


def _runs(folder: Path) -> pd.DataFrame:
    for seed, (hardware_id, seconds) in enumerate(CARDS):
        write_submission(folder, make_submission(hardware_id, seconds, seed, day=f"2026-0{seed + 1}-01"))
    return site_of(folder).runs


def test_each_hardware_stands_once_and_the_best_comes_first(tmp_path: Path) -> None:
    found = best_by(_runs(tmp_path), "train_seconds")
    assert [row["hardware_id"] for row in found] == ["nvidia-a100-sxm4-80gb", "nvidia-rtx-4090", "nvidia-t4"]
    assert [row["rank"] for row in found] == [1, 2, 3]
    assert len(best_by(_runs(tmp_path), "train_seconds", 2)) == 2


def test_overlapping_intervals_share_a_rank_in_every_order(tmp_path: Path) -> None:
    runs = _runs(tmp_path)
    wide = runs.assign(seconds_low=runs["train_seconds"] / 2, seconds_high=runs["train_seconds"] * 2, cost_usd=runs["train_seconds"] / 100)
    assert [row["rank"] for row in best_by(wide, "cost_usd")] == [1, 1, 3]


def test_the_newest_file_comes_first(tmp_path: Path) -> None:
    assert [row["hardware_id"] for row in newest_files(_runs(tmp_path), 2)] == ["nvidia-a100-sxm4-80gb", "nvidia-rtx-4090"]


def test_coverage_counts_every_run_once_and_names_every_gap(tmp_path: Path) -> None:
    runs = _runs(tmp_path)
    rows = measured(runs)
    assert len(rows) == sum(len(facts.presets) for facts in WORKLOADS)
    assert sum(row["rows"] for row in rows) == len(runs) == sum(sum(row["backends"]) for row in rows)
    assert all(len(row["backends"]) == len(BACKENDS) for row in rows)
    assert [row["last"] for row in rows if row["rows"]] == ["2026-04-01"]


def test_a_field_that_half_of_the_runs_lack_is_known_by_half(tmp_path: Path) -> None:
    runs = _runs(tmp_path)
    half = runs.assign(cpu=runs["cpu"].where(runs.index < 2))
    assert {name: share for name, _, share in known_shares(half)}["cpu"] == 0.5
    assert known_shares(runs.head(0)) == []


def test_neighbours_stand_on_both_sides_and_are_of_the_same_kind(tmp_path: Path) -> None:
    write_submission(tmp_path, make_submission("nvidia-t4", 410.0, 1))
    hardware = site_of(tmp_path).board.hardware
    (own,) = hardware.loc[hardware["hardware_id"] == "nvidia-t4", "bandwidth_bytes_per_second"]
    found = neighbours(hardware)["nvidia-t4"]
    near, speeds = [row["hardware_id"] for row in found], [row["bandwidth_bytes_per_second"] for row in found]
    assert len(near) == 4
    assert "nvidia-t4" not in near
    assert speeds == sorted(speeds)
    assert speeds[1] <= own <= speeds[2]
    assert {row["kind"] for row in found} == {"gpu"}
