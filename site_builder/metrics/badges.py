"""The few marks that a run may carry: what each means and when it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from site_builder.metrics.ranking import best_per_hardware
from site_builder.metrics.runs import SAME

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Badge(NamedTuple):
    """One mark.

    Attributes:
        id: part of addresses and of the table's data.
        label: as shown.
        tone: good, warn, grey or plain.
        meaning: a sentence.
        when: whether a row of the board's table carries it.
    """

    id: str
    label: str
    tone: str
    meaning: str
    when: Callable[[Mapping[str, Any]], bool]


def _set(row: Mapping[str, Any], name: str) -> bool:
    value = row.get(name)
    return value is not None and not pd.isna(value) and bool(value)


BADGES: tuple[Badge, ...] = (
    Badge("not-ranked", "not ranked", "grey", "Shown, but it does not compete: a smoke run, a failed, disputed or superseded one, "
          "or a size of the past.", lambda row: not _set(row, "ranked")),
    Badge("disputed", "disputed", "warn", "Somebody doubts it; the reason stands on the page of the result.",
          lambda row: row.get("status") == "disputed"),
    Badge("superseded", "superseded", "grey", "A later file of the same contributor replaces it.",
          lambda row: row.get("status") == "superseded"),
    Badge("failed", "failed", "warn", "The run did not end well; the page of the result says why.", lambda row: not _set(row, "complete")),
    Badge("verified", "verified", "good", "A maintainer measured it.", lambda row: row.get("tier") == "verified"),
    Badge("fused", "fused kernel", "plain", "The vendor's fused LSTM kernel ran, by what the run recorded and not by what was asked for.",
          lambda row: row.get("kernel") == "fused"),
    Badge("throttled", "throttled", "warn", "Heat held the device back for more than 5 % of the timed window.",
          lambda row: _set(row, "throttled")),
    Badge("power-cap", "power cap", "plain", "The enforced power limit was below the default of the device.",
          lambda row: _set(row, "power_capped")),
    Badge("noisy", "noisy", "grey", "Block times vary by more than 5 %: something else may have run on the machine.",
          lambda row: _set(row, "noisy")),
    Badge("slower-than-one", "slower than one", "warn", "These devices together took longer than one of them alone.",
          lambda row: _set(row, "slower_than_one")),
)  # fmt: skip
"""In the order in which they stand in a row."""


def badges_of(row: Mapping[str, Any]) -> list[Badge]:
    """The marks of one row of the board's table."""
    return [badge for badge in BADGES if badge.when(row)]


def slower_than_one(runs: pd.DataFrame) -> pd.Series:
    """Whether several devices took longer than the fastest run of one of them, same workload, size, precision and software.

    False where the hardware was never measured alone.
    """
    alone = best_per_hardware(runs[runs["device_count"] == 1], "train_seconds", SAME)[[*SAME, "train_seconds"]]
    both = runs[[*SAME, "device_count", "train_seconds", "mode"]].merge(
        alone.rename(columns={"train_seconds": "seconds_alone"}), on=SAME, how="left"
    )
    together = (both["device_count"] > 1) & both["mode"].isin(["data-parallel", "multi-node"])
    slower = together & (both["train_seconds"] > both["seconds_alone"])
    return pd.Series(slower.fillna(value=False).to_numpy(dtype=bool), index=runs.index)
