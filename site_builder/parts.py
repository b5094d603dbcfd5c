"""Work on parts of a list in several processes that share what was read before."""

from __future__ import annotations

import multiprocessing
import os
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Item = TypeVar("Item")
Found = TypeVar("Found")
_PARTS_EACH = 4
"""Parts for each processor: an uneven one does not hold up the others."""
_work: list[Callable[[int], object]] = []


def _run(number: int) -> object:
    return _work[-1](number)


def in_parts(items: Sequence[Item], work: Callable[[Sequence[Item]], Found]) -> Iterator[Found]:
    """Do a piece of work on every part of a list, in as many processes as there are processors.

    The processes are forked: they see what is in memory without its being copied or pickled; only what they return is.

    Args:
        items: what to work on, in order.
        work: on some of them; called in other processes.

    Yields:
        What each part returned, in order.

    Raises:
        Exception: what the work raised in another process.
    """
    processes = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    count = processes * _PARTS_EACH
    _work.append(lambda number: work(items[number::count]))
    try:
        with multiprocessing.get_context("fork").Pool(processes) as pool:
            yield from pool.imap(_run, range(count))
    finally:
        _work.pop()
