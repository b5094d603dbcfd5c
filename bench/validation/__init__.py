"""The judge: believes honest hardware, catches the rest. One library for the command line, the workflow and the site."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_SUMMARY_VARIABLE = "GITHUB_STEP_SUMMARY"


def judge(paths: Sequence[Path], style: str, base: str | None, *, fix: bool = False) -> tuple[str, int]:
    """Judge paths and say so; prints nothing.

    In the style ``github``, inside a workflow, the summary of the job gets a table too.

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
    from bench.validation.fixing import fix_paths
    from bench.validation.judging import judge_paths
    from bench.validation.report import render, summary

    paths, done = fix_paths(paths) if fix else (paths, [])
    report = judge_paths(paths, base)
    if style == "github" and os.environ.get(_SUMMARY_VARIABLE):
        with open(os.environ[_SUMMARY_VARIABLE], "a", encoding="utf-8") as file:  # noqa: PTH123 - the runner's own file
            file.write(summary(report))
    before = "" if style == "json" else "".join(f"{line}\n" for line in done)
    return before + render(report, style), report.exit_code
