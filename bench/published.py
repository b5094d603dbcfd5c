"""The contract of figures that others published: transcribed with their source, shown apart, never ranked with runs.

One file is one source: ``submissions/published/<source>.json``. A figure stands in the unit in which the source printed
it; nothing is converted into a figure that the source did not state, but for the sums and products in ``derived``.

Format history:
    1.0 (2026-12) first version.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints, model_validator

from bench.fields import Count, Model, Positive, Quantity, Seconds, Slug

PUBLISHED_VERSION: Final = "1.0"

Words = Annotated[str, StringConstraints(min_length=1, max_length=800, pattern=r"^[^\x00-\x1f\x7f<>]+$")]
"""Words of a source, or ours on it: one line, no markup."""

Url = Annotated[str, StringConstraints(max_length=300, pattern=r"^https://[A-Za-z0-9./_~%#?=&:@+-]+$")]
Month = Annotated[str, StringConstraints(pattern=r"^20[0-9]{2}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$")]
"""A year, a month or a day, as exact as the source is."""

Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
Caveat = Literal[
    "aborted-runs",
    "count-not-stated",
    "figure-changed",
    "hardware-from-instance",
    "interruptible",
    "name-doubtful",
    "not-remeasured",
    "tf32-possible",
    "two-die-card",
    "unit-not-stated",
]
CAVEATS: Final[dict[Caveat, str]] = {
    "aborted-runs": "Not every run ended well: the runs that were stopped are listed, not left out.",
    "count-not-stated": "The source gives no number of devices.",
    "figure-changed": "An earlier version of the source printed another figure.",
    "hardware-from-instance": "The source names the rented machine, not the device; the device is what the provider sold under that name.",
    "interruptible": "On a machine that the provider may stop at any time, at its lower price.",
    "name-doubtful": "The source prints a device name that does not exist, or two that contradict each other; see the note.",
    "not-remeasured": "The log is the same file as in an earlier measurement of the same author: an old figure beside new ones.",
    "tf32-possible": "Called fp32 by the source; its software may have used TF32 on this device, and the source does not say.",
    "two-die-card": "The card has two dies and one of them was used: half of the card.",
    "unit-not-stated": "The source does not say what one unit of the figure is, so that it compares only within the source.",
}
"""What a reader must know, by its code."""


class Price(Model):
    """What the source says that the machine costs."""

    low: Quantity
    high: Quantity | None = None
    """Upper end, where the source prints a range."""
    currency: Currency
    unit: Literal["hour", "minute"]


class Figure(Model):
    """A number with what it is: a speed, a duration of a step, or a quality reached."""

    name: Words
    value: Quantity
    unit: Words


class Durations(Model):
    """Several runs of one set-up, as logged. No mean and no score is computed of them."""

    seconds: Annotated[tuple[Seconds, ...], Field(min_length=1, max_length=100)]
    ended: Annotated[tuple[Literal["success", "aborted"], ...], Field(min_length=1, max_length=100)]

    @model_validator(mode="after")
    def _as_many(self) -> Durations:
        if len(self.seconds) != len(self.ended):
            raise ValueError("must give an end for each duration")
        return self


class PublishedRow(Model):
    """One figure, or figures that belong to one training, of one source."""

    task: Slug | None
    """Key of the file's ``tasks``; None for a price without a training."""
    hardware_as_printed: Words
    hardware_id: Slug | None = None
    """Of the catalogue; None for what the source leaves open (V100: which form, which memory?), for CPUs without a name."""
    hardware_family: Slug | None = None
    """Of the catalogue, where the model is clear and only its variant is not."""
    count: Count | None = None
    provider: Words | None = None
    instance: Words | None = None
    software: Words | None = None
    precision: Words | None = None
    measured: Month | None = None
    epochs: Quantity | None = None
    train_seconds: Seconds | None = None
    repeat: Positive | None = None
    """Number of the run, where the source lists several runs of one set-up."""
    durations: Durations | None = None
    price: Price | None = None
    cost: Quantity | None = None
    """As printed, in the currency of ``cost_currency``; never computed."""
    cost_currency: Currency | None = None
    quality: Figure | None = None
    figure: Figure | None = None
    derived: Annotated[tuple[Words, ...], Field(max_length=8)] = ()
    """How a value was computed from printed ones; empty when all stand as printed."""
    caveats: Annotated[tuple[Caveat, ...], Field(max_length=8)] = ()
    where: Words
    """File or section of the source."""
    notes: Words | None = None

    @model_validator(mode="after")
    def _says_something(self) -> PublishedRow:
        if all(value is None for value in (self.train_seconds, self.durations, self.price, self.figure)):
            raise ValueError("must hold a time, durations, a figure or a price")
        if (self.cost is None) != (self.cost_currency is None):
            raise ValueError("must give cost and cost_currency together")
        if len(set(self.caveats)) != len(self.caveats):
            raise ValueError("must name each caveat once")
        return self


class Task(Model):
    """What was trained and what the clock covered, in our words."""

    title: Words
    clock: Words
    target: Words | None = None
    """What had to be reached; None for a fixed number of epochs."""


class PublishedSource(Model):
    """Where the rows come from and under which terms."""

    title: Words
    author: Words
    url: Url
    version: Words
    """Commit, edition or date that was read."""
    published: Month
    licence: Words
    notes: Words | None = None


class Published(Model):
    """One source and its rows."""

    schema_version: Literal["1.0"]
    source: PublishedSource
    tasks: dict[Slug, Task]
    rows: Annotated[tuple[PublishedRow, ...], Field(min_length=1, max_length=2000)]

    @model_validator(mode="after")
    def _tasks_known(self) -> Published:
        used = {row.task for row in self.rows if row.task is not None}
        if missing := used - set(self.tasks):
            raise ValueError(f"must describe the tasks {', '.join(sorted(missing))}")
        if idle := set(self.tasks) - used:
            raise ValueError(f"must have a row for the tasks {', '.join(sorted(idle))}")
        return self
