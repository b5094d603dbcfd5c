"""The board with everything that more than one page needs, computed once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

from site_builder import metrics
from site_builder.archive import read_published
from site_builder.figures import Figures
from site_builder.load import load
from site_builder.owning import money_of, price_runs

if TYPE_CHECKING:
    from pathlib import Path

    from site_builder.archive import Kept
    from site_builder.load import Board
    from site_builder.owning import Money


@dataclass(frozen=True)
class Site:
    """What the pages are made from.

    Attributes:
        submissions: the folder of data.
        board: its accepted files as frames.
        money: prices, and what every run costs.
        runs: the board's runs with interval, rank, money and ``slower_than_one``.
        published: figures of others.
        figures: takes up the files of the charts that pages place.
    """

    submissions: Path
    board: Board
    money: Money
    runs: pd.DataFrame
    published: list[Kept]
    figures: Figures


def with_ranks(runs: pd.DataFrame) -> pd.DataFrame:
    """All runs with their interval and ``rank`` (within workload and preset; ties share it)."""
    runs = metrics.with_interval(runs).assign(rank=pd.array([pd.NA] * len(runs), dtype="Int64"))
    ranked = runs[runs["ranked"].fillna(value=False).astype(bool)]
    for _, group in ranked.groupby(["workload", "preset"], sort=True):
        runs.loc[group.index, "rank"] = metrics.ranks(group, "train_seconds", "seconds_low", "seconds_high")
    return runs


def site_of(submissions: Path) -> Site:
    """Read the folder of data and compute what the pages share."""
    board = load(submissions)
    money = money_of(board)
    runs = with_ranks(board.runs).join(price_runs(money), on="run_id")
    runs = runs.assign(slower_than_one=metrics.slower_than_one(runs))
    return Site(submissions, board, money, runs, read_published(submissions), Figures())
