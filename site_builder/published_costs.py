"""What published trainings cost: as their source printed it, else its own time at its own price. Shown apart, never ranked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from site_builder.cost import SECONDS_PER_HOUR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.published import Published, PublishedRow


class PublishedCost(NamedTuple):
    """One training of a source.

    Attributes:
        source: title of the source.
        url: of the source.
        task: what was trained, in the board's words.
        hardware: as printed.
        seconds: of the training.
        cost: in ``currency``.
        currency: of the source.
        printed: whether the source printed the cost; else it is time x price, both as printed, charged to the second.
        where: file or section of the source.
    """

    source: str
    url: str
    task: str
    hardware: str
    seconds: float | None
    cost: float
    currency: str
    printed: bool
    where: str


class Paid(NamedTuple):
    """What a published training cost; ``printed``: by its source, else its printed time at its printed price."""

    amount: float
    currency: str
    printed: bool


def paid(row: PublishedRow) -> Paid | None:
    """The cost as printed, else time x price as printed, charged to the second; none where either is missing or a range."""
    if row.cost is not None and row.cost_currency is not None:
        return Paid(row.cost, row.cost_currency, printed=True)
    if row.price is None or row.price.high is not None or row.train_seconds is None:
        return None
    hourly = row.price.low * (60 if row.price.unit == "minute" else 1)
    return Paid(row.train_seconds / SECONDS_PER_HOUR * hourly, row.price.currency, printed=False)


def published_costs(files: Sequence[Published]) -> list[PublishedCost]:
    """Every published training with a cost, by task, the cheapest first; a price range gives none."""
    found = []
    for file in files:
        for row in file.rows:
            made = paid(row)
            if made is not None and row.task is not None:
                title, hardware = file.tasks[row.task].title, row.hardware_as_printed
                found.append(PublishedCost(file.source.title, file.source.url, title, hardware, row.train_seconds, *made, row.where))
    return sorted(found, key=lambda item: (item.task, item.cost, item.hardware))
