"""Every rule has a file on which it fires, files on which it does not, and says what, why and how to mend it."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from mutations import RULE_IDS, broken

from bench.validation import rules
from bench.validation.engine import judge_bytes
from bench.validation.gathering import place_of
from bench.validation.rules import CHANGE_RULES, DIRECTORY_RULES, RULES

if TYPE_CHECKING:
    from bench.validation.rule import Rule

EXAMPLES = Path(__file__).parent.parent / "examples"
DAY = date(2026, 12, 1)
ON_FILES = [rule for rule in RULES if rule.scope in {"bytes", "submission"}]
VALID = sorted((EXAMPLES / "valid").rglob("*.json"))


def _fired(path: Path) -> list[str]:
    return [item.rule for item in judge_bytes(path.read_bytes(), place_of(path), day=DAY)]


def test_every_rule_module_is_in_the_tuple() -> None:
    modules = {path.stem.replace("_", "-") for path in Path(rules.__file__).parent.glob("*.py")} - {"--init--"}
    assert {rule.id for rule in RULES} == modules
    assert len(RULES) == len(modules)


def test_every_rule_on_files_has_an_example() -> None:
    folders = {path.name for path in (EXAMPLES / "invalid").iterdir()}
    assert {rule.id for rule in ON_FILES} == folders


@pytest.mark.parametrize(
    "path", sorted((EXAMPLES / "invalid").rglob("*.json")), ids=lambda path: path.relative_to(EXAMPLES / "invalid").parts[0]
)
def test_the_example_fires_its_rule_alone(path: Path) -> None:
    wanted = path.relative_to(EXAMPLES / "invalid").parts[0]
    assert set(_fired(path)) - {"accuracy-band"} | {wanted} == {wanted}
    assert wanted in _fired(path)


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_no_rule_blocks_or_doubts_a_valid_example(path: Path) -> None:
    found = judge_bytes(path.read_bytes(), place_of(path), day=DAY)
    assert [item for item in found if item.severity != "note"] == []


@pytest.mark.parametrize("rule", ON_FILES, ids=lambda rule: rule.id)
def test_some_valid_example_does_not_fire_it(rule: Rule) -> None:
    assert any(rule.id not in _fired(path) for path in VALID)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_docstring_says_what_why_and_fix(rule: Rule) -> None:
    assert rule.what.endswith(".")
    assert len(rule.why) > 40
    assert len(rule.fix) > 10


@pytest.mark.parametrize("rule_id", RULE_IDS)
def test_the_example_files_are_what_the_mutations_make(rule_id: str) -> None:
    assert (EXAMPLES / "invalid" / rule_id / "example.json").read_bytes() == broken(rule_id), "run tests/validation/write_examples.py"


def test_rules_on_many_files_have_tests_of_their_own() -> None:
    text = "".join((Path(__file__).parent / name).read_text() for name in ("test_together.py", "test_change.py"))
    assert [rule.id for rule in (*DIRECTORY_RULES, *CHANGE_RULES) if f'"{rule.id}"' not in text] == []
