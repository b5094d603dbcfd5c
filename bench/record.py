"""The contract of a record: a later word on a result, added beside it and never written into it.

Format history:
    1.0 (2026-12) first version.

File: ``submissions/records/<yyyymmdd>-<handle>-<hash8>.json``, named like a result.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import StringConstraints

from bench.fields import Model, Text

SCHEMA_VERSION: Final = "1.0"

Handle = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(?:-[a-z0-9]+)*$", max_length=39)]
ResultPath = Annotated[str, StringConstraints(pattern=r"^results/[a-z0-9]+(?:[.-][a-z0-9]+)*/[0-9]{8}-[a-z0-9-]{1,39}-[0-9a-f]{8}\.json$")]
Day = Annotated[str, StringConstraints(pattern=r"^20[0-9]{2}-[01][0-9]-[0-3][0-9]$")]


class Record(Model):
    """One word on one result: that it was measured again, is withdrawn, in doubt, or replaced."""

    schema_version: Literal["1.0"]
    kind: Literal["verified", "withdrawn", "disputed", "superseded"]
    result: ResultPath
    """Path below ``submissions/``."""
    reason: Text
    by: Handle
    date: Day
    replaced_by: ResultPath | None = None
    """Of a superseded result: the one that takes its place."""
