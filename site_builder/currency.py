"""Currencies through the European Central Bank's dated reference rates, offline, from the package CurrencyConverter."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from typing import Any, NamedTuple

_LONGEST_PAUSE_DAYS = 10
"""Between two reference rates: the longest holidays and a weekend."""


class Rate(NamedTuple):
    """How much of the wanted currency one unit buys, and on which day."""

    rate: float
    day: date


class NoRateError(ValueError):
    """There is no reference rate for a currency on or before a day."""


@cache
def _table() -> Any:  # noqa: ANN401 - the package has no types
    from currency_converter import CurrencyConverter

    return CurrencyConverter()


@cache
def rate(currency: str, wanted: str, on: date) -> Rate:
    """The reference rate of a day, or of the last banking day before it.

    The step back is ours and recorded: the package would interpolate silently. A day after the newest rate gets the newest.

    Raises:
        NoRateError: for an unknown currency, or a day before the first rate.
    """
    if currency == wanted:
        return Rate(1.0, on)
    from currency_converter import RateNotFoundError

    table = _table()
    unknown = [code for code in (currency, wanted) if code not in table.currencies]
    if unknown:
        raise NoRateError(f"no reference rate for the currency {unknown[0]}")
    newest = min(table.bounds[code].last_date for code in (currency, wanted) if code != "EUR")
    for back in range(_LONGEST_PAUSE_DAYS):
        day = min(on, newest) - timedelta(days=back)
        try:
            return Rate(float(table.convert(1.0, currency, wanted, date=day)), day)
        except RateNotFoundError:
            continue
    raise NoRateError(f"no reference rate from {currency} to {wanted} on or before {on}")
