"""What pydantic says of a broken contract, in the judge's words: one problem for one mistake.

The same mistake in many places (all accuracies in percent) is one problem that names the first place and
counts the others.
"""

from __future__ import annotations

import difflib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from bench.submission import SCHEMA_VERSION, Submission
from bench.validation.finding import Problem, printable, shown
from bench.validation.locating import pointer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_LARGEST_PERCENT = 100
_MOST_PROBLEMS = 20
_MUST = {
    "missing": "be there",
    "int_type": "be a whole number",
    "int_from_float": "be a whole number",
    "float_type": "be a number",
    "string_type": "be a string",
    "bool_type": "be true or false",
    "tuple_type": "be a list",
    "model_type": "be an object",
    "model_attributes_type": "be an object",
    "finite_number": "be a finite number",
    "string_too_short": "be at least {min_length} character(s) long",
    "string_too_long": "be at most {max_length:,} characters long",
    "string_pattern_mismatch": "match {pattern}",
    "greater_than_equal": "be at least {ge}",
    "less_than_equal": "be at most {le:,}",
    "literal_error": "be one of {expected}",
    "too_long": "have at most {max_length} entries",
    "too_short": "have at least {min_length} entries",
}
_HINTS = {
    "missing": "Add the key; where nothing was measured its value is null.",
    "string_type": "Write the value in quotes.",
    "int_type": "Write a plain number: no quotes, no point, no exponent.",
    "float_type": "Write a plain number: no quotes.",
}


@lru_cache(maxsize=1)
def _key_names() -> frozenset[str]:
    definitions = Submission.model_json_schema()
    models = [definitions, *definitions["$defs"].values()]
    return frozenset(key for model in models for key in model.get("properties", ()))


def _is_percent(error: ErrorDetails) -> bool:
    value = error["input"]
    share = error["type"] == "less_than_equal" and error.get("ctx", {}).get("le") == 1
    return share and isinstance(value, (int, float)) and 1 < value <= _LARGEST_PERCENT


def _rule_id(error: ErrorDetails) -> str:
    if error["loc"] == ("schema_version",) and error["type"] == "literal_error":
        return "schema-version"
    if error["type"] == "json_invalid":
        return "json"
    if error["type"] == "extra_forbidden":
        return "unknown-key"
    return "percent" if _is_percent(error) else "contract"


def _unknown_key(error: ErrorDetails) -> Problem:
    key = str(error["loc"][-1])
    near = difflib.get_close_matches(key[:64], _key_names(), n=1)
    hint = f'The nearest key of the contract is "{near[0]}".' if near else ""
    place = (*error["loc"][:-1], key[:64])
    return Problem(pointer(place), "be a key of the contract", shown(key), hint)


def _must(error: ErrorDetails) -> str:
    text = _MUST.get(error["type"])
    return text.format(**error.get("ctx", {})) if text else printable(error["msg"][:1].lower() + error["msg"][1:], 200)


def _problem(rule_id: str, error: ErrorDetails) -> Problem:
    place = pointer(error["loc"])
    if rule_id == "unknown-key":
        return _unknown_key(error)
    if rule_id == "percent":
        return Problem(place, "be a share in [0, 1]", shown(error["input"]), f"This looks like percent: write {error['input'] / 100:g}.")
    if rule_id == "json":
        return Problem("", "be JSON", printable(str(error.get("ctx", {}).get("error", error["msg"])), 200))
    if rule_id == "schema-version":
        return Problem(place, f"be one of {SCHEMA_VERSION}", shown(error["input"]))
    got = "nothing" if error["type"] == "missing" else shown(error["input"])
    return Problem(place, _must(error), got, _HINTS.get(error["type"], ""))


def _mistake(rule_id: str, error: ErrorDetails) -> tuple[Any, ...]:
    """What makes two errors the same mistake."""
    if rule_id == "percent":
        return (rule_id,)
    names = [part for part in error["loc"] if isinstance(part, str)]
    return (rule_id, error["type"], names[-1] if names else "")


def _roots(errors: list[ErrorDetails]) -> list[ErrorDetails]:
    """Errors without those that only follow from an error further down."""
    places = {item["loc"] for item in errors}
    inner = {place[:depth] for place in places for depth in range(len(place))}
    return [item for item in errors if item["loc"] not in inner or len(errors) == 1]


def contract_findings(error: ValidationError) -> Iterator[tuple[str, Problem]]:
    """Rule ids and problems, one for each kind of mistake, at most twenty."""
    groups: dict[tuple[Any, ...], list[ErrorDetails]] = {}
    for item in _roots(error.errors(include_url=False)):
        groups.setdefault(_mistake(_rule_id(item), item), []).append(item)
    for (rule_id, *_), items in list(groups.items())[:_MOST_PROBLEMS]:
        problem = _problem(rule_id, items[0])
        if len(items) > 1:
            problem = Problem(problem.pointer, problem.must, f"{problem.got}, and {len(items) - 1} more places like it", problem.hint)
        yield rule_id, problem
