"""The accepted files as objects: which there are, what their records say of them. No frames here."""

from __future__ import annotations

import csv
import hashlib
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from bench import strict_json
from bench.submission import Submission

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bench.submission import Run

_RESULT_NAME = re.compile(r"^(?P<day>20[0-9]{6})-(?P<handle>[a-z0-9](?:[a-z0-9-]{0,38}))-(?P<hash>[0-9a-f]{8})$")


@dataclass(frozen=True)
class ResultFile:
    """One accepted submission and what is known about its file.

    Attributes:
        path: below the submissions folder, with forward slashes.
        sha256: of the file's bytes.
        size_bytes: of the file.
        submission: its content.
        tier: ``verified`` or ``community``.
        status: ``active``, ``superseded``, ``disputed`` or ``withdrawn``.
        reason: of the newest record, None without one.
        replaced_by: path below submissions of the file that takes its place, None without one.
    """

    path: str
    sha256: str
    size_bytes: int
    submission: Submission
    tier: str = "community"
    status: str = "active"
    reason: str | None = None
    replaced_by: str | None = None

    @property
    def result_id(self) -> str:
        """The file's name without its ending: date, handle and hash; unique on the board."""
        return self.path.rsplit("/", 1)[-1].removesuffix(".json")

    @property
    def handle(self) -> str:
        """Who sent it, from the file's name; empty where the name has another form."""
        match = _RESULT_NAME.match(self.result_id)
        return match["handle"] if match else ""


@dataclass(frozen=True)
class Refused:
    """A file below the results folder that is not on the board, and why."""

    path: str
    reason: str


@dataclass
class Sources:
    """All that the folder holds."""

    results: list[ResultFile] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)


def _records(submissions: Path) -> dict[str, list[dict[str, Any]]]:
    """Records by the path of the result that they speak of, oldest first."""
    found: dict[str, list[dict[str, Any]]] = {}
    for path in sorted((submissions / "records").glob("*.json")):
        record = strict_json.loads(path.read_bytes())
        found.setdefault(record["result"], []).append(record)
    for records in found.values():
        records.sort(key=lambda record: str(record["date"]))
    return found


def _states(records: list[dict[str, Any]]) -> dict[str, Any]:
    """Tier and status after all records: the newest that is not ``verified`` gives the status."""
    verified = any(record["kind"] == "verified" for record in records)
    others = [record for record in records if record["kind"] != "verified"]
    last = others[-1] if others else {}
    return {
        "tier": "verified" if verified else "community",
        "status": last.get("kind", "active"),
        "reason": last.get("reason"),
        "replaced_by": last.get("replaced_by"),
    }


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_input=False)[0]
    place = "/".join(str(part) for part in fault["loc"])
    return f"/{place}: {fault['msg']}"[:300]


def read_results(submissions: Path) -> Sources:
    """Read every file below ``results/``.

    Args:
        submissions: the folder that holds ``results``, ``records``, ``prices`` and ``published``.

    Raises:
        bench.strict_json.JsonError: when a record is not strict JSON.
    """
    sources, records = Sources(), _records(submissions)
    for path in sorted((submissions / "results").rglob("*.json")):
        name, data = path.relative_to(submissions).as_posix(), path.read_bytes()
        try:
            submission = Submission.model_validate_json(data)
        except ValidationError as error:
            sources.refused.append(Refused(name, _first_fault(error)))
            continue
        digest = hashlib.sha256(data).hexdigest()
        sources.results.append(ResultFile(name, digest, len(data), submission, **_states(records.get(name, []))))
    return sources


def read_tables(folder: Path) -> Iterator[tuple[str, int, dict[str, str]]]:
    """Rows of every CSV file of a folder: file name, line number, cells by column."""
    for path in sorted(folder.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            for row in reader:
                yield path.name, reader.line_num, row


def utc(stamp: str) -> datetime:
    """The moment of a contract time stamp."""
    return datetime.strptime(stamp, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def median_block_spread(run: Run) -> float | None:
    """Relative standard deviation of the kept blocks of a run, None with fewer than two.

    Source: sample standard deviation over mean, all repeats together.
    """
    seconds = [value for repeat in run.repeats for value in repeat.blocks.seconds]
    if len(seconds) < 2 or sum(seconds) <= 0:  # noqa: PLR2004 - a spread needs two values
        return None
    mean = sum(seconds) / len(seconds)
    return float((sum((value - mean) ** 2 for value in seconds) / (len(seconds) - 1)) ** 0.5 / mean)
