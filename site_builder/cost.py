"""What a training costs: pure arithmetic on seconds, joules and prices. The same formulas stand in ``docs/assets/money.js``.

Money is in the currency of the price given. What is not known is None and makes the result None, never 0.
Derivations, and three figures recomputed by hand: ``docs/cost.md``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from bench.price import HOURS_PER_MONTH, SECONDS_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.price import PriceRow

HOURS_PER_YEAR = 8760.0
JOULES_PER_KWH = 3.6e6
SECONDS_PER_HOUR = 3600.0
_NEGLIGIBLE = 1e-12
"""Interruptions between two checkpoints below which none is expected."""


@dataclass(frozen=True, slots=True)
class Tariff:
    """What one machine costs to rent.

    Attributes:
        per_hour: of the whole machine with its host.
        devices: devices of the machine.
        monthly: rented by the month, so that idle hours are paid too.
        increment_seconds: time is rounded up to a multiple of it; None where not stated (charged to the second).
        minimum_seconds: shorter use is charged as this; None where not stated.
        setup_fee: once for each rent.
        storage_per_month: beside the machine.
    """

    per_hour: float
    devices: int
    monthly: bool = False
    increment_seconds: float | None = None
    minimum_seconds: float | None = None
    setup_fee: float = 0.0
    storage_per_month: float = 0.0


@dataclass(frozen=True, slots=True)
class Habit:
    """How a machine that is rented by the month or owned is used.

    Attributes:
        utilisation: share of the paid hours in which it trains, in (0, 1].
        months: months over which a set-up fee is spread.
        life_years: years of use over which a purchase is spread.
    """

    utilisation: float = 1.0
    months: float = 12.0
    life_years: float = 3.0


def tariff(row: PriceRow, devices: int) -> Tariff | None:
    """The tariff of a price row for a training on some devices of one machine.

    None when the row is doubtful, its basis unclear, or its machine too small: a price for four devices is not made
    from a price for one.
    """
    if row.doubt is not None or row.per == "unclear" or row.count < max(1, devices):
        return None
    paid = row.amount * (row.count if row.per == "device" else 1)
    hourly = paid * SECONDS_PER_HOUR / SECONDS_PER_UNIT[row.unit] + (row.host_per_hour or 0.0)
    return Tariff(
        per_hour=hourly,
        devices=row.count,
        monthly=row.unit == "month",
        increment_seconds=row.increment_seconds,
        minimum_seconds=row.minimum_seconds,
        setup_fee=row.setup_fee or 0.0,
        storage_per_month=row.storage_per_month or 0.0,
    )


def several(of: Tariff, machines: int) -> Tariff:
    """The tariff of some machines rented together: each is billed for the same time."""
    return replace(
        of,
        per_hour=of.per_hour * machines,
        devices=of.devices * machines,
        setup_fee=of.setup_fee * machines,
        storage_per_month=of.storage_per_month * machines,
    )


def billed_seconds(seconds: float, increment_seconds: float | None, minimum_seconds: float | None) -> float:
    """Seconds that are charged: rounded up to the increment, then raised to the minimum.

    A quotient within one part in 10^9 above a whole number counts as that number, so that 3,600.0000000001 s is an hour.
    """
    charged = seconds
    if increment_seconds:
        charged = math.ceil(seconds / increment_seconds * (1 - 1e-9)) * increment_seconds
    return max(charged, minimum_seconds or 0.0)


def rent(seconds: float, of: Tariff, habit: Habit = Habit()) -> float:
    """Cost of renting the whole machine for one training.

    By the hour or shorter: the charged time at the hourly price, storage for that time, the whole set-up fee.
    By the month (730 h): the training's share of the month, dearer the less the machine is used.
    """
    storage = of.storage_per_month / HOURS_PER_MONTH
    if of.monthly:
        hourly = of.per_hour + storage + of.setup_fee / (HOURS_PER_MONTH * habit.months)
        return seconds / SECONDS_PER_HOUR * hourly / habit.utilisation
    hours = billed_seconds(seconds, of.increment_seconds, of.minimum_seconds) / SECONDS_PER_HOUR
    return hours * (of.per_hour + storage) + of.setup_fee


def used_share(cost: float, devices: int, of: Tariff) -> float:
    """The part of a machine's cost that falls on the devices used."""
    return cost * devices / of.devices


