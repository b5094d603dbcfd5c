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


def _shape(runs: Sequence[RunDigest]) -> NDArray[np.float32]:
    """One row a run: ranks of each block's distance from its neighbours, centred and scaled to length 1."""
    import numpy as np

    seconds = np.array([run.blocks for run in runs])
    apart = seconds[:, 1:-1] - (seconds[:, :-2] + seconds[:, 2:]) / 2
    ranks = apart.argsort(axis=1).argsort(axis=1).astype(np.float32)
    ranks -= ranks.mean(axis=1, keepdims=True)
    return np.asarray(ranks / np.linalg.norm(ranks, axis=1, keepdims=True), dtype=np.float32)


def _limit(blocks: int) -> float:
    """The correlation that chance does not reach: seven standard errors of Fisher's z (Fisher 1921)."""
    return max(_LEAST_CORRELATION, math.tanh(_ERRORS / math.sqrt(blocks - 5)))


def check(runs: Sequence[RunDigest]) -> Iterator[tuple[RunDigest, Problem]]:
    """Correlate all runs that have as many blocks."""
    import numpy as np

    groups: dict[int, list[RunDigest]] = {}
    for run in sorted(runs, key=lambda item: (item.created_at, item.file)):
        if len(run.blocks) >= _LEAST_BLOCKS:
            groups.setdefault(len(run.blocks), []).append(run)
    for blocks, members in groups.items():
        if len(members) < 2:  # noqa: PLR2004
            continue
        shape = _shape(members)
        for start in range(0, len(members), _CHUNK):
            alike = shape[start : start + _CHUNK] @ shape[: start + _CHUNK].T
            for row, column in np.argwhere(alike > _limit(blocks)):
                later, earlier = members[start + row], members[column]
                if column < start + row and later.file != earlier.file:
                    got = f"that of {printable(earlier.file, 200)} (correlation {alike[row, column]:.2f} over {blocks} blocks)"
                    yield later, Problem(f"{later.pointer}/repeats/0/blocks/seconds", "follow a pattern of its own", got)
