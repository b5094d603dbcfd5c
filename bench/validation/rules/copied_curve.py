"""Two trainings with different seeds should not have the same losses and accuracies.

Why: Every seed ends a little elsewhere. Curves that agree to the fourth decimal in every epoch, with different seeds,
are one curve; small noise added to it does not hide that.

Fix: Submit your own measurement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.validation.digest import RunDigest

SEVERITY = "review"
VERSION = 1
_LEAST_VALUES = 8
_NEAR = 1e-4


def _pairs(members: Sequence[RunDigest]) -> Iterator[tuple[RunDigest, RunDigest]]:
    """Pairs whose curves are near, from members sorted by their first value: only a window of them has to be compared."""
    import numpy as np

    curves = np.array([run.curve for run in members])
    firsts = np.searchsorted(curves[:, 0], curves[:, 0] - _NEAR)
    for index, first in enumerate(firsts):
        near = np.abs(curves[first:index] - curves[index]).max(axis=1, initial=0.0) <= _NEAR
        for offset in np.flatnonzero(near):
            yield members[index], members[int(first + offset)]


def check(runs: Sequence[RunDigest]) -> Iterator[tuple[RunDigest, Problem]]:
    """Compare curves of the same length whose first values are near."""
    groups: dict[tuple[str, str, int], list[RunDigest]] = {}
    for run in runs:
        if len(run.curve) >= _LEAST_VALUES:
            groups.setdefault((run.board.workload, run.board.preset, len(run.curve)), []).append(run)
    told: set[str] = set()
    for members in groups.values():
        members.sort(key=lambda item: item.curve[0])
        for one, other in _pairs(members):
            later, earlier = sorted((one, other), key=lambda item: item.age, reverse=True)
            if one.file == other.file or one.seeds[0] == other.seeds[0] or later.file in told:
                continue
            told.add(later.file)
            got = f"that of {printable(earlier.file, 200)}, with another seed"
            yield later, Problem(f"{later.pointer}/repeats/0/epochs", "have a curve of its own", got)
