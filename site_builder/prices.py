"""Price rows on the board: reading them, choosing the one that holds, and the cost of every run at every offer."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd
from pydantic import ValidationError

from bench.price import ElectricityRow, PriceRow, PurchaseRow, model_of, seen_on
from bench.workloads import workload
from site_builder import cost
from site_builder.currency import rate

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def devices_per_machine(run: Any) -> int:  # noqa: ANN401 - a row of the frame of runs
    """Devices that each machine of a run must have; the fullest where the nodes are uneven."""
    return -(-int(run.device_count) // int(run.node_count))


def tariff_of(run: Any, row: PriceRow) -> cost.Tariff | None:  # noqa: ANN401
    """What all machines of a run cost together at one row; None where the row gives no price for them."""
    one = cost.tariff(row, devices_per_machine(run))
    return None if one is None else cost.several(one, int(run.node_count))


def fitting(rents: Iterable[Priced], run: Any) -> list[Priced]:  # noqa: ANN401 - a row of the frame of runs
    """Offers on which a run could be repeated: the same hardware, enough devices in each of as many machines.

    A run that names provider and instance is priced at those; where the board has no price for them it has none.
    """
    fits = [item for item in rents if item.row.hardware_id == run.hardware_id and item.row.count >= devices_per_machine(run)]
    if pd.isna(run.provider):
        return fits
    return [item for item in fits if item.row.provider == run.provider and item.row.instance in {None, run.instance}]


def _money(amount: float, item: Priced) -> tuple[float, float, date]:
    """An amount in the board's currency, the rate and the day of the rate."""
    found = rate(item.row.currency, CURRENCY, item.seen)
    return amount * found.rate, found.rate, found.day


COST_COLUMNS = (
    "run_id", "provider", "provider_name", "offer", "region", "commitment", "devices_rented", "price_per_hour", "currency_rate",
    "rate_day", "date_seen", "doubt", "price_file", "price_line", "source", "cost_machine", "cost_devices", "cost_whole_process",
    "cost_per_million_samples", "cost_per_million_tokens", "cost_redone", "cost_per_epoch", "at",
)  # fmt: skip
"""One row per run, offer and moment. ``cost_machine`` is what one pays; ``cost_devices`` the part of the devices used;
``cost_whole_process`` the same as ``cost_machine`` for start, data, compilation and evaluation too;
``cost_redone`` with the work that was done again after the stops of the run. In USD."""


def _costs(run: Any, item: Priced, at: str) -> dict[str, Any] | None:  # noqa: ANN401
    of = tariff_of(run, item.row)
    if of is None or pd.isna(run.train_seconds):
        return None
    paid = cost.rent(float(run.train_seconds), of, HABIT)
    money, exchange, day = _money(paid, item)
    row, whole = item.row, None if pd.isna(run.total_seconds) else cost.rent(float(run.total_seconds), of, HABIT) * exchange
    samples = None if pd.isna(run.samples_per_second) else round(float(run.samples_per_second) * float(run.train_seconds))
    facts, million = workload(run.workload), cost.per_million(money, samples)
    tokens = facts.tokens_per_sample(facts.preset(run.preset))
    redone = None if pd.isna(run.lost_seconds) else cost.rent(float(run.train_seconds + run.lost_seconds), of, HABIT) * exchange
    return {
        "run_id": run.run_id, "provider": row.provider, "provider_name": row.provider_name, "offer": item.label, "region": row.region,
        "commitment": row.commitment, "devices_rented": of.devices, "price_per_hour": of.per_hour * exchange, "currency_rate": exchange,
        "rate_day": day.isoformat(), "date_seen": row.date_seen, "doubt": row.doubt, "price_file": item.file, "price_line": item.line,
        "source": row.source, "cost_machine": money, "cost_devices": cost.used_share(money, int(run.device_count), of),
        "cost_whole_process": whole, "cost_per_million_samples": million,
        "cost_per_million_tokens": None if million is None or tokens is None else million / tokens, "cost_redone": redone,
        "cost_per_epoch": None if pd.isna(run.epochs) or not run.epochs else money / int(run.epochs), "at": at,
    }  # fmt: skip


def cost_frame(runs: pd.DataFrame, epochs: pd.DataFrame, prices: Prices) -> pd.DataFrame:
    """The cost of every complete run at every fitting offer: ``at`` is ``run`` (the run's day) or ``today`` (the newest rows).

    Args:
        runs: the board's runs.
        epochs: the board's epochs.
        prices: all price rows.
    """
    counted = epochs[epochs["repeat"] == 1].groupby("run_id")["epoch"].max() if len(epochs) else pd.Series(dtype="Int64")
    usable = [item for item in prices.rents if item.row.doubt is None]
    today = current(usable)
    rows: list[dict[str, Any]] = []
    for run in runs[runs["complete"].fillna(value=False)].assign(epochs=lambda frame: frame["run_id"].map(counted)).itertuples():
        then = current(usable, date.fromisoformat(str(run.date)))
        for at, offers in (("run", then), ("today", today)):
            rows += [made for item in fitting(offers, run) if (made := _costs(run, item, at)) is not None]
    return pd.DataFrame(rows, columns=list(COST_COLUMNS))


def unpriced(runs: pd.DataFrame, costs: pd.DataFrame) -> pd.DataFrame:
    """Complete runs that no offer fits: listed as "no price", never as zero."""
    complete = runs[runs["complete"].fillna(value=False)]
    return complete[~complete["run_id"].isin(costs["run_id"])]
