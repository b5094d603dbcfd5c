"""Order among results: front, ranks with ties, best of each hardware, ratio to a baseline, robust spread, room for names."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
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
    found: list[int] = []
    leader, rank = None, 0
    for place, (least, most) in enumerate(zip(ordered[low], ordered[high], strict=True), start=1):
        ends = (float(least), float(most))
        if leader is None or ends[0] > leader[1] or ends[1] < leader[0]:
            leader, rank = ends, place
        found.append(rank)
    return pd.Series(found, index=ordered.index, dtype="Int64").reindex(frame.index)


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


_NAMES_TRIED, _NAMES_GIVEN = 300, 24
_NAME_WIDTH, _NAME_HEIGHT = 0.3, 0.045
"""Of a name, in parts of the picture's width and height."""


def _place(values: pd.Series, *, log: bool) -> np.ndarray:
    scaled = np.log(values.to_numpy(dtype=float)) if log else values.to_numpy(dtype=float)
    width = float(scaled.max() - scaled.min())
    return (scaled - scaled.min()) / width if width > 0 else np.full(len(scaled), 0.5)


def _free(x: float, y: float, side: int, taken: np.ndarray) -> bool:
    """Whether the box of a name on one side (1 right, -1 left) holds no mark and no other name, and lies in the picture."""
    ahead = (taken[:, 0] - x) * side
    hit = (ahead > -_NAME_WIDTH / 30) & (ahead < _NAME_WIDTH) & (np.abs(taken[:, 1] - y) < _NAME_HEIGHT)
    end = x + side * _NAME_WIDTH
    return bool(hit.sum() <= 1 and 0 <= end <= 1)


def _sides(places: np.ndarray, order: np.ndarray) -> dict[int, str]:
    """Greedy: each row in turn gets its name on the first side that is free; the name then takes its place."""
    taken, sides = places, dict[int, str]()
    for row in order[:_NAMES_TRIED]:
        x, y = places[row]
        side = next((side for side in (1, -1) if _free(x, y, side, taken)), 0)
        if side:
            sides[int(row)] = "right" if side > 0 else "left"
            box = [(x + side * _NAME_WIDTH * part, y) for part in (0.1, 0.4, 0.7, 1.0)]
            taken = np.vstack([taken, box])
        if len(sides) == _NAMES_GIVEN:
            break
    return sides


def labelled(frame: pd.DataFrame, across: str, up: str, *, log: tuple[bool, bool] = (True, True), first: str | None = None) -> pd.DataFrame:
    """Adds ``label_side``: ``right``, ``left`` or nothing, so that names of a scatter lie neither on marks nor on each other.

    Args:
        frame: rows of the scatter.
        across: horizontal column, above 0 where logarithmic.
        up: vertical column, likewise.
        log: which of the two axes are logarithmic.
        first: flag column of the rows that are named before the others.
    """
    if frame.empty:
        return frame.assign(label_side=pd.Series(dtype="object"))
    places = np.column_stack([_place(frame[across], log=log[0]), _place(frame[up], log=log[1])])
    later = ~frame[first].to_numpy(dtype=bool) if first else np.zeros(len(frame), dtype=bool)
    sides = _sides(places, np.lexsort((places[:, 1], places[:, 0], later)))
    return frame.assign(label_side=pd.Series([sides.get(row) for row in range(len(frame))], index=frame.index, dtype="object"))


def thinned(frame: pd.DataFrame, most: int, keep: str | None = None) -> pd.DataFrame:
    """At most about ``most`` rows, evenly spaced in the frame's order; rows with ``keep`` set always stay."""
    if len(frame) <= most:
        return frame
    step = math.ceil(len(frame) / most)
    chosen = pd.Series([place % step == 0 for place in range(len(frame))], index=frame.index)
    return frame[chosen | frame[keep].astype(bool)] if keep and keep in frame else frame[chosen]
