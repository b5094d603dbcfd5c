"""A card should not be faster than a card of the same maker that is better in every respect.

Why: With half as much again of arithmetic and of bandwidth, the bigger card should win. Where it does not, one of the
two was measured wrong, or filed under the wrong card.

Fix: Check the hardware id. If the host made the difference, say so in the pull request.
"""

from __future__ import annotations

from collections import defaultdict
from statistics import median
from typing import TYPE_CHECKING

from bench import catalog
from bench.validation.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.catalog import Hardware
    from bench.validation.digest import Board, RunDigest

SEVERITY = "review"
VERSION = 1
_BIGGER = 1.5
_FASTER = 1.5


def _is_bigger(sister: Hardware, card: Hardware, precision: str) -> bool:
    peaks = sister.peak_flops.get(precision), card.peak_flops.get(precision)
    widths = sister.bandwidth_bytes_per_second, card.bandwidth_bytes_per_second
    if sister.vendor != card.vendor or sister.kind != card.kind or not all(peaks) or not all(widths):
        return False
    return all(one is not None and other is not None and one > _BIGGER * other for one, other in (peaks, widths))


def _limits(groups: dict[str, list[RunDigest]], precision: str) -> Iterator[tuple[str, float, str]]:
    """Hardware id, most samples per second, and the sister that sets it, for cards that have one."""
    known = {hardware_id: catalog.HARDWARE[hardware_id] for hardware_id in groups if hardware_id in catalog.HARDWARE}
    middle = {hardware_id: median(run.samples_per_second for run in groups[hardware_id]) for hardware_id in known}
    for hardware_id, card in known.items():
        sisters = [(middle[other], sister.name) for other, sister in known.items() if _is_bigger(sister, card, precision)]
        if sisters:
            yield hardware_id, *min(sisters)


def check(runs: Sequence[RunDigest]) -> Iterator[tuple[RunDigest, Problem]]:
    """Compare each run with the slowest of its bigger sisters on the same board."""
    boards: dict[Board, dict[str, list[RunDigest]]] = defaultdict(lambda: defaultdict(list))
    for run in runs:
        boards[run.board][run.hardware_id].append(run)
    for board, groups in boards.items():
        for hardware_id, rate, sister in _limits(groups, board.precision):
            for run in groups[hardware_id]:
                if run.samples_per_second > _FASTER * rate:
                    must = f"be at most {_FASTER} times the {rate:,.0f} samples/s of the bigger {sister}"
                    yield run, Problem(f"{run.pointer}/summary/samples_per_second", must, f"{run.samples_per_second:,.0f}")
