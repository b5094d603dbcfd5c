"""Lookup is exact and never guesses; suggestions are for people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.catalog import HARDWARE, candidates, key, lookup, suggest

NAMES = json.loads((Path(__file__).parent / "names.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("name", "memory", "wanted"), NAMES["exact"])
def test_a_name_as_printed_is_found(name: str, memory: int | None, wanted: str) -> None:
    found = lookup(name, memory)
    assert found is not None
    assert found.id == wanted


@pytest.mark.parametrize(("name", "memory"), NAMES["unknown"])
def test_an_unclear_name_is_not_guessed(name: str, memory: int | None) -> None:
    assert lookup(name, memory) is None


@pytest.mark.parametrize(("name", "wanted"), NAMES["suggested"])
def test_a_near_name_is_suggested_and_not_taken(name: str, wanted: str) -> None:
    assert wanted in suggest(name)


def test_the_cpu_of_a_chip_is_not_its_gpu() -> None:
    found = lookup("Apple M3 Max")
    assert found is not None
    assert found.kind == "cpu"
    assert {item.kind for item in candidates("Apple M3 Max GPU")} == {"gpu"}


@pytest.mark.parametrize("hardware_id", sorted(HARDWARE))
def test_every_name_of_a_row_leads_to_it(hardware_id: str) -> None:
    row = HARDWARE[hardware_id]
    for alias in (row.id, *row.aliases):
        assert row in candidates(alias, row.memory_bytes), alias
    if not hardware_id.startswith("nvidia-t1000"):
        assert lookup(row.id, row.memory_bytes) == row
        assert lookup(row.name, row.memory_bytes) == row


def test_a_shared_name_belongs_to_one_family() -> None:
    shared = {alias: candidates(alias) for row in HARDWARE.values() for alias in row.aliases}
    mixed = {alias: found for alias, found in shared.items() if len({row.family for row in found}) > 1}
    assert {key(alias) for alias in mixed} <= {"t1000", "t10004gb"}


@given(st.text(max_size=300), st.none() | st.integers(min_value=0, max_value=10**15))
def test_any_text_gives_an_answer(name: str, memory: int | None) -> None:
    found = lookup(name, memory)
    assert found is None or found.id in HARDWARE


@settings(deadline=None, max_examples=30)
@given(st.text(max_size=140))
def test_a_suggestion_is_an_id(name: str) -> None:
    assert all(item in HARDWARE for item in suggest(name, 3))


@given(
    st.sampled_from(sorted(HARDWARE)),
    st.sampled_from((str.upper, str.lower, lambda text: text.replace(" ", "-"), lambda text: f"  {text} ")),
)
def test_spelling_makes_no_difference(hardware_id: str, spelt: object) -> None:
    name = HARDWARE[hardware_id].name
    assert candidates(spelt(name)) == candidates(name)  # type: ignore[operator]
