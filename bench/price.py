"""The contract of money: rented hardware, bought hardware, electricity. One row is one observation in one source.

A price file is CSV, append-only: ``submissions/prices/<provider>.csv``, beside them ``purchase.csv`` and
``electricity.csv``. A price that changed is a new row. An empty cell is "not stated", never zero.

Format history:
    1.0 (2026-12) first version.
"""

from __future__ import annotations

import csv
import io
import re
from datetime import date
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple, TypeVar

from pydantic import Field, StringConstraints, ValidationError, model_validator

from bench.fields import Commitment, Count, Model, Slug

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAXIMUM_LINE = 4096
PURCHASE_FILE: Final = "purchase.csv"
ELECTRICITY_FILE: Final = "electricity.csv"

Words = Annotated[str, StringConstraints(min_length=1, max_length=600, pattern=r"^[^\x00-\x1f\x7f<>=+@-][^\x00-\x1f\x7f<>]*$")]
"""Words of a source or a person: one line, no markup, no start that a spreadsheet takes for a formula."""

Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
"""ISO 4217 code."""

Seen = Annotated[str, StringConstraints(pattern=r"^20[0-9]{2}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?$")]
"""A day, or a month where the source says no more."""

Amount = Annotated[float, Field(gt=0, le=10**9)]
Extra = Annotated[float, Field(ge=0, le=10**9)]
Period = Annotated[float, Field(gt=0, le=10**8)]
Unit = Literal["second", "minute", "hour", "month"]
HOURS_PER_MONTH: Final = 730.0
SECONDS_PER_UNIT: Final = {"second": 1.0, "minute": 60.0, "hour": 3600.0, "month": HOURS_PER_MONTH * 3600.0}


def seen_on(text: str) -> date:
    """The day of a ``date_seen``; of a month its first day, so that an age is never made younger.

    Raises:
        ValueError: when the calendar has no such day.
    """
    return date.fromisoformat(text if len(text) > len("2026-12") else f"{text}-01")


class Observation(Model):
    """Where a figure comes from. What all rows share."""

    date_seen: Seen
    source: Words
    """Address of the page, or repository, commit and file."""
    licence: Words
    added_by: Slug
    doubt: Words | None = None
    """Why the figure is not to be trusted as it stands; such a row is shown, but nothing is computed from it."""
    notes: Words | None = None

    @model_validator(mode="after")
    def _real_day(self) -> Observation:
        seen_on(self.date_seen)
        return self


class PriceRow(Observation):
    """What renting hardware costs: one offer as one source printed it."""

    provider: Slug
    provider_name: Words
    instance: Words | None = None
    region: Slug | None = None
    hardware_id: Slug | None = None
    """Id of the catalogue; empty where the source does not say which form factor or memory it is."""
    hardware_as_printed: Words
    count: Count
    """Devices of the machine; 0 for a host without accelerator."""
    per: Literal["machine", "device", "unclear"]
    """What the amount buys: the whole machine or one device."""
    amount: Amount
    currency: Currency
    unit: Unit
    increment_seconds: Period | None = None
    """Time is rounded up to a multiple of this."""
    minimum_seconds: Period | None = None
    """Shorter use is charged as this."""
    billing_source: Words | None = None
    commitment: Commitment
    setup_fee: Extra | None = None
    host_per_hour: Extra | None = None
    """Price of the host that must be rented with the devices."""
    storage_per_month: Extra | None = None
    host_included: Literal["yes", "no", "unknown"]
    tax: Literal["included", "excluded", "unknown"]

    @model_validator(mode="after")
    def _consistent(self) -> PriceRow:
        if (self.increment_seconds or self.minimum_seconds) and not self.billing_source:
            raise ValueError("billing_source must be given with increment_seconds or minimum_seconds")
        if self.per == "unclear" and not self.doubt:
            raise ValueError("doubt must be given where `per` is unclear")
        if self.count == 0 and (self.hardware_id or self.per == "device"):
            raise ValueError("count must be at least 1 for a row about devices")
        return self


class PurchaseRow(Observation):
    """What buying one device costs."""

    hardware_id: Slug | None = None
    hardware_as_printed: Words
    amount: Amount
    currency: Currency
    condition: Literal["new", "used", "msrp"]
    """``msrp``: the maker's announced price."""


class ElectricityRow(Observation):
    """What a kilowatt-hour costs somewhere."""

    country: Words
    region: Words | None = None
    consumer: Literal["household", "non-household", "commercial", "industrial", "all sectors"]
    price_per_kwh: Annotated[float, Field(gt=0, le=100)]
    currency: Currency
    period: Words
    """The half-year, month or year that the figure is for."""
    as_printed: Words


