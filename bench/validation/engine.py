"""Runs the rules. Never raises on any bytes: a rule that crashes becomes a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from bench.strict_json import JsonError
from bench.validation.context import Context, today
from bench.validation.contract_errors import contract_findings
from bench.validation.finding import Finding, Problem, printable
from bench.validation.locating import walk
from bench.validation.reading import read
from bench.validation.rules import BY_ID, BYTES_RULES, SUBMISSION_RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date
    from pathlib import PurePosixPath

    from bench.validation.rule import Rule

_UNNAMED = "submission"


def finding(rule: Rule, problem: Problem, file: str) -> Finding:
    """A problem of a rule in a file."""
    return Finding(
        rule=rule.id,
        severity=problem.severity or rule.severity,
        file=file,
        pointer=problem.pointer,
        line=problem.line,
        must=problem.must,
        got=problem.got,
        hint=problem.hint or rule.fix,
    )


def run_rule(rule: Rule, given: object, file: str) -> Iterator[Finding]:
    """The findings of one rule; a crash is one of them."""
    try:
        for problem in rule.check(given):
            yield finding(rule, problem, file)
    except Exception as error:  # noqa: BLE001 - the judge answers, whatever a stranger's file does to a rule
        yield _crashed(rule, error, file)


def run_wide_rule(rule: Rule, given: object) -> Iterator[Finding]:
    """The findings of a rule that sees many files; it says of each problem which file has it."""
    try:
        for where, problem in rule.check(given):
            yield finding(rule, problem, where if isinstance(where, str) else where.file)
    except Exception as error:  # noqa: BLE001 - as above
        yield _crashed(rule, error, "")


def _crashed(rule: Rule, error: Exception, file: str) -> Finding:
    got = f"{type(error).__name__}: {printable(str(error))}"
    hint = "This is a fault of the judge, not of the file: please report it with the file."
    return Finding("rule-crashed", "review", file, "", None, f"be judged by the rule {rule.id}", got, hint)


def _placed(findings: Sequence[Finding], data: bytes) -> tuple[Finding, ...]:
    """What is worth saying, with lines: notes wait until nothing blocks; notes alone are not worth a walk."""
    if any(item.severity == "error" for item in findings):
        findings = [item for item in findings if item.severity != "note"]
    if all(item.severity == "note" for item in findings):
        return tuple(findings)
    lines = walk(data).lines
    return tuple(_at(item, item.line or (lines.get(item.pointer) if item.pointer else None)) for item in findings)


def _at(item: Finding, line: int | None) -> Finding:
    return Finding(item.rule, item.severity, item.file, item.pointer, line, item.must, item.got, item.hint)


def _json_problem(error: JsonError, data: bytes) -> Problem:
    places = walk(data)
    place = places.duplicate if "duplicate" in error.must else places.constant if "finite" in error.must else None
    pointer, line = place or ("", error.line)
    return Problem(pointer, f"be {error.must}", printable(error.got), line=line)


def _form(data: bytes, name: PurePosixPath | None, file: str, day: date) -> tuple[Context | None, list[Finding]]:
    """The context of a well-formed submission, or what is wrong with its form."""
    found = [item for rule in BYTES_RULES for item in run_rule(rule, data, file)]
    if any(item.severity == "error" for item in found):
        return None, found
    try:
        return Context(read(data), data, name, day), found
    except JsonError as error:
        return None, [*found, finding(BY_ID["json"], _json_problem(error, data), file)]
    except ValidationError as error:
        return None, [*found, *(finding(BY_ID[rule_id], problem, file) for rule_id, problem in contract_findings(error))]
    except Exception as error:  # noqa: BLE001 - whatever a parser does with a stranger's bytes
        problem = Problem("", "be JSON that can be read", f"{type(error).__name__}: {printable(str(error))}")
        return None, [*found, finding(BY_ID["json"], problem, file)]


def judge_context(context: Context, file: str, rules: Iterable[Rule] = SUBMISSION_RULES) -> list[Finding]:
    """The findings of all rules on one well-formed submission."""
    return [item for rule in rules for item in run_rule(rule, context, file)]


def examine(data: bytes, name: PurePosixPath | None, file: str, day: date) -> tuple[Context | None, tuple[Finding, ...]]:
    """The context, where the form allows one, and all findings of one result file."""
    context, found = _form(data, name, file, day)
    if context is not None:
        found += judge_context(context, file)
    return context, _placed(found, data)


def judge_bytes(data: bytes, name: PurePosixPath | None = None, *, day: date | None = None) -> tuple[Finding, ...]:
    """Judge one result file.

    Args:
        data: the bytes of the file, whatever they are.
        name: its place below ``submissions/``; None when it is not in its place yet.
        day: the day of judgement (default: today, UTC).
    """
    return examine(data, name, str(name) if name else _UNNAMED, day or today())[1]
