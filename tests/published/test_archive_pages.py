"""The archive shows every published figure once, as printed, and ranks none."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pandas")

from bench.catalog import HARDWARE
from bench.published import PublishedRow
from site_builder.archive import read_published, sections, timeline_frame
from site_builder.archive_pages import archive_pages, wanted
from site_builder.load import load
from site_builder.published_costs import paid

SUBMISSIONS = Path(__file__).parents[2] / "submissions"
KEPT = read_published(SUBMISSIONS)


def test_every_row_with_a_task_is_in_one_section() -> None:
    shown = sum(len(section.rows) for section in sections(KEPT))
    assert shown == sum(row.task is not None for item in KEPT for row in item.content.rows)


def test_the_timeline_has_only_what_can_be_compared() -> None:
    frame = timeline_frame(KEPT)
    assert len(frame) > 40
    assert (frame["cost"] > 0).all()
    assert set(frame["cost_basis"]) == {"printed", "printed time x printed price"}
    assert not frame["workload"].str.contains("MLPerf").any()


def test_a_printed_cost_goes_before_a_product() -> None:
    row = next(row for item in KEPT for row in item.content.rows if row.cost is not None and row.price is not None)
    assert paid(row) == (row.cost, row.cost_currency, True)


def test_a_price_in_another_currency_is_not_on_the_timeline() -> None:
    row = next(row for item in KEPT for row in item.content.rows if row.price is not None and row.train_seconds and row.cost is None)
    other = row.model_dump() | {"price": {"low": 1.0, "high": None, "currency": "EUR", "unit": "hour"}}
    made = PublishedRow.model_validate(other)
    assert row.train_seconds is not None
    cost = paid(made)
    assert cost is not None
    assert cost.amount == pytest.approx(row.train_seconds / 3600)
    assert (cost.currency, cost.printed) == ("EUR", False)
    source = next(item for item in KEPT if row in item.content.rows)
    alone = source._replace(content=source.content.model_copy(update={"rows": (made,)}))
    assert timeline_frame([alone]).empty


def test_pages_are_rendered_with_everything_escaped() -> None:
    pages = archive_pages(load(SUBMISSIONS), KEPT)
    assert [page.path for page in pages] == ["archive/", "archive/questions/", "wanted/"]
    for page in pages:
        text = page.body
        assert "<script" not in text
        assert text.startswith('<p class="lead">')
        assert "None" not in text.replace("None of", "")


def test_stopped_runs_are_shown_as_stopped() -> None:
    assert "(aborted)" in archive_pages(load(SUBMISSIONS), KEPT)[0].body


def test_wanted_hardware_has_no_run() -> None:
    board = load(SUBMISSIONS)
    found = wanted(board)
    assert found
    assert not {item.hardware.id for item in found} & set(board.runs["hardware_id"])
    assert all(item.hardware.id in HARDWARE for item in found)
    counts = [len(item.providers) for item in found]
    assert counts == sorted(counts, reverse=True)
