"""Which hardware for a month's training: the formulas of the guide. ``docs/assets/recommend.js`` computes the same, letter for letter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from bench.price import HOURS_PER_MONTH

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Kind = Literal["above", "below", "never", "same"]


class Load(NamedTuple):
    """What a reader trains in a month, and what counts.

    Attributes:
        hours: of training a month, as long as it would take on the reference hardware.
        mix: share of those hours by family; need not sum to 1.
        memory: bytes that one device must have.
        budget: most that a month may cost, USD; None without limit.
        hour_value: what an hour of waiting is worth, USD: the weight of time against money.
        mode: "rent", "own" or "either".
        kwh: price of electricity, USD.
        life_years: over which a purchase is spread.
        host: price of the machine around an own card, USD.
    """

    hours: float
    mix: Mapping[str, float]
    memory: float
    budget: float | None
    hour_value: float
    mode: str
    kwh: float
    life_years: float
    host: float


class Option(NamedTuple):
    """One way to one device.

    Attributes:
        key: names it; orders equals.
        mode: "rent" or "own".
        price: of an hour, or of the purchase, USD.
        watts: while it trains; counts for "own".
        memory: of the device, bytes.
        speeds: over the reference, by family; a family without evidence is missing.
    """

    key: str
    mode: str
    price: float
    watts: float
    memory: float
    speeds: Mapping[str, float]


class Month(NamedTuple):
    """An option under a load: hours a month that it trains, USD a month, and both as money."""

    key: str
    hours: float
    cost: float
    total: float


class Change(NamedTuple):
    """When another choice is the better one: value of an hour above or below which it is."""

    kind: Kind
    value: float | None


def relative_time(speeds: Mapping[str, float], mix: Mapping[str, float]) -> float | None:
    """Time of the mix over its time on the reference: the weighted harmonic mean of the speeds, inverted.

    None where a family of the mix has no speed, or the mix is empty.
    """
    shares = {name: share for name, share in mix.items() if share > 0}
    if not shares or any(speeds.get(name, 0.0) <= 0 for name in shares):
        return None
    return sum(share / speeds[name] for name, share in shares.items()) / sum(shares.values())


def month(option: Option, load: Load) -> Month | None:
    """What an option takes and costs; None where it does not fit.

    Rent: the hours that it trains at the price of an hour. Own: purchase and host spread over the months of their life, and
    the electricity of those hours.
    """
    share = relative_time(option.speeds, load.mix)
    if share is None or option.memory < load.memory or load.mode not in ("either", option.mode):
        return None
    hours = load.hours * share
    if option.mode == "rent":
        cost = hours * option.price
    else:
        cost = (option.price + load.host) / (load.life_years * 12) + hours * option.watts / 1000 * load.kwh
    if hours > HOURS_PER_MONTH or (load.budget is not None and cost > load.budget):
        return None
    return Month(option.key, hours, cost, cost + hours * load.hour_value)


def recommended(options: Sequence[Option], load: Load) -> list[Month]:
    """All options that fit, the least total of money and time first."""
    return sorted((made for option in options if (made := month(option, load))), key=lambda item: (item.total, item.key))


def change(first: Month, other: Month) -> Change:
    """At which value of an hour ``other`` becomes better than ``first``."""
    dearer, slower = other.cost - first.cost, other.hours - first.hours
    if slower == 0 or dearer == 0:
        return Change("same", None) if slower == dearer == 0 else Change("never", None)
    if (dearer > 0) == (slower > 0):
        return Change("never", None)
    return Change("above" if slower < 0 else "below", -dearer / slower)


def bounds(ranked: Sequence[Month]) -> tuple[tuple[float, str] | None, tuple[float, str] | None]:
    """The values of an hour between which the first choice stays first, each with the choice that follows; None where none does."""
    changes = [(change(ranked[0], other), other.key) for other in ranked[1:]]
    below = [(made.value, key) for made, key in changes if made.kind == "below" and made.value is not None]
    above = [(made.value, key) for made, key in changes if made.kind == "above" and made.value is not None]
    return max(below, key=lambda item: item[0], default=None), min(above, key=lambda item: item[0], default=None)


def reason(place: int, ranked: Sequence[Month]) -> str:
    """Why a choice stands where it does: "both" (cheapest and fastest), "cheapest", "fastest" or "balance"."""
    item = ranked[place]
    cheapest = item.cost == min(other.cost for other in ranked)
    fastest = item.hours == min(other.hours for other in ranked)
    return "both" if cheapest and fastest else "cheapest" if cheapest else "fastest" if fastest else "balance"
