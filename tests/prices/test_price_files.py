"""The contract of price rows and its judge: what is refused, in which words, and that the committed rows keep it."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.price import ElectricityRow, PriceRow, PurchaseRow, columns, csv_bytes, model_of, read_rows, seen_on
from bench.validation import price_files

PRICES = Path(__file__).parents[2] / "submissions" / "prices"
GOOD = {
    "provider": "aws", "provider_name": "AWS", "instance": "p3.2xlarge", "hardware_id": "nvidia-v100-sxm2-16gb",
    "hardware_as_printed": "V100 (16 GB)", "count": "1", "per": "machine", "amount": "3.06", "currency": "USD", "unit": "hour",
    "commitment": "on_demand", "host_included": "yes", "tax": "unknown", "date_seen": "2022-08-05",
    "source": "https://example.org/prices", "licence": "MIT", "added_by": "trainboard",
}  # fmt: skip


def file_of(*rows: dict[str, str]) -> bytes:
    lines = [",".join(columns(PriceRow))]
    lines += [",".join(f'"{row.get(name, "")}"' for name in columns(PriceRow)) for row in rows]
    return ("\n".join(lines) + "\n").encode()


def judge(data: bytes, name: str = "prices/aws.csv") -> list[tuple[str, str, str]]:
    return [(item.pointer, item.must, item.severity or "error") for item in price_files.problems(data, PurePosixPath(name))]


def test_a_good_row_is_silent() -> None:
    assert judge(file_of(GOOD)) == []


@pytest.mark.parametrize(
    ("change", "pointer", "must"),
    [
        ({"source": ""}, "/2/source", "be filled in"),
        ({"date_seen": ""}, "/2/date_seen", "be filled in"),
        ({"amount": "0"}, "/2/amount", "be greater than 0"),
        ({"amount": "-1"}, "/2/amount", "be a plain decimal number"),
        ({"amount": "NaN"}, "/2/amount", "be a plain decimal number"),
        ({"amount": "1e3"}, "/2/amount", "be a plain decimal number"),
        ({"currency": "dollars"}, "/2/currency", "match pattern '^[A-Z]{3}$'"),
        ({"date_seen": "2023-02-30"}, "/2", "day is out of range for month"),
        ({"date_seen": "2091-01-01"}, "/2/date_seen", "lie between 2005-01-01 and today"),
        ({"unit": "day"}, "/2/unit", "be 'second', 'minute', 'hour' or 'month'"),
        ({"per": "unclear"}, "/2", "doubt must be given where `per` is unclear"),
        ({"increment_seconds": "60"}, "/2", "billing_source must be given with increment_seconds or minimum_seconds"),
        ({"count": "0"}, "/2", "count must be at least 1 for a row about devices"),
        ({"provider": "azure"}, "/2/provider", "be aws, as the file is named"),
        ({"notes": "<b>cheap</b>"}, "/2/notes", "match pattern"),
        ({"notes": "=HYPERLINK(1)"}, "/2/notes", "match pattern"),
        ({"notes": "x\u202egnp"}, "/2/notes", "hold visible characters only"),
    ],
)
def test_a_bad_cell_is_refused_where_it_stands(change: dict[str, str], pointer: str, must: str) -> None:
    found = judge(file_of(GOOD | change))
    assert [(place, severity) for place, _, severity in found] == [(pointer, "error")]
    assert found[0][1].startswith(must)


@pytest.mark.parametrize(
    ("change", "pointer"),
    [({"amount": "306"}, "/2/amount"), ({"hardware_id": "nvidia-v1000"}, "/2/hardware_id")],
)
def test_what_is_unlikely_asks_a_person(change: dict[str, str], pointer: str) -> None:
    assert [(place, severity) for place, _, severity in judge(file_of(GOOD | change))] == [(pointer, "review")]


def test_a_doubtful_row_may_be_odd() -> None:
    assert judge(file_of(GOOD | {"amount": "306", "doubt": "two orders of magnitude above all others"})) == []


def test_the_same_row_twice_is_one_too_many() -> None:
    assert judge(file_of(GOOD, GOOD)) == [("/3", "be there once", "error")]


@pytest.mark.parametrize(
    "data", [b"", b"a,b\n1,2\n", b"\xff\xfe", b"\xef\xbb\xbf" + file_of(GOOD), file_of(GOOD).replace(b"\n", b"\r\n"), b'"' * 9000]
)
def test_a_file_of_another_form_is_one_problem(data: bytes) -> None:
    assert [(place, severity) for place, _, severity in judge(data)] == [("/1", "error")]


@given(st.binary(max_size=400))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    for name in ("aws.csv", "purchase.csv", "electricity.csv"):
        read_rows(file_of() + data, model_of(name))  # type: ignore[type-var]
        read_rows(data, model_of(name))  # type: ignore[type-var]


@given(st.floats(1e-6, 1e8), st.sampled_from([None, "two words", 'quote " and, comma']))
def test_what_is_written_is_read(amount: float, notes: str | None) -> None:
    row = read_rows(file_of(GOOD), PriceRow)[0][0][1].model_copy(update={"amount": round(amount, 6), "notes": notes})
    assert read_rows(csv_bytes([row], PriceRow), PriceRow) == ([(2, row)], [])


def test_a_month_is_as_old_as_its_first_day() -> None:
    assert seen_on("2018-01").isoformat() == "2018-01-01"


def _committed() -> dict[str, list[PriceRow | PurchaseRow | ElectricityRow]]:
    files = sorted(PRICES.glob("*.csv"))
    return {path.name: [row for _, row in read_rows(path.read_bytes(), model_of(path.name))[0]] for path in files}  # type: ignore[type-var]


def test_the_committed_rows_keep_their_contract() -> None:
    for path in sorted(PRICES.glob("*.csv")):
        found = [item for item in price_files.problems(path.read_bytes(), PurePosixPath("prices") / path.name) if item.severity is None]
        assert not found, f"{path.name}: {found[0]}"
        assert not os.access(path, os.X_OK), path


def test_there_are_at_least_300_rents_of_20_providers() -> None:
    rents = [row for rows in _committed().values() for row in rows if isinstance(row, PriceRow)]
    assert len(rents) >= 300
    assert len({row.provider for row in rents}) >= 20


POINTS_OF_2018 = {
    ("aws", 0.9, "USD", "hour", None, 1.0), ("aws", 3.06, "USD", "hour", None, 1.0),
    ("google-cloud", 0.45, "USD", "hour", 0.0475, 1.0), ("google-cloud", 1.46, "USD", "hour", 0.0475, 1.0),
    ("google-cloud", 0.0475, "USD", "hour", None, 1.0), ("paperspace", 0.4, "USD", "hour", None, 0.001),
    ("paperspace", 2.3, "USD", "hour", None, 0.001), ("ibm-softlayer", 2.8, "USD", "hour", None, 3600.0),
    ("leadergpu", 0.02, "EUR", "minute", None, 1.0), ("leadergpu", 0.08, "EUR", "minute", None, 1.0),
}  # fmt: skip


def test_the_price_points_of_2018_are_there() -> None:
    rows = [row for rows in _committed().values() for row in rows if isinstance(row, PriceRow)]
    found = {
        (row.provider, row.amount, row.currency, row.unit, row.host_per_hour, row.increment_seconds)
        for row in rows
        if row.source.startswith("RARE Technologies")
    }
    assert found == POINTS_OF_2018
