"""What must hold in a file of published figures: the contract, catalogue ids, no row twice, one layout.

Why: These figures are others' work; each must be followed to its source, and none may look like a run of this board.

Fix: Write the file with `python -m bench.publishing`, or correct the named place by hand.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from pydantic import ValidationError

from bench import catalog, strict_json
from bench.published import Published
from bench.validation.context import today
from bench.validation.finding import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import PurePosixPath

    from bench.published import PublishedRow

_MOST_PROBLEMS = 20


def _of_contract(error: ValidationError) -> Iterator[Problem]:
    for fault in error.errors(include_url=False)[:_MOST_PROBLEMS]:
        pointer = "".join(f"/{part}" for part in fault["loc"])
        yield Problem(pointer, f"keep the contract: {fault['msg'].removeprefix('Value error, ')}", shown(fault["input"]))


def _of_hardware(pointer: str, row: PublishedRow) -> Iterator[Problem]:
    known = catalog.HARDWARE.get(row.hardware_id) if row.hardware_id else None
    if row.hardware_id and known is None:
        near = ", ".join(catalog.suggest(row.hardware_id, 3))
        hint = f"Near it: {near}. Leave it null where the source is not clear." if near else "Leave it null where the source is not clear."
        yield Problem(f"{pointer}/hardware_id", "be an id of the hardware catalogue", row.hardware_id, hint)
    if known is not None and row.hardware_family != known.family:
        yield Problem(f"{pointer}/hardware_family", f"be {known.family}, the family of the id", shown(row.hardware_family))


def _of_date(pointer: str, row: PublishedRow) -> Iterator[Problem]:
    if row.measured is not None and row.measured > today().isoformat():
        yield Problem(f"{pointer}/measured", "not lie in the future", row.measured)


def _of_text(pointer: str, row: PublishedRow) -> Iterator[Problem]:
    for name, value in row:
        if isinstance(value, str) and any(unicodedata.category(char)[0] == "C" for char in value):
            yield Problem(f"{pointer}/{name}", "hold visible characters only", shown(value))


def _of_rows(rows: tuple[PublishedRow, ...]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for index, row in enumerate(rows):
        pointer, text = f"/rows/{index}", row.model_dump_json()
        if text in first:
            yield Problem(pointer, "be there once", f"the same row as /rows/{first[text]}", "Remove the row.")
        first.setdefault(text, index)
        for check in (_of_hardware, _of_date, _of_text):
            yield from check(pointer, row)


def problems(data: bytes, name: PurePosixPath) -> Iterator[Problem]:
    """All that is wrong with a file of published figures, at most twenty.

    Args:
        data: the bytes of the file.
        name: its place below ``submissions/``.
    """
    try:
        strict_json.loads(data)
        published = Published.model_validate_json(data)
    except strict_json.JsonError as error:
        yield Problem("", f"be {error.must}", error.got, line=error.line)
        return
    except ValidationError as error:
        yield from _of_contract(error)
        return
    found = list(_of_rows(published.rows))
    if data != strict_json.model_bytes(published):
        found.append(
            Problem("", "stand in the project's one layout", f"another layout of {name.name}", "Run `python -m bench.publishing`.")
        )
    yield from found[:_MOST_PROBLEMS]
    if len(found) > _MOST_PROBLEMS:
        yield Problem("", "keep the contract of published figures", f"{len(found) - _MOST_PROBLEMS} more problems")
