"""Reference rates for the reader's own currency: the newest of each, with its day."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from site_builder.currency import rate

CHOICES = ("USD", "EUR", "GBP", "CHF", "JPY", "CNY", "INR", "CAD", "AUD", "BRL", "PLN", "SEK", "NOK", "KRW")
"""Currencies that the page offers."""


class Choice(NamedTuple):
    """One currency: what one unit of the board's currency buys."""

    code: str
    rate: float
    day: date


def newest_rates(of: str, on: date | None) -> list[Choice]:
    """Rates on the newest day of the data, never of the clock."""
    if on is None:
        return [Choice(of, 1.0, date(1999, 1, 4))]
    return [Choice(code, *rate(of, code, on)) for code in CHOICES]
