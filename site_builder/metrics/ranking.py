"""Order among results: front, ranks with ties, best of each hardware, ratio to a baseline, robust spread, room for names."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Sequence

MAD_TO_DEVIATION = 1.4826
"""Median absolute deviation to standard deviation of a normal distribution: 1 / 0.6745 (Rousseeuw and Croux, 1993)."""


def pareto(frame: pd.DataFrame, first: str, second: str) -> pd.Series:
    """Whether no other row is at least as good in both columns and better in one; less is better.

    Rows that lack a value are not on the front. Of equal rows all are.
    """
    on_front = pd.Series(data=False, index=frame.index)
    best = math.inf
    for _, group in frame.dropna(subset=[first, second]).sort_values(first, kind="stable").groupby(first, sort=True):
        least = float(group[second].min())
        if least < best:
            on_front.loc[group.index[group[second] == least]] = True
            best = least
    return on_front


def ranks(frame: pd.DataFrame, value: str, low: str, high: str, *, smaller_is_better: bool = True) -> pd.Series:
    """Ranks from 1; rows whose interval overlaps that of the best of their group share its rank.

    The groups are made from the best row downwards: a row that does not overlap the group's first row begins a new group, whose
    rank is its place. Rows without a value have no rank.

    Args:
        frame: one row per competitor.
        value: column that orders.
        low: lower end of the interval, at most the value.
        high: upper end.
        smaller_is_better: for times and costs; false for rates.
    """
    ordered = frame.dropna(subset=[value]).sort_values(value, ascending=smaller_is_better, kind="stable")
    found = pd.Series(pd.NA, index=frame.index, dtype="Int64")
    leader, rank = None, 0
    for place, (index, row) in enumerate(ordered.iterrows(), start=1):
        ends = (float(row[low]), float(row[high]))
        if leader is None or ends[0] > leader[1] or ends[1] < leader[0]:
            leader, rank = ends, place
        found.loc[index] = rank
    return found


def best_per_hardware(
    frame: pd.DataFrame, value: str, by: Sequence[str] = ("hardware_id",), *, smaller_is_better: bool = True
) -> pd.DataFrame:
    """The best row of every group, best first; rows without a value are left out."""
    ordered = frame.dropna(subset=[value]).sort_values(value, ascending=smaller_is_better, kind="stable")
    return ordered.drop_duplicates(list(by)).reset_index(drop=True)


def relative(frame: pd.DataFrame, value: str, baseline: float | None) -> pd.Series:
    """Value over the baseline's value; NA without a baseline above zero."""
    if baseline is None or not baseline > 0:
        return pd.Series(float("nan"), index=frame.index)
    return frame[value].astype("float64") / baseline


def robust_spread(values: pd.Series) -> float | None:
    """Median absolute deviation, scaled to a standard deviation, over the median; None with fewer than two values."""
    kept = values.dropna().astype("float64")
    middle = float(kept.median()) if len(kept) > 1 else 0.0
    return MAD_TO_DEVIATION * float((kept - middle).abs().median()) / middle if middle > 0 else None


def _place(values: pd.Series, *, log: bool) -> pd.Series:
    scaled = values.astype("float64").map(math.log) if log else values.astype("float64")
    width = float(scaled.max() - scaled.min())
    return (scaled - scaled.min()) / width if width > 0 else scaled * 0 + 0.5


def labelled(frame: pd.DataFrame, across: str, up: str, *, log: bool = True, first: str | None = None) -> pd.DataFrame:
    """Adds ``label_side``: ``right``, ``left`` or nothing, so that names of a scatter do not lie on each other.

    Greedy: rows with ``first`` set come before the others, then in the order of ``across``; a row gets its name when no named row is
    within a third of the width and a sixteenth of the height.

    Args:
        frame: rows of the scatter.
        across: horizontal column, above 0 where ``log``.
        up: vertical column.
        log: both axes are logarithmic.
        first: flag column of the rows that are named first.
    """
    if frame.empty:
        return frame.assign(label_side=pd.Series(dtype="object"))
    places = pd.DataFrame({"x": _place(frame[across], log=log), "y": _place(frame[up], log=log)}, index=frame.index)
    order = frame.assign(_later=~frame[first].astype(bool) if first else False).sort_values(["_later", across], kind="stable").index
    named: list[tuple[float, float]] = []
    sides: dict[object, str | None] = {}
    for index in order:
        x, y = float(places["x"][index]), float(places["y"][index])
        free = all(abs(x - other_x) > 1 / 3 or abs(y - other_y) > 1 / 16 for other_x, other_y in named)
        sides[index] = ("right" if x < 0.55 else "left") if free else None  # noqa: PLR2004 - the half with more room
        if free:
            named.append((x, y))
    return frame.assign(label_side=pd.Series(sides, dtype="object"))


def thinned(frame: pd.DataFrame, most: int, keep: str | None = None) -> pd.DataFrame:
    """At most about ``most`` rows, evenly spaced in the frame's order; rows with ``keep`` set always stay."""
    if len(frame) <= most:
        return frame
    step = math.ceil(len(frame) / most)
    chosen = pd.Series([place % step == 0 for place in range(len(frame))], index=frame.index)
    return frame[chosen | frame[keep].astype(bool)] if keep and keep in frame else frame[chosen]
