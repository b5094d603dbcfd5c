"""All findings of one judgement, and the three ways to write them down."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from bench import exits
from bench.validation.finding import SEVERITIES, printable
from bench.validation.rules import BY_ID

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bench.validation.finding import Finding

_APPEAL = (
    "A limit that honest hardware can break is no last word: leave the file as it is, and say in the pull request what your "
    "machine is; a maintainer can accept it."
)
_APPEALABLE = frozenset({"identity", "learning", "physics", "statistics"})
_MOST_LINES = 200


@dataclass(frozen=True)
class Report:
    """What the judge has to say.

    Attributes:
        files: how many files were judged.
        findings: in the order of files and rules.
        standings: where results would stand on their board, one sentence each.
    """

    files: int
    findings: tuple[Finding, ...]
    standings: tuple[str, ...] = field(default=())

    @property
    def blocked(self) -> bool:
        """Whether anything blocks."""
        return any(item.severity == "error" for item in self.findings)

    @property
    def appealable(self) -> bool:
        """Whether anything was found that honest hardware can be the reason of."""
        kinds = {BY_ID[item.rule].kind for item in self.findings if item.rule in BY_ID and item.severity == "error"}
        return self.counts["review"] > 0 or bool(kinds & _APPEALABLE)

    @property
    def verdict(self) -> str:
        """``refused``, ``review`` or ``accepted``."""
        if self.blocked:
            return "refused"
        return "review" if any(item.severity == "review" for item in self.findings) else "accepted"

    @property
    def exit_code(self) -> int:
        """0 when nothing blocks, else 1."""
        return exits.FINDINGS if self.blocked else exits.CLEAN

    @property
    def counts(self) -> dict[str, int]:
        """Findings by severity."""
        found = Counter(item.severity for item in self.findings)
        return {severity: found[severity] for severity in SEVERITIES}


def _place(item: Finding) -> str:
    return printable(item.file, 300) + (f":{item.line}" if item.line else "")


def _message(item: Finding) -> str:
    where = f"{printable(item.pointer, 200)} " if item.pointer else ""
    hint = f" {item.hint}" if item.hint else ""
    return f"{where}must {item.must}; got {item.got}.{hint}"


def _tally(report: Report) -> str:
    counts = report.counts
    plural = "file" if report.files == 1 else "files"
    return f"{report.files:,} {plural}: {counts['error']} blocking, {counts['review']} to review, {counts['note']} notes. {report.verdict}"


def text(report: Report) -> str:
    """For people: one line a finding, then the sum."""
    lines = [f"{_place(item)}: {item.severity} [{item.rule}] {_message(item)}" for item in report.findings]
    lines += report.standings
    if report.appealable:
        lines.append(_APPEAL)
    return "\n".join([*lines, _tally(report)]) + "\n"


def as_json(report: Report) -> str:
    """For machines: verdict, counts and findings."""
    value = {
        "verdict": report.verdict,
        "files": report.files,
        "counts": report.counts,
        "findings": [asdict(item) for item in report.findings],
        "standings": list(report.standings),
    }
    return json.dumps(value, indent=1) + "\n"


def _data(value: str) -> str:
    """Text of a workflow command, escaped as the runner asks."""
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


_COMMANDS = {"error": "error", "review": "warning", "note": "notice"}


def github(report: Report) -> str:
    """For a workflow: one annotation a finding, the sum as plain text."""
    lines = []
    for item in report.findings[:_MOST_LINES]:
        line = f",line={item.line}" if item.line else ""
        file = _property(printable(item.file, 300))
        lines.append(f"::{_COMMANDS[item.severity]} file={file}{line},title={_property(item.rule)}::{_data(_message(item))}")
    return "\n".join([*lines, *report.standings, _tally(report)]) + "\n"


def _cell(value: str) -> str:
    """Text of a table cell in which nothing is markup."""
    escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return "".join(f"\\{char}" if char in "\\`*_{}[]()#+-!|~@:" else char for char in escaped)


def summary(report: Report) -> str:
    """A small Markdown table for the summary of a workflow run."""
    rows = [f"### {report.verdict}: {_tally(report).rpartition('. ')[0]}", ""]
    if report.findings:
        rows += ["| | rule | file | what |", "|---|---|---|---|"]
    for item in report.findings[:_MOST_LINES]:
        rows.append(f"| {item.severity} | {_cell(item.rule)} | {_cell(_place(item))} | {_cell(_message(item))} |")
    rows += ["", *(_cell(line) for line in report.standings)]
    if report.appealable:
        rows += ["", _APPEAL]
    return "\n".join(rows) + "\n"


FORMATS: Mapping[str, Callable[[Report], str]] = {"text": text, "json": as_json, "github": github}


def render(report: Report, style: str) -> str:
    """Write a report down.

    Args:
        report: what to write.
        style: ``text``, ``json`` or ``github``.
    """
    return FORMATS[style](report)
