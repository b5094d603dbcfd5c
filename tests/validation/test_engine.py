"""The judge on any bytes: one clear finding for one mistake, never an exception."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mutations import honest
from submission_factory import submission_bytes, write_submission

from bench.exits import UsageError
from bench.validation import judge
from bench.validation.engine import judge_bytes, run_rule
from bench.validation.judging import judge_paths
from bench.validation.rules import BY_ID

DAY = date(2026, 12, 1)
PLAIN = submission_bytes(honest())
FLAWS = {
    "nan": (
        PLAIN.replace(b'"evaluate_seconds": ', b'"evaluate_seconds": NaN, "x": ', 1),
        "json",
        "/runs/0/repeats/0/clock/evaluate_seconds",
    ),
    "infinity": (PLAIN.replace(b'"evaluate_seconds": ', b'"evaluate_seconds": 1e999, "x": ', 1), "json", ""),
    "duplicate-key": (PLAIN.replace(b'\n "runs"', b'\n "notes": null,\n "runs"'), "json", "/notes"),
    "percent": (PLAIN.replace(b'"eval_accuracy": 0.', b'"eval_accuracy": 79.', 1), "percent", "/runs/0/repeats/0/epochs/0/eval_accuracy"),
    "date-2031": (PLAIN.replace(b'"created_at": "2026', b'"created_at": "2031'), "future", "/created_at"),
    "long-name": (PLAIN.replace(b'"hardware_name": "', b'"hardware_name": "' + b"x" * 20_480), "contract", "/system/hardware_name"),
    "bom": (b"\xef\xbb\xbf" + PLAIN, "json", ""),
    "latin-1": (PLAIN.replace(b"Debian", b"D\xe9bian"), "json", ""),
    "surrogate": (PLAIN.replace(b'"notes": null', b'"notes": "\\ud800"'), "json", ""),
    "deep": (b"[" * 60_000 + b"\n", "json", ""),
    "huge-integer": (PLAIN.replace(b'"seed": ', b'"seed": ' + b"1" * 5000), "json", ""),
    "exponent-for-integer": (PLAIN.replace(b'"node_count": 1', b'"node_count": 1e0'), "contract", "/runs/0/node_count"),
    "true-for-one": (PLAIN.replace(b'"node_count": 1', b'"node_count": true'), "contract", "/runs/0/node_count"),
    "text-for-number": (PLAIN.replace(b'"node_count": 1', b'"node_count": "1"'), "contract", "/runs/0/node_count"),
    "markup-in-name": (PLAIN.replace(b'"hardware_name": "', b'"hardware_name": "<script>'), "contract", "/system/hardware_name"),
    "cut": (PLAIN[: len(PLAIN) // 2], "json", ""),
    "two-values": (PLAIN + PLAIN, "json", ""),
    "empty": (b"", "size", ""),
    "list": (b"[]\n", "contract", ""),
}


@pytest.mark.parametrize("name", FLAWS)
def test_one_mistake_is_one_finding(name: str) -> None:
    data, rule, pointer = FLAWS[name]
    found = judge_bytes(data, day=DAY)
    assert [(item.rule, item.severity, item.pointer) for item in found] == [(rule, "error", pointer)]
    assert len(found[0].got) < 400


def test_a_finding_names_the_line() -> None:
    data, _, _ = FLAWS["percent"]
    (found,) = judge_bytes(data, day=DAY)
    line = found.line or 0
    assert b"79." in data.splitlines()[line - 1]


def test_the_second_of_two_keys_is_named() -> None:
    data, _, _ = FLAWS["duplicate-key"]
    (found,) = judge_bytes(data, day=DAY)
    assert data.splitlines()[(found.line or 0) - 1].startswith(b' "notes"')


def test_a_key_twice_is_found_behind_an_escape() -> None:
    data = PLAIN.replace(b'\n "runs"', b'\n "not\\u0065s": null,\n "runs"')
    assert [item.rule for item in judge_bytes(data, day=DAY)] == ["json"]


def test_a_key_twice_is_found_with_space_before_the_colon() -> None:
    data = PLAIN.replace(b'\n "runs"', b'\n "notes" : null,\n "runs"')
    assert [item.rule for item in judge_bytes(data, day=DAY)] == ["json"]


def test_a_missing_file_could_not_be_judged(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        judge([tmp_path / "missing.json"], "text", None)


def test_a_rule_that_crashes_becomes_a_finding() -> None:
    (found,) = run_rule(BY_ID["peak-rate"], None, "x.json")
    assert (found.rule, found.severity) == ("rule-crashed", "review")
    assert "peak-rate" in found.must


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_get_an_answer(data: bytes) -> None:
    assert any(item.severity == "error" for item in judge_bytes(data, day=DAY))


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def _places(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, inner in items for place in _places(inner, (*path, key)))]


_PLACES = [place for place in _places(honest()) if place]


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(_PLACES), _JSON)
def test_any_value_anywhere_gets_an_answer_and_crashes_no_rule(place: tuple[object, ...], new: object) -> None:
    value: object = honest()
    target: object = value
    for part in place[:-1]:
        target = target[part]  # type: ignore[index]
    target[place[-1]] = new  # type: ignore[index]
    found = judge_bytes(json.dumps(value).encode(), day=DAY)
    assert [item for item in found if item.rule == "rule-crashed"] == []


_NUMBERS = [place for place in _PLACES if isinstance(place[-1], (str, int)) and place[-1] != "notes"]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(_NUMBERS), st.sampled_from([0, 1, 0.0, 1.0, 10**15, 1e18, 5e-324]))
def test_limits_of_the_contract_crash_no_rule(place: tuple[object, ...], new: object) -> None:
    value: object = honest()
    target: object = value
    for part in place[:-1]:
        target = target[part]  # type: ignore[index]
    target[place[-1]] = new  # type: ignore[index]
    assert "rule-crashed" not in {item.rule for item in judge_bytes(submission_bytes(value), day=DAY)}  # type: ignore[arg-type]


def test_links_and_strangers_below_submissions_are_refused(tmp_path: Path) -> None:
    submissions = tmp_path / "submissions"
    path = write_submission(submissions, honest())
    (path.parent / "20261120-example-00000000.json").symlink_to("/etc/passwd")
    (submissions / "results" / "run.sh").write_text("echo\n")
    (submissions / "other.txt").write_text("x\n")
    report = judge_paths([submissions], day=DAY)
    assert sorted(item.rule for item in report.findings if item.severity == "error") == ["stray-file"] * 3
    assert "root:" not in str(report)


def test_three_formats(tmp_path: Path) -> None:
    path = tmp_path / "x,y%:z.json"
    path.write_bytes(FLAWS["percent"][0])
    text, code = judge([path], "text", None)
    assert code == 1
    assert "must be a share in [0, 1]" in text
    assert "write 0.79" in text
    annotations, _ = judge([path], "github", None)
    assert annotations.startswith("::error file=")
    assert "x%2Cy%25%3Az.json,line=" in annotations
    value = json.loads(judge([path], "json", None)[0])
    assert (value["verdict"], value["counts"]["error"]) == ("refused", 1)


def test_hostile_text_does_not_reach_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(PLAIN.replace(b'"notes": null', b'"note\\u001b[2J\\u202e": "::error::x\\n::warning::y"'))
    for style in ("text", "github"):
        text, code = judge([path], style, None)
        assert code == 1
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert not any(line.startswith("::warning") for line in text.splitlines())


_BARE = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"tensorflow", "keras", "jax", "torch", "pandas", "altair", "jinja2", "mkdocs"}:
            raise ImportError(name)
sys.meta_path.insert(0, Blocked())
import bench.submission, bench.validation
from pathlib import Path
print(bench.validation.judge([Path(sys.argv[1])], "text", None)[1])
"""


def test_the_judge_works_without_frameworks_and_site_packages() -> None:
    example = Path(__file__).parent.parent / "examples/valid/gpu-tenth.json"
    done = subprocess.run([sys.executable, "-c", _BARE, str(example)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"
