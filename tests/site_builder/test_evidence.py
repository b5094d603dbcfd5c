"""Speeds that the guide works with: ratios within one table, measured before published, estimates inside the range."""

from __future__ import annotations

import math
from pathlib import Path

import pandas as pd
import pytest
from submission_factory import make_submission, write_submission

from site_builder import metrics
from site_builder.evidence import FAMILY_OF_TASK, evidence_of, published_tables
from site_builder.guide import guide, offers, recommendation, usual
from site_builder.metrics.evidence import TABLE_COLUMNS
from site_builder.site import site_of

ROOT = Path(__file__).parents[2]


def _tables(*rows: tuple[str, str, str, str, float]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=TABLE_COLUMNS)


def test_a_ratio_is_made_within_one_table_and_a_measured_one_wins() -> None:
    tables = _tables(
        ("a", "CNN", "t1", "published", 10.0),
        ("b", "CNN", "t1", "published", 20.0),
        ("a", "CNN", "t2", "published", 1.0),
        ("b", "CNN", "t2", "published", 8.0),
        ("c", "CNN", "t3", "published", 99.0),
        ("a", "RNN", "m1", "measured", 2.0),
        ("b", "RNN", "m1", "measured", 3.0),
        ("a", "RNN", "t4", "published", 1.0),
        ("b", "RNN", "t4", "published", 9.0),
    )
    assert metrics.reference(tables) == "a"
    found = {(row["hardware_id"], row["family"]): row for row in metrics.relative_speeds(tables, "a").to_dict("records")}
    both, own = found["b", "CNN"], found["b", "RNN"]
    assert (both["speed"], both["low"], both["high"], both["tables"]) == (pytest.approx(math.sqrt(2 * 8)), 2, 8, 2)
    assert (own["speed"], own["basis"]) == (1.5, "measured")
    assert ("c", "CNN") not in found, "a table without the reference links to nothing"


def test_without_tables_nothing_is_said() -> None:
    assert metrics.reference(_tables()) is None
    assert metrics.relative_speeds(_tables(), None).empty


def test_published_tables_hold_rates_of_one_device_of_known_hardware() -> None:
    site = site_of(ROOT / "submissions")
    tables = published_tables(site.published)
    assert set(tables["family"]) <= set(FAMILY_OF_TASK.values())
    assert (tables["rate"] > 0).all()
    assert not tables.duplicated(["hardware_id", "table"]).any()


def test_an_estimate_stays_inside_what_was_measured_and_is_of_nothing_known() -> None:
    site = site_of(ROOT / "submissions")
    evidence = evidence_of(site)
    known = set(zip(evidence.known["hardware_id"], evidence.known["family"], strict=True))
    guessed = set(zip(evidence.guessed["hardware_id"], evidence.guessed["workload"], strict=True))
    assert guessed
    assert not known & guessed
    paper = site.board.hardware.set_index("hardware_id")
    for row in evidence.guessed.to_dict("records"):
        column = "memory_bytes" if row["spec"] == "memory_bytes_spec" else row["spec"]
        of = evidence.known.loc[evidence.known["family"] == row["workload"], "hardware_id"]
        values = paper.loc[[name for name in of if name in paper.index], column]
        assert values.min() <= paper.loc[row["hardware_id"], column] <= values.max()


def test_every_offer_has_a_price_that_was_seen_and_a_speed() -> None:
    site = site_of(ROOT / "submissions")
    evidence = evidence_of(site)
    made = offers(site, evidence)
    assert {item["option"].mode for item in made} == {"rent", "own"}
    for item in made:
        assert item["option"].price > 0
        assert item["option"].speeds
        assert item["seen"]
        assert item["basis"] in ("measured", "published", "estimate")
    told = recommendation(site, evidence)
    assert [row["month"].total for row in told["rows"]] == sorted(row["month"].total for row in told["rows"])
    assert len(told["rows"]) + len(told["rest"]) == len(made)
    assert usual(0.3).budget is None


def test_a_board_without_figures_says_so_instead_of_guessing(tmp_path: Path) -> None:
    write_submission(tmp_path, make_submission("nvidia-t4", 400.0, 1))
    body = str(guide(site_of(tmp_path)).body)
    assert "Not enough data for a recommendation" in body
    assert "Not enough data: an estimate needs four kinds" in body
