"""From paths on the command line to the files that are to be judged."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from bench.exits import UsageError
from bench.validation.finding import printable
from bench.validation.kinds import FOLDERS, ROOT_FILES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True)
class Given:
    """One file to judge.

    Attributes:
        path: where to read it.
        shown: how findings name it.
        name: its place below ``submissions/``, None for a file outside of it.
    """

    path: Path
    shown: str
    name: PurePosixPath | None


def place_of(path: Path) -> PurePosixPath | None:
    """The place of a path below ``submissions/``: from its last folder ``results``, ``prices``, ``records`` or ``published``."""
    parts = Path(os.path.abspath(path)).parts  # noqa: PTH100 - links are not to be followed
    for index in range(len(parts) - 2, 0, -1):
        if parts[index] in FOLDERS:
            return PurePosixPath(*parts[index:])
    if len(parts) > 1 and parts[-2] == "submissions":
        return PurePosixPath(parts[-1])
    return None


def _walk(folder: Path) -> Iterator[Path]:
    """Files below a folder in the order of their names; links are listed, not followed."""
    entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(Path(entry.path))
        else:
            yield Path(entry.path)


def _of_folder(folder: Path) -> Iterator[Given]:
    """All files of a folder; outside ``submissions/`` the JSON files alone."""
    for path in _walk(folder):
        name = place_of(path)
        if name is None and path.suffix != ".json":
            continue
        if name is not None and len(name.parts) == 1 and name.name in ROOT_FILES:
            continue
        yield Given(path, str(path), name)


def gather(paths: Sequence[Path]) -> list[Given]:
    """The files of the paths, each once.

    Raises:
        UsageError: when a path does not exist or is no file and no folder.
    """
    found: dict[Path, Given] = {}
    for path in paths:
        if path.is_dir():
            items: Iterator[Given] | list[Given] = _of_folder(path)
        elif path.is_file() or path.is_symlink():
            items = [Given(path, str(path), place_of(path))]
        else:
            raise UsageError(f"{printable(str(path), 300)}: no such file or folder")
        for item in items:
            found.setdefault(item.path, item)
    return list(found.values())
