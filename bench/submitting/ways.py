"""The ways to open the pull request. All of them are instructions: the person sends, with their own credentials."""

from __future__ import annotations

import os
import shlex
import shutil
from typing import TYPE_CHECKING
from urllib.parse import quote

from bench.exits import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from bench.submitting.preparing import Prepared

REPOSITORY_VARIABLE = "TRAINBOARD_REPOSITORY"
"""``owner/name`` of the board on GitHub."""

LONGEST_LINK = 7000
"""Characters of a link that browsers and GitHub accept; longer files are uploaded instead."""


def repository(environment: Mapping[str, str] = os.environ) -> str:
    """The board's repository, ``OWNER/trainboard`` where nobody said it."""
    return environment.get(REPOSITORY_VARIABLE, "").strip() or "OWNER/trainboard"


def _branch(prepared: Prepared) -> str:
    return f"result-{prepared.path.stem}"


def link(prepared: Prepared, kept: Path) -> str:
    """Nothing installed: a browser on any machine. The link holds the file while it is short enough."""
    home = f"https://github.com/{repository()}"
    prefilled = f"{home}/new/main?filename={quote(str(prepared.path))}&value={quote(prepared.data)}"
    if len(prefilled) <= LONGEST_LINK:
        return f"In a browser, signed in to GitHub:\n1. Open {prefilled}\n2. Press 'Propose changes', then 'Create pull request'."
    folder = quote(str(prepared.path.parent))
    return (
        f"The file is too long for a link. Copy it to a machine with a browser, signed in to GitHub:\n"
        f"1. Fork: {home}/fork\n"
        f"2. In your fork open https://github.com/YOUR-HANDLE/{repository().split('/')[-1]}/upload/main/{folder}\n"
        f"   and drop {kept} there; keep its name.\n"
        f"3. Choose 'Create a new branch', press 'Propose changes', then 'Create pull request'."
    )


def git(prepared: Prepared, kept: Path) -> str:
    """Git alone, in a clone of a fork of the board."""
    home, path = f"https://github.com/{repository()}", str(prepared.path)
    return "\n".join(
        [
            f"Fork first ({home}/fork): you cannot push to the board itself. Then, in a clone of your fork:",
            "",
            f"git switch -c {_branch(prepared)}",
            f"mkdir -p {shlex.quote(str(prepared.path.parent))}",
            f"cp {shlex.quote(str(kept.absolute()))} {shlex.quote(path)}",
            f"git add {shlex.quote(path)}",
            f"git commit -m {shlex.quote('Add ' + prepared.path.stem)}",
            f"git push -u origin {_branch(prepared)}",
            "",
            "and open the pull request with the link that git prints.",
        ]
    )


def gh(prepared: Prepared, kept: Path) -> str:
    """GitHub's own command line: it forks, and opens the pull request."""
    title, name = shlex.quote(f"Add {prepared.path.stem}"), repository().split("/")[-1]
    lines = git(prepared, kept).splitlines()[2:-2]
    start = [f"gh repo fork {repository()} --clone", f"cd {name}"]
    end = [f"gh pr create --repo {repository()} --title {title} --body ''"]
    return "\n".join(["In an empty folder:", "", *start, *lines, *end])


WAYS: dict[str, Callable[[Prepared, Path], str]] = {"link": link, "git": git, "gh": gh}


def choose(asked: str | None) -> str:
    """The way that was asked for; else the first of gh and git that is installed; else a link.

    Raises:
        UsageError: when the tool that was asked for is missing.
    """
    if asked is None:
        return next((tool for tool in ("gh", "git") if shutil.which(tool)), "link")
    if asked != "link" and shutil.which(asked) is None:
        raise UsageError(f"--way {asked}: {asked} is not installed here; --way link needs nothing")
    return asked
