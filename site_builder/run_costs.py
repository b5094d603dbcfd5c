"""The cost of every run at every offer on which it could be repeated, at the run's day and today."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any

import pandas as pd

from bench.workloads import workload
from site_builder import cost
from site_builder.currency import rate
from site_builder.prices import CURRENCY, HABIT, current

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bench.price import PriceRow
    from site_builder.prices import Priced, Prices


def devices_per_machine(run: Any) -> int:  # noqa: ANN401 - a row of the frame of runs
    """Devices that each machine of a run must have; the fullest where the nodes are uneven."""
    return -(-int(run.device_count) // int(run.node_count))


def tariff_of(run: Any, row: PriceRow) -> cost.Tariff | None:  # noqa: ANN401
    """What all machines of a run cost together at one row; None where the row gives no price for them."""
    one = cost.tariff(row, devices_per_machine(run))
    return None if one is None else cost.several(one, int(run.node_count))


def fitting(rents: Iterable[Priced], run: Any) -> list[Priced]:  # noqa: ANN401 - a row of the frame of runs
    """Offers of a run's hardware on which it could be repeated: enough devices in each of as many machines.

    A run that names provider and instance is priced at those; where the board has no price for them it has none.
    """
    fits = [item for item in rents if item.row.count >= devices_per_machine(run)]
    if pd.isna(run.provider):
        return fits
    return [item for item in fits if item.row.provider == run.provider and item.row.instance in {None, run.instance}]


def _by_hardware(rents: Iterable[Priced]) -> dict[str | None, list[Priced]]:
    found: dict[str | None, list[Priced]] = {}
    for item in rents:
        found.setdefault(item.row.hardware_id, []).append(item)
    return found


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
    today, on = _by_hardware(current(usable)), cache(lambda day: _by_hardware(current(usable, date.fromisoformat(day))))
    rows: list[dict[str, Any]] = []
    for run in runs[runs["complete"].fillna(value=False)].assign(epochs=lambda frame: frame["run_id"].map(counted)).itertuples():
        for at, offers in (("run", on(str(run.date))), ("today", today)):
            rows += [made for item in fitting(offers.get(str(run.hardware_id), ()), run) if (made := _costs(run, item, at)) is not None]
    return pd.DataFrame(rows, columns=list(COST_COLUMNS))
