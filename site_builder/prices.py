"""Price rows on the board: reading them, and choosing the one that holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError

from bench.price import ElectricityRow, PriceRow, PurchaseRow, model_of, seen_on
from site_builder import cost
from site_builder.currency import rate

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    import pandas as pd

    from bench.price import Row

CURRENCY = "USD"
"""Of all money on the pages; the reader may choose another one in the browser."""
STALE_DAYS = 90
HABIT = cost.Habit(utilisation=0.25, months=12.0, life_years=3.0)
"""What the pages assume of who owns or rents by the month until the reader says otherwise: six hours a day for three years."""


class Priced(NamedTuple):
    """A rent and where it stands."""

    file: str
    line: int
    row: PriceRow

    @property
    def seen(self) -> date:
        """The day of the observation."""
        return seen_on(self.row.date_seen)

    @property
    def label(self) -> str:
        """What the reader would order."""
        printed = self.row.hardware_as_printed.removeprefix(f"{self.row.count}x ")
        return self.row.instance or f"{self.row.count} x {printed}"

    @property
    def offer(self) -> tuple[Any, ...]:
        """What makes two rows two observations of one offer."""
        row = self.row
        return (row.provider, row.instance, row.region, row.hardware_id or row.hardware_as_printed, row.count, row.per, row.commitment)


@dataclass
class Prices:
    """All price rows.

    Attributes:
        rents: files by name, rows as they stand.
        purchases: with file and line.
        electricity: with file and line.
        refused: file and line of rows that break the contract, with the reason.
    """

    rents: list[Priced] = field(default_factory=list)
    purchases: list[tuple[int, PurchaseRow]] = field(default_factory=list)
    electricity: list[tuple[int, ElectricityRow]] = field(default_factory=list)
    refused: list[tuple[str, int, str]] = field(default_factory=list)

    @property
    def newest(self) -> date | None:
        """The newest observation: the day that ages are measured against where no clock may be asked."""
        rows: list[Row] = [item.row for item in self.rents]
        rows += [row for _, row in self.purchases]
        return max((seen_on(row.date_seen) for row in rows), default=None)


def prices_of(table: pd.DataFrame) -> Prices:
    """All rows from the loader's table of all price files, cells as text with ``file`` and ``line``."""
    found = Prices()
    for cells in table.to_dict("records"):
        file, line = str(cells.pop("file")), int(cells.pop("line"))
        given = {str(name): value for name, value in cells.items() if isinstance(value, str) and value}
        try:
            row = model_of(file).model_validate_strings(given)
        except ValidationError as error:
            found.refused.append((file, line, error.errors(include_url=False)[0]["msg"]))
            continue
        if isinstance(row, PriceRow):
            found.rents.append(Priced(file, line, row))
        elif isinstance(row, PurchaseRow):
            found.purchases.append((line, row))
        else:
            found.electricity.append((line, row))
    return found


def current(rents: Iterable[Priced], on: date | None = None) -> list[Priced]:
    """The newest observation of every offer, on a day or of all; the cheaper one where a day has two.

    Args:
        rents: all rows.
        on: nothing newer than this day is taken; None: no limit.
    """
    newest: dict[tuple[Any, ...], Priced] = {}
    for item in sorted(rents, key=lambda item: (item.seen, -item.row.amount)):
        if on is None or item.seen <= on:
            newest[item.offer] = item
    return sorted(newest.values(), key=lambda item: (item.row.provider, item.label, item.row.commitment, item.row.region or ""))


def dollars(prices: Prices) -> dict[tuple[str, int], float]:
    """The board's currency per unit of the currency of each rent, by file and line, at the rate of the row's day."""
    return {(item.file, item.line): rate(item.row.currency, CURRENCY, item.seen).rate for item in prices.rents}


def stale(prices: Prices) -> list[Priced]:
    """Offers whose newest row is more than 90 days older than the newest row of all; never measured by the clock."""
    newest = prices.newest
    return [] if newest is None else [item for item in current(prices.rents) if (newest - item.seen).days > STALE_DAYS]
