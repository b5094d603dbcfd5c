"""The archive shows every published figure once, as printed, and ranks none."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pandas")

from bench.catalog import HARDWARE
from bench.published import PublishedRow
from site_builder.archive import cost_of, read_published, sections, timeline_frame
from site_builder.archive_pages import archive_pages, render, wanted
from site_builder.load import load

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
    assert cost_of(row) == (row.cost, "printed")


def test_a_price_in_another_currency_gives_no_cost() -> None:
    row = next(row for item in KEPT for row in item.content.rows if row.price is not None and row.train_seconds and row.cost is None)
    other = row.model_dump() | {"price": {"low": 1.0, "high": None, "currency": "EUR", "unit": "hour"}}
    assert cost_of(PublishedRow.model_validate(other)) is None


def test_pages_are_rendered_with_everything_escaped() -> None:
    pages = archive_pages(load(SUBMISSIONS), SUBMISSIONS)
    assert [page.path for page in pages] == ["archive/", "archive/questions/", "wanted/"]
    for page in pages:
        text = render(page)
        assert "<script" not in text
        assert text.startswith('<p class="lead">')
        assert "None" not in text.replace("None of", "")


def test_stopped_runs_are_shown_as_stopped() -> None:
    assert "(aborted)" in render(archive_pages(load(SUBMISSIONS), SUBMISSIONS)[0])


def test_wanted_hardware_has_no_run() -> None:
    board = load(SUBMISSIONS)
    found = wanted(board)
    assert found
    assert not {item.hardware.id for item in found} & set(board.runs["hardware_id"])
    assert all(item.hardware.id in HARDWARE for item in found)
    counts = [len(item.providers) for item in found]
    assert counts == sorted(counts, reverse=True)
