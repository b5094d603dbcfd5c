"""Where a result would stand: on its board, and among those of the same hardware."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from bench.validation.finding import printable
from bench.workloads import workload

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.validation.digest import RunDigest

_MOST_LINES = 20


def _is_ranked(run: RunDigest) -> bool:
    try:
        return workload(run.board.workload).preset(run.board.preset).ranked
    except KeyError:
        return False


def _sentence(run: RunDigest, others: Sequence[RunDigest]) -> str:
    board = run.board
    rank = 1 + sum(other.samples_per_second > run.samples_per_second for other in others)
    text = (
        f"{printable(run.file, 200)} run {run.pointer.rpartition('/')[2]}: place {rank} of {len(others) + 1} in speed on "
        f"{board.workload} {board.preset} {board.precision}, {board.devices} device(s)"
    )
    alike = [other.samples_per_second for other in others if other.hardware_id == run.hardware_id]
    if alike:
        text += f"; {run.samples_per_second / median(alike) - 1:+.1%} against the median of {len(alike)} on the same hardware"
    return text + "."


def standings(runs: Sequence[RunDigest], new: frozenset[str]) -> Iterator[str]:
    """One sentence for each ranked run of a new file.

    Args:
        runs: all runs that were judged.
        new: files, as shown, that are new.
    """
    told = 0
    for run in runs:
        if run.file not in new or not _is_ranked(run):
            continue
        key = (run.board.workload, run.board.preset, run.board.precision, run.board.devices)
        same = [o for o in runs if (o.board.workload, o.board.preset, o.board.precision, o.board.devices) == key]
        yield _sentence(run, [other for other in same if other.file != run.file])
        told += 1
        if told == _MOST_LINES:
            return
