"""The block times of two files should not follow the same pattern.

Why: Scaled or slightly noised times keep the ups and downs of the run they were taken from. The ups and downs of two
honest runs have nothing to do with one another (rank correlation of neighbours' differences, seven standard errors).

Fix: Submit your own measurement.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bench.validation.finding import Problem, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from bench.validation.digest import RunDigest

SEVERITY = "review"
VERSION = 1
_LEAST_BLOCKS = 16
_ERRORS = 7.0
_LEAST_CORRELATION = 0.7
_CHUNK = 1024
_INFLATION = 1.94


def _shape(runs: Sequence[RunDigest]) -> NDArray[np.float32]:
    """One row a run: ranks of each block's distance from its neighbours, centred and scaled to length 1."""
    import numpy as np

    seconds = np.array([run.blocks for run in runs])
    apart = seconds[:, 1:-1] - (seconds[:, :-2] + seconds[:, 2:]) / 2
    ranks = apart.argsort(axis=1).argsort(axis=1).astype(np.float32)
    ranks -= ranks.mean(axis=1, keepdims=True)
    return np.asarray(ranks / np.linalg.norm(ranks, axis=1, keepdims=True), dtype=np.float32)


def _limit(blocks: int) -> float:
    """The correlation that chance does not reach: seven standard errors of Fisher's z (Fisher 1921).

    Distances from neighbours are correlated with one another (-2/3 and 1/6 at one and two steps), which makes the
    error of a correlation larger by the root of 1 + 2 (4/9 + 1/36) = 1.94 (Bartlett 1946).
    """
    return max(_LEAST_CORRELATION, math.tanh(_ERRORS * math.sqrt(_INFLATION / (blocks - 5))))


def _twins(members: Sequence[RunDigest], limit: float) -> Iterator[tuple[RunDigest, RunDigest, float]]:
    """Later run, earlier run and correlation, the nearest earlier run of each."""
    import numpy as np

    shape = _shape(members)
    for start in range(0, len(members), _CHUNK):
        alike = np.tril(shape[start : start + _CHUNK] @ shape[: start + _CHUNK].T, k=start - 1)
        for row in np.flatnonzero(alike.max(axis=1) > limit):
            column = int(alike[row].argmax())
            yield members[start + int(row)], members[column], float(alike[row, column])


def check(runs: Sequence[RunDigest]) -> Iterator[tuple[RunDigest, Problem]]:
    """Correlate all runs that have as many blocks."""
    groups: dict[int, list[RunDigest]] = {}
    for run in sorted(runs, key=lambda item: item.age):
        if len(run.blocks) >= _LEAST_BLOCKS and len(set(run.blocks)) > len(run.blocks) // 2:
            groups.setdefault(len(run.blocks), []).append(run)
    for blocks, members in groups.items():
        for later, earlier, alike in _twins(members, _limit(blocks)):
            if later.file != earlier.file:
                got = f"that of {printable(earlier.file, 200)} (correlation {alike:.2f} over {blocks} blocks)"
                yield later, Problem(f"{later.pointer}/repeats/0/blocks/seconds", "follow a pattern of its own", got)
