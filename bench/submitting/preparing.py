"""From a result file and a few flags to the bytes and the path that go into the pull request."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pydantic import ValidationError

from bench.exits import UsageError
from bench.strict_json import JsonError, content_hash, loads, model_bytes
from bench.submission import MAXIMUM_BYTES, Provider, Submission
from bench.validation.engine import judge_bytes
from bench.validation.report import Report, render

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

_HANDLE = re.compile(r"[a-z0-9](?:[a-z0-9]|-(?=[a-z0-9])){0,38}", re.ASCII)


@dataclass(frozen=True)
class Prepared:
    """What would be sent.

    Attributes:
        data: the exact bytes.
        path: below the repository.
        submission: the same, read; None where the judge refuses the form.
        verdict: the judge's report as text.
        blocked: whether the judge refuses it.
    """

    data: bytes
    path: PurePosixPath
    submission: Submission | None
    verdict: str
    blocked: bool


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAXIMUM_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}; `bench run` writes the file and says where") from None


def _handle(given: str | None) -> str:
    handle = (given or "").strip().removeprefix("@").lower()
    if not _HANDLE.fullmatch(handle):
        raise UsageError(f"--handle must be your GitHub handle (letters, digits, single hyphens, at most 39), got {given!r}")
    return handle


def _provider(arguments: argparse.Namespace) -> Provider | None:
    """Where the machine was rented, None without a flag.

    Raises:
        UsageError: when a flag is missing or malformed.
    """
    if not any((arguments.provider, arguments.instance, arguments.region, arguments.commitment)):
        return None
    if not (arguments.provider and arguments.instance and arguments.commitment):
        raise UsageError("a rented machine needs --provider, --instance and --commitment together (and --region where there is one)")
    try:
        return Provider(provider=arguments.provider, instance=arguments.instance, region=arguments.region, commitment=arguments.commitment)
    except ValidationError as error:
        fault = error.errors()[0]
        raise UsageError(f"--{fault['loc'][0]}: {fault['msg']}") from None


def _filled(data: bytes, provider: Provider | None) -> tuple[bytes, Submission | None]:
    """The bytes with the provider filled in, untouched without one; the judge says what is wrong with malformed ones."""
    try:
        loads(data)
        submission = Submission.model_validate_json(data)
    except (JsonError, ValidationError):
        return data, None
    if provider is None:
        return data, submission
    submission = submission.model_copy(update={"provider": provider})
    return model_bytes(submission), submission


def prepare(arguments: argparse.Namespace) -> Prepared:
    """Read, fill, name and judge.

    Raises:
        UsageError: when the file cannot be read or a flag is wrong.
    """
    handle = _handle(arguments.handle)
    data, submission = _filled(_read(arguments.file), _provider(arguments))
    if submission is None:
        findings = judge_bytes(data)
        path = PurePosixPath("submissions", "results", "unknown", "unknown.json")
    else:
        day = submission.created_at[:10].replace("-", "")
        name = PurePosixPath("results", submission.system.hardware_id, f"{day}-{handle}-{content_hash(data)}.json")
        findings, path = judge_bytes(data, name), "submissions" / name
    report = Report(1, findings)
    return Prepared(data, path, submission, render(report, "text"), report.blocked or submission is None)
