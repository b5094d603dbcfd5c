"""Frames of money. Prices and costs come from ``site_builder.prices`` and ``site_builder.cost``; nothing is invented here."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pandas as pd

from bench.price import HOURS_PER_MONTH
from site_builder import cost
from site_builder.metrics.ranking import best_per_hardware, labelled, pareto
from site_builder.metrics.runs import names, with_interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from site_builder.prices import Priced

_RECENT_DAYS = 365
CLASSES = {"data-centre": "data centre", "workstation": "workstation", "desktop": "desktop", "laptop": "laptop"}


def _priced(runs: pd.DataFrame, costs: pd.DataFrame, at: str) -> pd.DataFrame:
    """Runs beside their offers of one moment; runs without a price drop out (the pages list them as "no price")."""
    money = costs[costs["at"] == at].drop(columns=["at", "region", "provider"]).rename(columns={"commitment": "commitment_paid"})
    return runs.merge(money, on="run_id", how="inner")


def cost_against_time(runs: pd.DataFrame, costs: pd.DataFrame, at: str = "today") -> pd.DataFrame:
    """Every run at its cheapest offer: ``cost``, ``on_front`` (no other run is both faster and cheaper), ``class_name``, ``label_side``."""
    offers = _priced(with_interval(runs), costs, at)
    cheapest = best_per_hardware(offers, "cost_machine", ("run_id",)).rename(columns={"cost_machine": "cost"})
    cheapest = cheapest[(cheapest["cost"] > 0) & (cheapest["train_seconds"] > 0)].reset_index(drop=True)
    group = class_words(cheapest["hardware_class"])
    made = cheapest.assign(label=names(cheapest), class_name=group, on_front=pareto(cheapest, "train_seconds", "cost"))
    return labelled(made, "train_seconds", "cost", first="on_front")


def cost_by_instance(runs: pd.DataFrame, costs: pd.DataFrame, at: str = "today") -> pd.DataFrame:
    """The cheapest training of each instance: the whole machine, and the part of the devices that were used."""
    offers = _priced(runs, costs, at)
    best = best_per_hardware(offers, "cost_machine", ("provider_name", "offer", "hardware_id", "device_count"))
    label = best["provider_name"].astype(str) + " " + best["offer"].astype(str) + ", " + names(best)
    return best.assign(label=label).drop_duplicates("label").reset_index(drop=True)


def class_words(classes: pd.Series) -> pd.Series:
    """Classes of the catalogue as readers call them."""
    words = classes.map(lambda item: CLASSES.get(item, "processor" if str(item).endswith("cpu") else "other"))
    return words.astype(str)


def cost_by_class(offers: pd.DataFrame) -> pd.DataFrame:
    """The cheapest and the fastest way to one training of each class of hardware, by ``class_name``.

    Args:
        offers: runs at offers, with ``cost_machine``, ``train_seconds``, ``commitment``, the offer and its price row; only
            machines on demand are taken.
    """
    usual = offers[offers["commitment"] == "on_demand"]
    made = usual.assign(
        class_name=class_words(usual["hardware_class"]), way=names(usual) + ", " + usual["provider_name"] + " " + usual["offer"]
    )
    columns = {"way": "", "cost_machine": "_cost", "train_seconds": "_seconds", "price_file": "_file", "price_line": "_line"}

    def first(order: list[str], word: str) -> pd.DataFrame:
        best = made.sort_values([*order, "run_id"], kind="stable").drop_duplicates("class_name").set_index("class_name")
        return best[list(columns)].rename(columns={name: word + end for name, end in columns.items()})

    cheapest, fastest = first(["cost_machine", "train_seconds"], "cheapest"), first(["train_seconds", "cost_machine"], "fastest")
    return cheapest.join(fastest).sort_index().reset_index()


def price_history(rents: Iterable[Priced], hardware_id: str, dollars: dict[tuple[str, int], float]) -> pd.DataFrame:
    """On-demand price of one device-hour as it was seen, one row per row of a price file.

    Args:
        rents: all price rows.
        hardware_id: whose prices.
        dollars: the board's currency per unit of the row's, by file and line; rows without one are left out.
    """
    found = []
    for item in rents:
        row, exchange = item.row, dollars.get((item.file, item.line))
        of = cost.tariff(row, 1) if row.hardware_id == hardware_id and row.commitment == "on_demand" else None
        if of is not None and exchange is not None:
            found.append((row.provider_name, item.seen.isoformat(), of.per_hour * exchange / of.devices, item.label, row.source))
    made = pd.DataFrame(found, columns=["provider_name", "date_seen", "price_per_device_hour", "offer", "source"])
    return made.sort_values(["provider_name", "date_seen", "price_per_device_hour"], kind="stable").reset_index(drop=True)


def device_hour(rents: Iterable[Priced], dollars: dict[tuple[str, int], float], now: date | None) -> pd.Series:
    """The cheapest on-demand hour of one device by hardware id, of rows seen within a year of ``now``.

    Args:
        rents: the newest observation of each offer.
        dollars: the board's currency per unit of the row's, by file and line.
        now: the newest observation of all.
    """
    found: dict[str, float] = {}
    for item in rents:
        row = item.row
        if row.hardware_id is None or row.commitment != "on_demand" or now is None or (now - item.seen).days > _RECENT_DAYS:
            continue
        of = cost.tariff(row, 1)
        if of is not None:
            hourly = of.per_hour * dollars[item.file, item.line] / of.devices
            found[row.hardware_id] = min(hourly, found.get(row.hardware_id, hourly))
    return pd.Series(found, dtype="float64")


def cost_of_latency(costs: pd.DataFrame, runs: pd.DataFrame) -> pd.DataFrame:
    """Steps along the front of time and cost of each board: what the faster choice costs, and what an hour less costs.

    Args:
        costs: each run at each offer, as ``site_builder.prices`` has it.
        runs: the board's runs.
    """
    ranked = runs[runs["ranked"].fillna(value=False).astype(bool)]
    offers = _priced(ranked, costs, "today")
    rows = []
    for (workload, preset), group in offers.groupby(["workload", "preset"], sort=True):
        label = names(group) + ", " + group["provider_name"] + " " + group["offer"]
        choices = [cost.Choice(*item) for item in zip(label, group["train_seconds"].astype(float), group["cost_machine"], strict=True)]
        for faster, slower in pairwise(cost.pareto(choices)):
            saved, more = slower.seconds - faster.seconds, faster.cost - slower.cost
            step = f"{slower.key} \u2192 {faster.key}"
            rows.append((f"{workload}, {preset}", slower.key, faster.key, step, saved, more, cost.price_of_an_hour(faster, slower)))
    return pd.DataFrame(rows, columns=["board", "slower", "faster", "step", "seconds_saved", "more_to_pay", "per_hour_saved"])


def own_or_rent(purchase: float, own_per_hour: float, rent_per_hour: float, life_years: float) -> pd.DataFrame:
    """Cost of a month over its hours of training, for owning and for renting, with the break-even point.

    Both costs are straight lines, so that their ends and their crossing are enough. ``break_even`` marks the crossing.

    Args:
        purchase: of the hardware, host included where one is needed.
        own_per_hour: electricity of an hour of training.
        rent_per_hour: of the same hardware.
        life_years: years over which the purchase is spread.
    """
    crossing = cost.break_even_hours(purchase, own_per_hour, rent_per_hour, life_years)
    monthly = purchase / (life_years * 12.0)
    hours = sorted({0.0, HOURS_PER_MONTH, *([crossing] if crossing is not None else [])})
    rows = [("own", hour, monthly + own_per_hour * hour, hour == crossing) for hour in hours]
    rows += [("rent", hour, rent_per_hour * hour, False) for hour in hours]
    return pd.DataFrame(rows, columns=["way", "hours_per_month", "cost_per_month", "break_even"])


def billing_models(per_hour: float, minutes: Sequence[float] = (1, 2, 5, 10, 15, 30, 45, 60, 61, 90, 120, 240, 480)) -> pd.DataFrame:
    """Cost of jobs of several lengths at one hourly price, charged by the second, the minute and the hour."""
    increments = {"by the second": 1.0, "by the minute": 60.0, "by the hour": 3600.0}
    rows = [
        (name, minute, cost.rent(minute * 60, cost.Tariff(per_hour, 1, increment_seconds=increment)), per_hour * minute / 60)
        for name, increment in increments.items()
        for minute in minutes
    ]
    made = pd.DataFrame(rows, columns=["billing", "job_minutes", "cost", "cost_exact"])
    return made.assign(over_exact=made["cost"] / made["cost_exact"])
