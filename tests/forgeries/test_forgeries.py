"""The forgery lab: its page is current, and what was caught stays caught."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "validation")]

from forging import FORGERIES  # noqa: E402
from table import PAGE, honest_verdicts, line, row  # noqa: E402

SAMPLE = ("summary-all", "half-epochs", "copy-noised", "copy-curve", "ramped-blocks", "made-up-fast")
BY_ID = {forgery.id: forgery for forgery in FORGERIES}


def test_there_are_forty_distinct_forgeries() -> None:
    assert len(BY_ID) == len(FORGERIES) >= 40


def test_the_page_has_a_row_for_each() -> None:
    text = PAGE.read_text()
    assert [forgery.id for forgery in FORGERIES if f"| {forgery.id} | {forgery.care} |" not in text] == []


@pytest.mark.parametrize("name", SAMPLE)
def test_the_page_is_current(name: str) -> None:
    assert line(BY_ID[name], *row(BY_ID[name])) in PAGE.read_text(), "run tests/forgeries/table.py"


def test_honest_files_pass() -> None:
    assert honest_verdicts(10) == {"note": 10}


@pytest.mark.parametrize("forgery", [item for item in FORGERIES if item.care == "clumsy"], ids=lambda item: item.id)
def test_clumsy_forgeries_never_pass(forgery: object) -> None:
    verdicts, _ = row(forgery, seeds=2)  # type: ignore[arg-type]
    assert verdicts["note"] == 0
