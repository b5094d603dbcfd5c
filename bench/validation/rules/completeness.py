"""A complete run must have its repeats and its summary; a failed one must say why.

Why: A run without figures would be an empty row; a failed run with a summary would be ranked.

Fix: Submit the file as `bench run` wrote it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context, RunView

SEVERITY = "error"
VERSION = 1
_PROBE_REPEATS = 3


def _complete(view: RunView) -> Iterator[Problem]:
    least = _PROBE_REPEATS if view.preset and view.preset.ranked and view.workload and view.workload.kind == "probe" else 1
    if len(view.run.repeats) < least:
        yield Problem(f"{view.pointer}/repeats", f"have at least {least} entries in a complete run", shown(len(view.run.repeats)))
    elif view.run.summary is None:
        yield Problem(f"{view.pointer}/summary", "be there in a complete run", "null")
    elif view.run.failure is not None:
        yield Problem(f"{view.pointer}/failure", "be null in a complete run", shown(view.run.failure.reason))


def check(context: Context) -> Iterator[Problem]:
    """Compare status, repeats, summary and failure."""
    for view in context.runs:
        if view.run.status == "complete":
            yield from _complete(view)
        elif view.run.failure is None:
            yield Problem(f"{view.pointer}/failure", "say why the run failed", "null")
