"""What is known of each hardware's speed, for the guide: measured here, published elsewhere, or estimated from the data sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from site_builder import metrics
from site_builder.metrics.evidence import TABLE_COLUMNS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.published import PublishedRow
    from site_builder.archive import Kept
    from site_builder.site import Site

FAMILY_OF_TASK = {
    "lambda-resnet50": "CNN", "lambda-gnmt": "RNN", "lambda-bert-base": "Transformer", "lm-ptb": "RNN", "lm-wikitext2": "RNN",
    "lm-enwik8": "RNN", "bert-6-layers": "Transformer", "bert-fine-tuning": "Transformer",
}  # fmt: skip
"""Published tasks that time steps of one kind of network on one device. Times to a target depend on the model and are left out."""
_SPEED, _DURATION = "speed", "duration"


class Evidence(NamedTuple):
    """Speeds over one reference.

    Attributes:
        reference: id of that hardware; None where no two kinds of hardware share a table.
        known: ``SPEED_COLUMNS``: measured and published.
        runs: the same in the shape of runs.
        guessed: estimates for the rest, within the range of the specification that the known ones span.
    """

    reference: str | None
    known: pd.DataFrame
    runs: pd.DataFrame
    guessed: pd.DataFrame


def _rate(row: PublishedRow) -> tuple[str, float] | None:
    """Name of the figure with its unit, and the figure as a rate; a duration is inverted, which cancels in a ratio."""
    figure = row.figure
    if figure is None or figure.name not in (_SPEED, _DURATION) or not figure.value > 0:
        return None
    return f"{figure.name}, {figure.unit}", figure.value if figure.name == _SPEED else 1 / figure.value


def published_tables(kept: Sequence[Kept]) -> pd.DataFrame:
    """Rates that others published for one device, a table for each source, task, precision and unit; columns ``TABLE_COLUMNS``."""
    rows = []
    for item in kept:
        for row in item.content.rows:
            family, made = FAMILY_OF_TASK.get(row.task or ""), _rate(row)
            if family and made and row.hardware_id and row.count == 1:
                table = f"{item.slug}: {row.task}, {row.precision}, {made[0]}"
                rows.append((row.hardware_id, family, table, "published", made[1]))
    return pd.DataFrame(rows, columns=TABLE_COLUMNS).drop_duplicates(["hardware_id", "table"])


def _inside(guessed: pd.DataFrame, runs: pd.DataFrame, hardware: pd.DataFrame) -> pd.DataFrame:
    """Estimates whose specification lies between the least and the greatest that was measured: a line says nothing beyond."""
    facts = metrics.best_with_specs(runs, hardware)
    paper = hardware.rename(columns={"memory_bytes": "memory_bytes_spec"}).set_index("hardware_id")
    kept = []
    for row in guessed.to_dict("records"):
        measured = facts[facts["workload"] == row["workload"]][row["spec"]]
        kept.append(measured.min() <= paper[row["spec"]][row["hardware_id"]] <= measured.max())
    return guessed[pd.Series(kept, index=guessed.index, dtype=bool)].reset_index(drop=True)


def evidence_of(site: Site) -> Evidence:
    """All evidence of the board; the reference is what most hardware can be compared with."""
    runs = site.runs[site.runs["complete"].fillna(value=False).astype(bool)]
    tables = pd.concat([metrics.measured_tables(runs), published_tables(site.published)], ignore_index=True)
    of, hardware = metrics.reference(tables), site.board.hardware
    known = metrics.relative_speeds(tables, of)
    shaped = metrics.as_runs(known, hardware)
    return Evidence(of, known, shaped, _inside(metrics.estimates(shaped, hardware), shaped, hardware))
