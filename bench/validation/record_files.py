"""What must hold in a record: its contract, its name, a date that exists, and a replacement where one is said.

Why: A record hides a result or marks it; the loader trusts it.

Fix: Write the file after the example in CONTRIBUTING, or let a maintainer do it.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from pydantic import ValidationError

from bench.record import Record
from bench.strict_json import JsonError, content_hash, loads
from bench.validation.context import today
from bench.validation.finding import Problem, printable, shown
from bench.validation.locating import pointer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import PurePosixPath


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _of_date(record: Record) -> Iterator[Problem]:
    day = _day(record.date)
    if day is None or not date(2026, 11, 1) <= day <= today() + timedelta(days=1):
        yield Problem("/date", "be a day of the calendar between 2026-11-01 and today", shown(record.date))


def problems(data: bytes, name: PurePosixPath) -> Iterator[Problem]:
    """All problems of one record.

    Args:
        data: the file.
        name: its place below ``submissions/``.
    """
    try:
        loads(data)
        record = Record.model_validate_json(data)
    except JsonError as error:
        yield Problem("", f"be {error.must}", printable(error.got), line=error.line)
        return
    except ValidationError as error:
        for item in error.errors(include_url=False)[:20]:
            yield Problem(pointer(item["loc"]), printable(item["msg"][:1].lower() + item["msg"][1:], 200), shown(item["input"]))
        return
    yield from _of_date(record)
    right = f"{record.date.replace('-', '')}-{record.by}-{content_hash(data)}.json"
    if name.name != right:
        yield Problem("", f"be named {right}", printable(name.name))
    if (record.kind == "superseded") != (record.replaced_by is not None):
        yield Problem("/replaced_by", "name a result in a record of the kind superseded, and only there", shown(record.replaced_by))