Row = PriceRow | PurchaseRow | ElectricityRow
AnyRow = TypeVar("AnyRow", PriceRow, PurchaseRow, ElectricityRow)


class Fault(NamedTuple):
    """Something wrong with a price file.

    Attributes:
        line: from 1.
        column: name of the column, empty for a whole line.
        must: what is asked, read after "must".
        got: what was found.
    """

    line: int
    column: str
    must: str
    got: str


def columns(model: type[Row]) -> tuple[str, ...]:
    """The header of a price file, the sourcing columns last."""
    shared = tuple(Observation.model_fields)
    return (*(name for name in model.model_fields if name not in shared), *shared)


def model_of(file_name: str) -> type[Row]:
    """The contract of a file of ``submissions/prices/``."""
    return {PURCHASE_FILE: PurchaseRow, ELECTRICITY_FILE: ElectricityRow}.get(file_name, PriceRow)  # type: ignore[return-value]


_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?", re.ASCII)


def _numeric(model: type[Row]) -> frozenset[str]:
    numbers = ("count", "amount", "_seconds", "_fee", "_per_hour", "_per_month", "_per_kwh")
    return frozenset(name for name in model.model_fields if name.endswith(numbers) or name == "price_per_kwh")


def _must(message: str) -> str:
    text = message.removeprefix("Value error, ")
    return text.replace("String should", "").replace("Input should", "").strip().removeprefix("must ")


def _row(line: int, cells: dict[str, str], model: type[AnyRow]) -> Iterator[AnyRow | Fault]:
    given = {name: cell for name, cell in cells.items() if cell}
    odd = [name for name in sorted(_numeric(model) & given.keys()) if not _NUMBER.fullmatch(given[name])]
    if odd:
        yield from (Fault(line, name, "be a plain decimal number", given[name]) for name in odd)
        return
    try:
        yield model.model_validate_strings(given)
    except ValidationError as error:
        for item in error.errors(include_url=False):
            column = str(item["loc"][0]) if item["loc"] else ""
            must = "be filled in" if item["type"] == "missing" else _must(item["msg"])
            yield Fault(line, column, must, "an empty cell" if item["type"] == "missing" else cells.get(column, "this row"))


def _text(data: bytes) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        raise ValueError("a byte-order mark")
    if b"\r" in data or b"\x00" in data:
        raise ValueError("a carriage return or a zero byte")
    if max(map(len, data.split(b"\n")), default=0) > MAXIMUM_LINE:
        raise ValueError(f"a line of more than {MAXIMUM_LINE} bytes")
    return data.decode("utf-8")


def _lines(data: bytes, header: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]] | Fault]:
    """Cells of each line by column."""
    try:
        text = _text(data)
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        first = next(reader, [])
        if tuple(first) != header:
            yield Fault(1, "", f"be the header {','.join(header)}", ",".join(first)[:200])
            return
        for cells in reader:
            if len(cells) == len(header):
                yield reader.line_num, dict(zip(header, cells, strict=True))
            else:
                yield Fault(reader.line_num, "", f"have {len(header)} cells", f"{len(cells)} cells")
    except (UnicodeDecodeError, ValueError, csv.Error) as error:
        yield Fault(1, "", "be UTF-8 CSV with plain line ends", str(error)[:200])


def read_rows(data: bytes, model: type[AnyRow]) -> tuple[list[tuple[int, AnyRow]], list[Fault]]:
    """Read a price file.

    Args:
        data: its bytes.
        model: the contract of its rows.

    Returns:
        The good rows with their line numbers, and the faults.
    """
    rows: list[tuple[int, AnyRow]] = []
    faults: list[Fault] = []
    for item in _lines(data, columns(model)):
        if isinstance(item, Fault):
            faults.append(item)
            continue
        for found in _row(*item, model):
            if isinstance(found, Fault):
                faults.append(found)
            else:
                rows.append((item[0], found))
    return rows, faults


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.12f}".rstrip("0").rstrip(".")
    return "" if value is None else str(value)


def csv_bytes(rows: Iterable[Row], model: type[Row], *, header: bool = True) -> bytes:
    """A price file, or without ``header`` the lines to append to one."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    if header:
        writer.writerow(columns(model))
    writer.writerows([_cell(getattr(row, name)) for name in columns(model)] for row in rows)
    return text.getvalue().encode("utf-8")
