"""No two files may share measured times.

Why: Clocks count nanoseconds: two runs never share three times to the last digit. A file that does is a copy of the
other with something changed.

Fix: Submit your own measurement. To correct a result of yours, add a record that says `superseded`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bench.validation.finding import Problem, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bench.validation.digest import RunDigest

SEVERITY = "error"
VERSION = 1
_SHARED = 3


def check(runs: Sequence[RunDigest]) -> Iterator[tuple[RunDigest, Problem]]:
    """Look every time up among those of the files before; the later file is the copy."""
    owners: dict[float, RunDigest] = {}
    for run in sorted(runs, key=lambda item: item.age):
        shared: Counter[str] = Counter()
        for mark in run.marks:
            owner = owners.setdefault(mark, run)
            if owner.file != run.file:
                shared[owner.file] += 1
        if shared and shared.most_common(1)[0][1] >= _SHARED:
            other, count = shared.most_common(1)[0]
            yield run, Problem(run.pointer, "have times of its own", f"{count} times to the last digit as in {printable(other, 200)}")
