"""What a run costs on own hardware, where the board has a purchase price and an electricity price for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from bench.price import seen_on
from site_builder import cost
from site_builder.currency import rate
from site_builder.prices import CURRENCY, HABIT, dollars, prices_of
from site_builder.run_costs import cost_frame

if TYPE_CHECKING:
    from datetime import date

    from bench.price import ElectricityRow, PurchaseRow
    from site_builder.load import Board
    from site_builder.prices import Prices

_OLD_DAYS = 365
REFERENCE = ("EU-27", "household")
"""Whose electricity price the pages take until the reader gives another."""
OWN_COLUMNS = (
    "run_id", "purchase", "purchase_date", "purchase_condition", "purchase_line", "purchase_source", "electricity_per_kwh",
    "electricity_line", "electricity_source", "energy_joules", "energy_basis", "electricity_cost", "own_cost",
)  # fmt: skip


def electricity_row(prices: Prices) -> tuple[int, ElectricityRow] | None:
    """The newest price of the reference consumer."""
    rows = [item for item in prices.electricity if (item[1].country, item[1].consumer) == REFERENCE and item[1].doubt is None]
    return max(rows, key=lambda item: (item[1].period, item[1].date_seen), default=None)


def purchase_row(prices: Prices, hardware_id: str) -> tuple[int, PurchaseRow] | None:
    """The newest purchase price of a card; of one day the lowest."""
    rows = [item for item in prices.purchases if item[1].hardware_id == hardware_id and item[1].doubt is None]
    return max(rows, key=lambda item: (seen_on(item[1].date_seen), -item[1].amount), default=None)


def in_currency(amount: float, row: PurchaseRow | ElectricityRow) -> float:
    """An amount of a row in the board's currency, at the reference rate of the row's day."""
    return amount * rate(row.currency, CURRENCY, seen_on(row.date_seen)).rate


def _own(run: Any, tdp_watts: float | None, prices: Prices, power: tuple[int, ElectricityRow]) -> dict[str, Any] | None:  # noqa: ANN401
    bought = purchase_row(prices, run.hardware_id)
    if bought is None:
        return None
    line, card = bought
    devices, seconds = int(run.device_count), float(run.train_seconds)
    measured = None if pd.isna(run.energy_joules) else float(run.energy_joules)
    joules, basis = cost.energy_joules(measured, tdp_watts, devices, seconds)
    per_kwh, paid = in_currency(power[1].price_per_kwh, power[1]), in_currency(card.amount, card)
    current = cost.electricity(joules, per_kwh)
    return {
        "run_id": run.run_id, "purchase": paid, "purchase_date": card.date_seen,
        "purchase_condition": card.condition, "purchase_line": line,
        "purchase_source": card.source, "electricity_per_kwh": per_kwh, "electricity_line": power[0], "electricity_source": power[1].source,
        "energy_joules": joules, "energy_basis": basis, "electricity_cost": current,
        "own_cost": cost.own(seconds, paid * devices, current, HABIT),
    }  # fmt: skip


def own_frame(runs: pd.DataFrame, hardware: pd.DataFrame, prices: Prices) -> pd.DataFrame:
    """The cost of every complete run on own hardware, in USD; no row where a price is missing.

    Args:
        runs: the board's runs.
        hardware: the board's hardware, for the TDP where no energy was measured.
        prices: all price rows.
    """
    power, rows = electricity_row(prices), []
    tdp = dict(zip(hardware["hardware_id"], hardware["tdp_watts"], strict=True))
    for run in runs[runs["complete"].fillna(value=False) & runs["train_seconds"].notna()].itertuples():
        watts = tdp.get(run.hardware_id)
        made = None if power is None else _own(run, None if watts is None or pd.isna(watts) else float(watts), prices, power)
        rows += [made] if made else []
    return pd.DataFrame(rows, columns=list(OWN_COLUMNS))


def _cheapest(costs: pd.DataFrame, at: str, newest: date | None) -> pd.DataFrame:
    """For each run the cheapest offer on demand, else of all; one seen within a year of the newest row comes before older ones."""
    seen = pd.to_datetime(costs["date_seen"].map(lambda text: seen_on(text).isoformat()))
    old = (pd.Timestamp(newest) - seen).dt.days > _OLD_DAYS if newest else False
    found = costs.assign(other=costs["commitment"] != "on_demand", old=(at == "today") & old)[costs["at"] == at]
    return found.sort_values(["run_id", "old", "other", "cost_machine"], kind="stable").drop_duplicates("run_id").set_index("run_id")


def _basis(row: Any) -> str:  # noqa: ANN401
    return f"{row.commitment.replace('_', ' ')}, {row.provider_name} {row.offer}"


PRICED_COLUMNS = (
    "cost_usd",
    "cost_basis",
    "cost_date",
    "cost_then_usd",
    "price_per_hour_usd",
    "cost_devices_usd",
    "cost_file",
    "cost_line",
    "owned",
)


class Money(NamedTuple):
    """Everything of money that pages share.

    Attributes:
        prices: all price rows.
        dollars: the board's currency per unit of the currency of each rent, by file and line.
        costs: each run at each offer (``prices.COST_COLUMNS``).
        owned: each run on own hardware (``OWN_COLUMNS``).
    """

    prices: Prices
    dollars: dict[tuple[str, int], float]
    costs: pd.DataFrame
    owned: pd.DataFrame


def money_of(board: Board) -> Money:
    """What the board's runs cost, computed once for all pages."""
    prices = prices_of(board.prices)
    return Money(prices, dollars(prices), cost_frame(board.runs, board.epochs, prices), own_frame(board.runs, board.hardware, prices))


def price_runs(money: Money) -> pd.DataFrame:
    """What the tables show of money, one row per priced run, index ``run_id``, all in USD; a run without a row has no price.

    Columns: ``cost_usd`` (today's cheapest way: an offer seen within a year before older ones, on demand before others,
    else owning), ``cost_basis`` (in words),
    ``cost_date`` (day of the price), ``cost_then_usd`` (at the run's date), ``price_per_hour_usd``, ``cost_devices_usd`` (the part
    of the devices used), ``cost_file`` and ``cost_line`` (the price row), ``owned`` (whether it is the cost of owning).
    """
    now, then = (_cheapest(money.costs, at, money.prices.newest) for at in ("today", "run"))
    rented = pd.DataFrame(
        {
            "cost_usd": now["cost_machine"], "cost_basis": [_basis(row) for row in now.itertuples()], "cost_date": now["date_seen"],
            "cost_then_usd": then["cost_machine"].reindex(now.index), "price_per_hour_usd": now["price_per_hour"],
            "cost_devices_usd": now["cost_devices"], "cost_file": now["price_file"], "cost_line": now["price_line"], "owned": False,
        }
    )  # fmt: skip
    own = money.owned.dropna(subset=["own_cost"]).set_index("run_id")
    own = own[~own.index.isin(rented.index)]
    owned = pd.DataFrame(
        {
            "cost_usd": own["own_cost"], "cost_basis": "owned, " + own["purchase_condition"], "cost_date": own["purchase_date"],
            "cost_devices_usd": own["own_cost"], "cost_file": "purchase.csv", "cost_line": own["purchase_line"], "owned": True,
        }
    )  # fmt: skip
    parts = [part.reindex(columns=list(PRICED_COLUMNS)) for part in (rented, owned) if len(part)]
    return pd.concat(parts).sort_index() if parts else rented.reindex(columns=list(PRICED_COLUMNS))
