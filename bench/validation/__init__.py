"""The judge: believes honest hardware, catches the rest. One library for the command line, the workflow and the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def judge(paths: Sequence[Path], style: str, base: str | None, *, fix: bool = False) -> tuple[str, int]:
    """Judge paths and say so; prints nothing.

    Args:
        paths: files or folders.
        style: ``text``, ``json`` or ``github``.
        base: a git revision to judge the change against, None to judge files alone.
        fix: mend first what is safe to mend.

    Returns:
        The report as text, and the exit status: 0 clean, 1 findings that block.

    Raises:
        bench.exits.UsageError: when nothing could be judged (exit status 2).
    """
    from bench.validation.judging import judge_paths
    from bench.validation.report import render

    del fix
    report = judge_paths(paths, base)
    return render(report, style), report.exit_code
