"""Which reader judges which file below ``submissions/``: one visible row for each kind of file."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench.validation.finding import Problem, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import PurePosixPath

    Reader = Callable[[bytes, PurePosixPath], Iterable[Problem]]


@dataclass(frozen=True)
class Kind:
    """One kind of file.

    Attributes:
        id: rule id of its findings, and what the reader's findings are called.
        folder: first part of its path below ``submissions/``.
        suffix: of the file name.
        module: where its contract lives; ``module.problems(data, name)`` yields ``Problem``. None: the result rules.
        maximum_bytes: longer files are refused.
        what: one sentence.
    """

    id: str
    folder: str
    suffix: str
    module: str | None
    maximum_bytes: int
    what: str


RESULT = Kind("result", "results", ".json", None, 64 * 1024, "A result must keep the rules of submissions.")
KINDS: tuple[Kind, ...] = (
    RESULT,
    Kind(
        "price-row", "prices", ".csv", "bench.validation.price_files", 4 * 1024 * 1024, "A price file must keep the contract of price rows."
    ),
    Kind("record", "records", ".json", "bench.validation.record_files", 16 * 1024, "A record must keep the contract of records."),
    Kind(
        "published",
        "published",
        ".json",
        "bench.validation.published_files",
        4 * 1024 * 1024,
        "Published figures must keep their contract.",
    ),
)
FOLDERS = frozenset(kind.folder for kind in KINDS)
ROOT_FILES = frozenset({"schema.json", "LICENSE", "README.md"})
"""Files that stand beside the folders and are not judged here."""


def kind_of(name: PurePosixPath) -> Kind | None:
    """The kind of a file by its place below ``submissions/``; None for a file that belongs nowhere."""
    return next((kind for kind in KINDS if name.parts[0] == kind.folder and name.suffix == kind.suffix), None)


def read_other(kind: Kind, data: bytes, name: PurePosixPath) -> Iterable[Problem]:
    """The problems of a file that is no result."""
    if kind.module is None:
        raise ValueError("results have rules of their own")
    if len(data) > kind.maximum_bytes:
        return (Problem("", f"be at most {kind.maximum_bytes:,} bytes long", f"{len(data):,} bytes or more"),)
    try:
        reader: Reader = importlib.import_module(kind.module).problems
        return tuple(reader(data, name))
    except Exception as error:  # noqa: BLE001 - the judge answers, whatever is in the file
        return (Problem("", "be a file that its reader can read", f"{type(error).__name__}: {printable(str(error))}"),)
