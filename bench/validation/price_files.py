"""What must hold in a price file: every row keeps its contract, belongs here, is dated, sourced and possible.

Why: All costs on the board are computed from these rows, and every figure can be followed to its row and its source.

Fix: Append rows; an odd figure gets a ``doubt``, so that it is shown and nothing is computed from it.
"""

from __future__ import annotations

import difflib
import unicodedata
from datetime import date
from typing import TYPE_CHECKING

from bench import catalog
from bench.price import SECONDS_PER_UNIT, ElectricityRow, PriceRow, PurchaseRow, columns, model_of, read_rows, seen_on
from bench.validation.context import today
from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import PurePosixPath

    from bench.price import Row

FIRST_DAY = date(2005, 1, 1)
"""Before any cloud sold accelerators by the hour."""
PLAUSIBLE_PER_DEVICE_HOUR = (0.01, 100.0)
"""Rent of one device, in units of its currency: the rows of 2017 to 2026 lie between 0.08 and 12."""
PLAUSIBLE_PURCHASE = (20.0, 100_000.0)
PLAUSIBLE_PER_KWH = (0.005, 2.0)
_MOST_PROBLEMS = 20


def _place(line: int, column: str) -> str:
    return f"/{line}/{column}" if column else f"/{line}"


def _of_text(line: int, row: Row) -> Iterator[Problem]:
    for name in columns(type(row)):
        value = getattr(row, name)
        if isinstance(value, str) and any(unicodedata.category(char)[0] == "C" for char in value):
            yield Problem(_place(line, name), "hold visible characters only", shown(value), "Type the cell again.", line=line)


def _of_date(line: int, row: Row) -> Iterator[Problem]:
    if not FIRST_DAY <= seen_on(row.date_seen) <= today():
        must = f"lie between {FIRST_DAY} and today"
        yield Problem(_place(line, "date_seen"), must, row.date_seen, "Give the day on which you saw the price.", line=line)


def _of_hardware(rows: list[tuple[int, Row]]) -> Iterator[Problem]:
    """One problem for each unknown id."""
    named = {row.hardware_id: line for line, row in reversed(rows) if not isinstance(row, ElectricityRow) and row.hardware_id}
    for wanted, line in named.items():
        if wanted in catalog.HARDWARE:
            continue
        near = difflib.get_close_matches(wanted, catalog.HARDWARE, n=1)
        hint = f"The nearest id is {near[0]}. " if near else ""
        hint += "Leave the cell empty where the source does not say which form it is."
        yield Problem(_place(line, "hardware_id"), "be an id of the hardware catalogue", wanted, hint, "review", line)


def _amount(row: Row) -> tuple[str, float, tuple[float, float]]:
    if isinstance(row, ElectricityRow):
        return "price_per_kwh", row.price_per_kwh, PLAUSIBLE_PER_KWH
    if isinstance(row, PurchaseRow):
        return "amount", row.amount, PLAUSIBLE_PURCHASE
    hourly = row.amount * 3600 / SECONDS_PER_UNIT[row.unit]
    return "amount", hourly / max(1, row.count) if row.per == "machine" else hourly, PLAUSIBLE_PER_DEVICE_HOUR


def _of_amount(line: int, row: Row) -> Iterator[Problem]:
    column, value, (least, most) = _amount(row)
    if row.doubt is None and not least <= value <= most:
        of = "an hour and device" if isinstance(row, PriceRow) else "each"
        must, got = f"lie between {least:g} and {most:,g} {of}", f"{value:.6g} {row.currency}"
        yield Problem(_place(line, column), must, got, "Check unit, currency and count, or say in `doubt` why it is odd.", "review", line)


CHECKS: tuple[Callable[[int, Row], Iterator[Problem]], ...] = (_of_text, _of_date, _of_amount)


def _of_file(rows: list[tuple[int, Row]], name: PurePosixPath) -> Iterator[Problem]:
    """What holds between the rows: one provider a file, no row twice."""
    first: dict[Row, int] = {}
    for line, row in rows:
        if isinstance(row, PriceRow) and row.provider != name.stem:
            must = f"be {name.stem}, as the file is named"
            yield Problem(_place(line, "provider"), must, row.provider, f"Put the row into {row.provider}.csv.", line=line)
        if row in first:
            yield Problem(_place(line, ""), "be there once", f"the same row as in line {first[row]}", "Remove the row.", line=line)
        first.setdefault(row, line)


def problems(data: bytes, name: PurePosixPath) -> Iterator[Problem]:
    """All that is wrong with a price file, at most twenty.

    Args:
        data: the bytes of the file.
        name: its place below ``submissions/``.
    """
    rows, faults = read_rows(data, model_of(name.name))  # type: ignore[type-var]
    found = [Problem(_place(item.line, item.column), item.must, shown(item.got), line=item.line) for item in faults]
    found += [*_of_file(rows, name), *_of_hardware(rows)]
    found += [problem for line, row in rows for check in CHECKS for problem in check(line, row)]
    yield from found[:_MOST_PROBLEMS]
    if len(found) > _MOST_PROBLEMS:
        yield Problem("", "keep the contract of price rows", f"{len(found) - _MOST_PROBLEMS} more problems")
