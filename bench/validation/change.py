"""What the working tree changes since its branch left another: committed or not, untracked data included."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench.exits import UsageError
from bench.validation.finding import printable

if TYPE_CHECKING:
    from collections.abc import Mapping

DATA_FOLDER = "submissions"
AUTHOR_VARIABLE = "TRAINBOARD_AUTHOR"
"""The workflow sets it to the GitHub handle that opened the pull request."""

_GIT_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Entry:
    """One changed path.

    Attributes:
        path: below the repository, as git stores it.
        status: ``A`` added, ``M`` modified, ``D`` deleted, ``T`` type changed.
        mode: of the new file: ``100644`` for a plain one.
        old_mode: of the old file.
    """

    path: str
    status: str
    mode: str
    old_mode: str

    @property
    def is_data(self) -> bool:
        """Whether it lies below ``submissions/``."""
        return self.path.startswith(f"{DATA_FOLDER}/")


@dataclass(frozen=True)
class Change:
    """The change since the merge base.

    Attributes:
        root: of the repository.
        base: the merge base.
        entries: changed paths; a rename is a deletion and an addition.
        tracked: all paths of the new state.
        author: GitHub handle of whoever asks for the change, lower case, None where nobody said it.
    """

    root: Path
    base: str
    entries: tuple[Entry, ...]
    tracked: tuple[str, ...]
    author: str | None

    @property
    def data(self) -> tuple[Entry, ...]:
        """Entries below ``submissions/``."""
        return tuple(entry for entry in self.entries if entry.is_data)

    @property
    def added_results(self) -> tuple[Entry, ...]:
        """Results that the change adds."""
        return tuple(entry for entry in self.entries if entry.status == "A" and entry.path.startswith(f"{DATA_FOLDER}/results/"))

    def old(self, path: str) -> bytes:
        """The file as it was at the merge base."""
        return _git(self.root, "cat-file", "blob", f"{self.base}:{path}")

    def new(self, path: str) -> bytes:
        """The file as the change leaves it; empty for what is no plain file."""
        file = self.root / path
        return file.read_bytes() if file.is_file() and not file.is_symlink() else b""


def _git(root: Path, *arguments: str) -> bytes:
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    command = ["git", "-C", str(root), "-c", "core.quotePath=false", *arguments]
    try:
        done = subprocess.run(command, capture_output=True, check=True, timeout=_GIT_SECONDS, env=environment)  # noqa: S603 - fixed words
    except FileNotFoundError:
        raise UsageError("--base needs git, and there is none on this machine") from None
    except subprocess.TimeoutExpired:
        raise UsageError(f"git {arguments[0]} took longer than {_GIT_SECONDS} s") from None
    except subprocess.CalledProcessError as error:
        said = printable(error.stderr.decode("utf-8", "replace").strip(), 200)
        raise UsageError(f"git {arguments[0]} failed: {said}") from None
    return done.stdout


def _revision(root: Path, base: str) -> str:
    try:
        return _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{base}^{{commit}}").decode().strip()
    except UsageError:
        hint = "fetch it first; a workflow's checkout needs `fetch-depth: 0`"
        raise UsageError(f"--base {printable(base)}: no such revision in this repository; {hint}") from None


def _merge_base(root: Path, revision: str) -> str:
    try:
        return _git(root, "merge-base", revision, "HEAD").decode().strip()
    except UsageError:
        raise UsageError("--base: the branch and the base have no common history here; fetch all of it") from None


def _path(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _entries(raw: bytes) -> tuple[Entry, ...]:
    """Records of ``git diff --raw -z``: ``:old new sha sha status NUL path NUL``."""
    parts = raw.split(b"\0")
    found = []
    for head, path in zip(parts[::2], parts[1::2], strict=False):
        old_mode, mode, _, _, status = head.decode("ascii").removeprefix(":").split(" ")
        found.append(Entry(_path(path), status[:1], mode, old_mode))
    return tuple(found)


def _untracked(root: Path) -> tuple[Entry, ...]:
    raw = _git(root, "ls-files", "--others", "--exclude-standard", "-z", "--", DATA_FOLDER)
    return tuple(Entry(_path(part), "A", _mode(root / _path(part)), "000000") for part in raw.split(b"\0") if part)


def _mode(path: Path) -> str:
    """The mode that git would store."""
    if path.is_symlink():
        return "120000"
    return "100755" if os.access(path, os.X_OK) else "100644"


def read_change(base: str, folder: Path, environment: Mapping[str, str] = os.environ) -> Change:
    """The change of the repository that holds ``folder`` since its merge base with ``base``.

    Raises:
        UsageError: without git, repository, revision or common history.
    """
    root = Path(os.fsdecode(_git(folder, "rev-parse", "--show-toplevel").rstrip(b"\n")))
    merge_base = _merge_base(root, _revision(root, base))
    raw = _git(root, "diff", "--raw", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--abbrev=40", merge_base)
    entries = (*_entries(raw), *_untracked(root))
    tracked = {_path(part) for part in _git(root, "ls-files", "-z").split(b"\0") if part} | {entry.path for entry in entries}
    author = environment.get(AUTHOR_VARIABLE, "").strip().lower() or None
    return Change(root, merge_base, entries, tuple(sorted(tracked)), author)
