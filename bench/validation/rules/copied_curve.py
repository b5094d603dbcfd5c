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


def _near(one: RunDigest, other: RunDigest) -> bool:
    return all(abs(first - second) <= _NEAR for first, second in zip(one.curve, other.curve, strict=True))


def check(runs: Sequence[RunDigest]) -> Iterator[tuple[RunDigest, Problem]]:
    """Compare curves of the same length whose first values are near."""
    groups: dict[tuple[str, str, int], list[RunDigest]] = {}
    for run in runs:
        if len(run.curve) >= _LEAST_VALUES:
            groups.setdefault((run.board.workload, run.board.preset, len(run.curve)), []).append(run)
    for members in groups.values():
        members.sort(key=lambda item: item.curve[0])
        first = 0
        for index, run in enumerate(members):
            while run.curve[0] - members[first].curve[0] > _NEAR:
                first += 1
            for other in members[first:index]:
                if other.file != run.file and other.seeds[0] != run.seeds[0] and _near(run, other):
                    later, earlier = sorted((run, other), key=lambda item: item.age, reverse=True)
                    got = f"that of {printable(earlier.file, 200)}, with another seed"
                    yield later, Problem(f"{later.pointer}/repeats/0/epochs", "have a curve of its own", got)
                    break
