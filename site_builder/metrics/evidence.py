"""Speeds relative to one reference, by kind of network: the board's own runs first, published tables where the board has none."""

from __future__ import annotations

import numpy as np
import pandas as pd

from site_builder.metrics.ranking import best_per_hardware
from site_builder.metrics.runs import LABELS

FAMILIES = ("CNN", "RNN", "Transformer")
TABLE_COLUMNS = ["hardware_id", "family", "table", "basis", "rate"]
SPEED_COLUMNS = ["hardware_id", "family", "speed", "low", "high", "basis", "tables"]


def measured_tables(runs: pd.DataFrame) -> pd.DataFrame:
    """The best rate of one device of each hardware, by workload and preset; columns ``TABLE_COLUMNS``, basis "measured"."""
    kept = runs[(runs["device_count"] == 1) & runs["workload"].isin(LABELS) & (runs["preset"] != "quick")]
    best = best_per_hardware(kept, "samples_per_second", ("hardware_id", "workload", "preset"), smaller_is_better=False)
    table = best["workload"].astype(str) + " " + best["preset"].astype(str)
    family = best["workload"].map(LABELS)
    made = best.assign(family=family, table=table, basis="measured", rate=best["samples_per_second"].astype("float64"))
    return made[TABLE_COLUMNS].reset_index(drop=True)


def reference(tables: pd.DataFrame) -> str | None:
    """The hardware that shares a table with most pairs of hardware and family; of equals the first by name, None without tables."""
    reached: dict[str, int] = {}
    for hardware_id, group in tables.groupby("hardware_id", sort=True):
        near = tables[tables["table"].isin(group["table"])]
        reached[str(hardware_id)] = len(near[["hardware_id", "family"]].drop_duplicates())
    return max(reached, key=lambda key: reached[key], default=None)


def relative_speeds(tables: pd.DataFrame, of: str | None) -> pd.DataFrame:
    """Speed of each hardware over that of the reference, by family: a ratio is made within one table, never across two.

    A hardware with a measured ratio gets that; else the published ones. Of several tables the geometric mean, ``low`` and
    ``high`` the least and the greatest of them.

    Args:
        tables: ``TABLE_COLUMNS``; one rate for each hardware and table.
        of: the reference; a table without it links to nothing and is left out.
    """
    base = tables[tables["hardware_id"] == of].set_index("table")["rate"]
    linked = tables[tables["table"].isin(base.index)]
    linked = linked.assign(ratio=linked["rate"].to_numpy(dtype=float) / base.reindex(linked["table"]).to_numpy(dtype=float))
    rows = []
    for (hardware_id, family), every in linked.groupby(["hardware_id", "family"], sort=True):
        own = every[every["basis"] == "measured"]
        group = own if len(own) else every
        ratios = group["ratio"]
        rows.append(
            (hardware_id, family, float(np.exp(np.log(ratios).mean())), ratios.min(), ratios.max(), group["basis"].iloc[0], len(group))
        )
    return pd.DataFrame(rows, columns=SPEED_COLUMNS)


def as_runs(speeds: pd.DataFrame, hardware: pd.DataFrame) -> pd.DataFrame:
    """Relative speeds in the shape of runs, the family as workload, for ``correlations`` and ``estimates``."""
    named = speeds.merge(hardware[["hardware_id", "hardware", "kind"]], on="hardware_id", how="inner")
    return named.assign(workload=named["family"], samples_per_second=named["speed"], device_count=1)
