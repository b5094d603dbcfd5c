"""What others published, for the pages of the archive: read from ``submissions/published/``, shown apart, never ranked with runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from bench.catalog import HARDWARE
from bench.published import CAVEATS, Published
from site_builder.published_costs import paid

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bench.published import Figure, PublishedRow, PublishedSource, Task

_TIMELINE_CURRENCY = "USD"
TIMELINE_COLUMNS = ("date", "hardware", "hardware_id", "cost", "workload", "train_seconds", "source_name", "cost_basis")
_TIMELINE_TASKS = {
    "imdb-bilstm": "IMDB LSTM, 4 epochs",
    "cifar10-cnn": "CIFAR-10 CNN, 20 epochs",
    "dawnbench-cifar10": "CIFAR-10 to 94 %",
    "dawnbench-squad": "SQuAD to F1 0.73",
}
"""Tasks with a cost or a price, whose target is fixed: comparable within one task, and only there."""


class Kept(NamedTuple):
    """A file of published figures: its name without ending, and its content."""

    slug: str
    content: Published


def read_published(submissions: Path) -> list[Kept]:
    """All files below ``published/``, by name.

    Raises:
        pydantic.ValidationError: when a file breaks the contract; the judge says where.
    """
    return [
        Kept(path.stem, Published.model_validate_json(path.read_bytes())) for path in sorted((submissions / "published").glob("*.json"))
    ]


def hardware_name(row: PublishedRow) -> str:
    """The catalogue's name where the variant is clear, else what the source printed."""
    known = HARDWARE.get(row.hardware_id or "")
    name = known.name if known else row.hardware_as_printed
    return f"{row.count} x {name}" if row.count and row.count > 1 else name


def _point(row: PublishedRow, source: PublishedSource) -> dict[str, Any] | None:
    cost, label = paid(row), _TIMELINE_TASKS.get(row.task or "")
    if cost is None or cost.currency != _TIMELINE_CURRENCY or label is None or row.measured is None:
        return None
    return {
        "date": row.measured if len(row.measured) > len("2017-07") else f"{row.measured}-01", "hardware": hardware_name(row),
        "hardware_id": row.hardware_id or row.hardware_family or "not-named", "cost": cost.amount, "workload": label,
        "train_seconds": row.train_seconds, "source_name": f"{source.author}: {source.title}",
        "cost_basis": "printed" if cost.printed else "printed time x printed price",
    }  # fmt: skip


def timeline_frame(kept: Iterable[Kept]) -> pd.DataFrame:
    """One row for each published cost of a training with a fixed target, oldest first; a month counts as its first day."""
    points = [_point(row, item.content.source) for item in kept for row in item.content.rows]
    frame = pd.DataFrame([point for point in points if point is not None], columns=list(TIMELINE_COLUMNS))
    return frame.sort_values(["date", "workload", "cost"], kind="stable", ignore_index=True)


def figure_text(figure: Figure | None) -> str:
    """A figure with its unit, as printed; a dash where there is none."""
    return f"{figure.value:.10g} {figure.unit}" if figure else "\u2013"


class Shown(NamedTuple):
    """A row as the archive shows it, all values in the source's units."""

    row: PublishedRow
    hardware: str
    source: str
    slug: str
    caveats: tuple[str, ...]


class Section(NamedTuple):
    """One task with all its rows, from all sources, in the order of the files: not a ranking."""

    id: str
    task: Task
    rows: tuple[Shown, ...]


def _shown(row: PublishedRow, item: Kept) -> Shown:
    return Shown(row, hardware_name(row), item.content.source.author, item.slug, tuple(CAVEATS[caveat] for caveat in row.caveats))


def sections(kept: Iterable[Kept]) -> list[Section]:
    """Tasks in the order of their files, each with its rows."""
    rows: dict[str, list[Shown]] = {}
    tasks: dict[str, Task] = {}
    for item in kept:
        tasks |= {task: words for task, words in item.content.tasks.items() if task not in tasks}
        for row in item.content.rows:
            if row.task is not None:
                rows.setdefault(row.task, []).append(_shown(row, item))
    return [Section(task, tasks[task], tuple(listed)) for task, listed in rows.items()]
