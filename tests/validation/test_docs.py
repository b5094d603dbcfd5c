"""Pages that name rules name rules that exist."""

from __future__ import annotations

import re
from pathlib import Path

from bench.validation.rules import BY_ID

DOCS = Path(__file__).parent.parent.parent / "docs"
OTHER = {"hardware-id", "price-row", "record"}


def test_every_rule_that_the_complaints_name_exists() -> None:
    named = set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", (DOCS / "complaints.md").read_text()))
    assert named - set(BY_ID) - OTHER == set()


def test_every_rule_that_the_forgeries_name_exists() -> None:
    rows = [line for line in (DOCS / "forgeries.md").read_text().splitlines() if line.startswith("| ")][2:]
    named = {rule for row in rows for rule in row.split("|")[-2].strip().split(", ")} - {"nothing"}
    assert named - set(BY_ID) == set()