def interrupted_seconds(seconds: float, interruptions_per_hour: float, checkpoint_seconds: float, restart_seconds: float = 0.0) -> float:
    """Expected duration of a training that loses the work since its last checkpoint at random moments.

    Source: J. T. Daly, Future Generation Computer Systems 22 (2006) 303-312, with exponential times between
    interruptions and a free checkpoint: ``T / tau / rate * exp(rate * restart) * (exp(rate * tau) - 1)``. Infinite where it will not end.

    Args:
        seconds: without interruption.
        interruptions_per_hour: mean number.
        checkpoint_seconds: time from one checkpoint to the next: an epoch, at most the training.
        restart_seconds: from an interruption until the work goes on.
    """
    rate = interruptions_per_hour / SECONDS_PER_HOUR
    expected = rate * min(checkpoint_seconds, seconds)
    if expected < _NEGLIGIBLE:
        return seconds
    try:
        return seconds * math.exp(rate * restart_seconds) * math.expm1(expected) / expected
    except OverflowError:
        return math.inf


def energy_joules(measured: float | None, tdp_watts: float | None, devices: int, seconds: float) -> tuple[float | None, str | None]:
    """Energy of a training and its basis: ``measured``, else ``tdp`` (an upper estimate for the devices alone), else None."""
    if measured is not None:
        return measured, "measured"
    if tdp_watts is not None:
        return tdp_watts * devices * seconds, "tdp"
    return None, None


def electricity(joules: float | None, price_per_kwh: float | None) -> float | None:
    """Cost of energy."""
    return None if joules is None or price_per_kwh is None else joules / JOULES_PER_KWH * price_per_kwh


def own(
    seconds: float,
    purchase: float | None,
    electricity_cost: float | None,
    habit: Habit = Habit(),
    host_share: float = 0.0,
) -> float | None:
    """Cost of one training on own hardware: purchase over the hours of its life that it trains, plus electricity.

    Args:
        seconds: of the training.
        purchase: of all devices used.
        electricity_cost: of the training, in the same currency.
        habit: life and utilisation.
        host_share: part of the host's purchase that falls on these devices.
    """
    if purchase is None or electricity_cost is None:
        return None
    life_hours = habit.life_years * HOURS_PER_YEAR * habit.utilisation
    return seconds / SECONDS_PER_HOUR * (purchase + host_share) / life_hours + electricity_cost


def break_even_hours(purchase: float, own_per_hour: float, rent_per_hour: float, life_years: float) -> float | None:
    """Hours of training a month above which owning is cheaper than renting; None when no month is long enough.

    Args:
        purchase: of the hardware, host included where one is needed.
        own_per_hour: electricity of an hour of training.
        rent_per_hour: of the same hardware.
        life_years: years over which the purchase is spread.
    """
    saved = rent_per_hour - own_per_hour
    if saved <= 0:
        return None
    hours = purchase / (life_years * 12.0) / saved
    return hours if hours <= HOURS_PER_MONTH else None


def per_million(cost: float | None, samples: int | None) -> float | None:
    """Cost of a million samples trained."""
    return None if cost is None or not samples else cost / samples * 1e6


class Choice(NamedTuple):
    """One way to do a training."""

    key: str
    seconds: float
    cost: float


def pareto(choices: Sequence[Choice]) -> list[Choice]:
    """Choices that no other beats in both time and cost, fastest first."""
    front: list[Choice] = []
    for choice in sorted(choices, key=lambda item: (item.seconds, item.cost, item.key)):
        if not front or choice.cost < front[-1].cost:
            front.append(choice)
    return front


def price_of_an_hour(faster: Choice, slower: Choice) -> float:
    """What one hour less costs when one goes from a slower to a faster choice of the front."""
    return (faster.cost - slower.cost) / ((slower.seconds - faster.seconds) / SECONDS_PER_HOUR)
