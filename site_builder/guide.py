"""The guide: which hardware to rent or buy, which figure of the data sheet foretells its speed, and the essays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from bench.price import PurchaseRow
from site_builder import cost, metrics, recommend
from site_builder.currency import rate
from site_builder.evidence import Evidence, evidence_of
from site_builder.leaderboard import records
from site_builder.owning import REFERENCE, electricity_row, in_currency, purchase_row
from site_builder.page import root_of
from site_builder.prices import CURRENCY, HABIT, current
from site_builder.recommend import Load, Option
from site_builder.rendering import page

if TYPE_CHECKING:
    from bench.price import ElectricityRow, PriceRow
    from site_builder.page import Page
    from site_builder.prices import Prices
    from site_builder.site import Site

_TOP = 3
_GIGABYTE = 1e9
HOURS, MEMORY_GB, HOUR_VALUE = 100.0, 16.0, 1.0
"""What the form asks about until the reader changes it."""
_STRENGTH = ("estimate", "published", "measured")


def _hourly(prices: Prices, hardware_id: str) -> tuple[float, PriceRow] | None:
    """The cheapest hour of a machine with one such device on demand, USD, of the newest row of each offer."""
    rows = [item for item in prices.rents if item.row.hardware_id == hardware_id and item.row.commitment == "on_demand"]
    found = []
    for item in current(rows):
        of = cost.tariff(item.row, 1) if item.row.count == 1 else None
        if of is not None:
            found.append((of.per_hour * rate(item.row.currency, CURRENCY, item.seen).rate, item.row))
    return min(found, key=lambda pair: pair[0], default=None)


def _speeds(evidence: Evidence) -> dict[str, dict[str, tuple[float, str]]]:
    """Speed and basis by hardware and family: what is known before what is estimated."""
    found: dict[str, dict[str, tuple[float, str]]] = {}
    for row in records(evidence.guessed):
        found.setdefault(row["hardware_id"], {})[row["workload"]] = (float(row["samples_per_second"]), "estimate")
    for row in records(evidence.known):
        found.setdefault(row["hardware_id"], {})[row["family"]] = (float(row["speed"]), str(row["basis"]))
    return found


def _offer(
    item: dict[str, Any], mode: str, price: float, source: PriceRow | PurchaseRow, speeds: dict[str, tuple[float, str]]
) -> dict[str, Any]:
    watts = 0.0 if pd.isna(item["tdp_watts"]) else float(item["tdp_watts"])
    by_family = {name: speed for name, (speed, _) in speeds.items()}
    option = Option(f"{mode}:{item['hardware_id']}", mode, price, watts, float(item["memory_bytes"]), by_family)
    return {
        "option": option, "hardware_id": item["hardware_id"], "hardware": item["hardware"], "seen": source.date_seen,
        "seller": source.condition if isinstance(source, PurchaseRow) else source.provider_name,
        "basis": min((basis for _, basis in speeds.values()), key=_STRENGTH.index),
    }  # fmt: skip


def offers(site: Site, evidence: Evidence) -> list[dict[str, Any]]:
    """Every way to a device with a price and a speed: its ``option``, and what the page says of it."""
    prices, speeds, found = site.money.prices, _speeds(evidence), []
    facts = {item["hardware_id"]: item for item in records(site.board.hardware)}
    for hardware_id in sorted(set(speeds) & set(facts)):
        item = facts[hardware_id]
        if pd.isna(item["memory_bytes"]):
            continue
        hourly, bought = _hourly(prices, hardware_id), purchase_row(prices, hardware_id)
        if hourly is not None:
            found.append(_offer(item, "rent", hourly[0], hourly[1], speeds[hardware_id]))
        if bought is not None and not pd.isna(item["tdp_watts"]):
            found.append(_offer(item, "own", in_currency(bought[1].amount, bought[1]), bought[1], speeds[hardware_id]))
    return found


def _kwh(power: tuple[int, ElectricityRow] | None) -> float:
    return 0.0 if power is None else round(in_currency(power[1].price_per_kwh, power[1]), 4)


def usual(kwh: float) -> Load:
    """What the page answers before the reader has said anything: equal parts of every family."""
    mix = dict.fromkeys(metrics.FAMILIES, 1.0)
    return Load(HOURS, mix, MEMORY_GB * _GIGABYTE, None, HOUR_VALUE, "either", kwh, HABIT.life_years, 0.0)


def recommendation(site: Site, evidence: Evidence) -> dict[str, Any]:
    """The context of the recommender: all offers in the order of the usual load, the first three with why and what would change it."""
    power = electricity_row(site.money.prices)
    load, every = usual(_kwh(power)), offers(site, evidence)
    ranked = recommend.recommended([item["option"] for item in every], load)
    by_key = {item["option"].key: item for item in every}
    rows = [{**by_key[made.key], "month": made} for made in ranked]
    shown = {made.key for made in ranked}
    choices = [
        {**row, "why": recommend.reason(place, ranked), "change": recommend.change(ranked[0], ranked[place])}
        for place, row in enumerate(rows[:_TOP])
    ]
    limits = recommend.bounds(ranked) if ranked else (None, None)
    called = dict(zip(site.board.hardware["hardware_id"], site.board.hardware["hardware"], strict=True))
    return {
        "load": load, "rows": rows, "rest": [item for item in every if item["option"].key not in shown], "choices": choices,
        "limits": limits, "by_key": by_key, "reference": called.get(evidence.reference or ""), "memory_gb": MEMORY_GB,
        "electricity": power, "consumer": REFERENCE, "families": metrics.FAMILIES,
    }  # fmt: skip


def _essays(site: Site, root: str) -> list[tuple[str, str, Any]]:
    runs = site.runs[site.runs["complete"].fillna(value=False).astype(bool)]
    baseline = metrics.baseline(runs)
    called = dict(zip(runs["hardware_id"], runs["hardware"], strict=True)).get(baseline, "a baseline")
    frames = (
        ("Is it good at CNN, LSTM and Transformer alike?", f"Best rate on each, over that of {called}.",
         "normalised", metrics.normalised(runs, baseline)),
        ("How does the speed grow with memory bandwidth?", "Measured rate against memory bandwidth.",
         "spec-against-speed", metrics.spec_against_speed(runs, site.board.hardware, "bandwidth_bytes_per_second")),
        ("Do several cards train faster than one?", "Speed-up against the same hardware alone.", "scaling", metrics.scaling(runs)),
        ("What does 16 bit bring?", "Rate in 16 bit over the rate in fp32, same machine.",
         "half-precision-gain", metrics.half_precision_gain(runs)),
        ("How near does a run come to its device's peak?", "Achieved rate over the peak of the data sheet, where it is known.",
         "share-of-ceiling", metrics.ceilings(runs, site.board.hardware)),
        ("What does one training cost on each instance?", "Cheapest offer of each instance, at today's prices.",
         "cost-by-instance", metrics.cost_by_instance(runs, site.money.costs)),
        ("Why is billing by the hour dear for short jobs?", "A job at 1 USD an hour, charged by the second, the minute and the hour.",
         "billing-models", metrics.billing_models(1.0)),
        ("What about heat and power?", "Runs with measured power.", "heat-and-power", metrics.heat_and_power(runs)),
    )  # fmt: skip
    return [(heading, words, site.figures.place(name, frame, root)) for heading, words, name, frame in frames]


def guide(site: Site) -> Page:
    """Which one should I rent or buy?"""
    evidence, hardware = evidence_of(site), site.board.hardware
    return page(
        "guide/", "Which one should I rent or buy?", "board/guide.html",
        correlations=metrics.correlations(evidence.runs, hardware).to_dict("records"), evidence=evidence.known.to_dict("records"),
        estimates=evidence.guessed.to_dict("records"), called=dict(zip(hardware["hardware_id"], hardware["hardware"], strict=True)),
        sections=_essays(site, root_of("guide/")), **recommendation(site, evidence),
    )  # fmt: skip
