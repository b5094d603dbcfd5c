"""``--fix`` mends what is safe, and nothing that was measured."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

import pytest
from mutations import broken, honest
from submission_factory import submission_bytes, write_submission

from bench.validation import judge
from bench.validation.fixing import fix_paths, mend
from bench.validation.judging import judge_paths

if TYPE_CHECKING:
    from pathlib import Path

DAY = date(2026, 12, 1)


@pytest.mark.parametrize("rule_id", ["layout", "summary-recomputed"])
def test_it_mends(tmp_path: Path, rule_id: str) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(broken(rule_id))
    _, lines = fix_paths([path])
    assert len(lines) == 1
    assert judge_paths([path], day=DAY).findings == ()


def test_a_byte_order_mark_goes(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(b"\xef\xbb\xbf" + submission_bytes(honest()))
    text, code = judge([path], "text", None, fix=True)
    assert (text.splitlines()[0].startswith("fixed "), code) == (True, 0)


def test_an_alias_becomes_the_id_and_the_file_moves(tmp_path: Path) -> None:
    value = honest()
    right = value["system"]["hardware_id"]
    value["system"]["hardware_id"] = "tesla-v100"
    path = write_submission(tmp_path / "submissions", value)
    (moved,), lines = fix_paths([path])
    assert not path.exists()
    assert moved.parent.name == right
    assert right in lines[0]
    assert judge_paths([moved], day=DAY).findings == ()


@pytest.mark.parametrize("rule_id", ["percent", "clock-sums", "accuracy-ceiling", "json", "contract"])
def test_it_leaves_what_was_measured(tmp_path: Path, rule_id: str) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(broken(rule_id))
    before = [item.rule for item in judge_paths([path], day=DAY).findings]
    fix_paths([path])
    assert [item.rule for item in judge_paths([path], day=DAY).findings] == before


def test_a_sound_file_is_left_alone(tmp_path: Path) -> None:
    path = write_submission(tmp_path / "submissions", honest())
    before = path.read_bytes()
    assert fix_paths([tmp_path / "submissions"]) == ([tmp_path / "submissions"], [])
    assert path.read_bytes() == before


def test_mending_twice_changes_nothing_more() -> None:
    mended = mend(broken("summary-recomputed"))
    assert mended is not None
    again = mend(submission_bytes(mended[0]))
    assert again is not None
    assert again[1] == []


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b"{}", b"[" * 5000])
def test_what_cannot_be_read_is_left(data: bytes) -> None:
    assert mend(data) is None


def test_a_workflow_gets_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(page))
    path = tmp_path / "run.json"
    path.write_bytes(submission_bytes({**honest(), "a|b<script>[x](y)": 1}))
    judge([path], "github", None)
    text = page.read_text()
    assert text.startswith("### refused")
    assert "<script>" not in text
    assert "[x](y)" not in text


def test_new_results_are_told_where_they_would_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import subprocess

    monkeypatch.chdir(tmp_path)
    write_submission(tmp_path / "submissions", honest(seed=3, seconds=20.0), "alice")
    for words in (
        ["init", "-q", "-b", "main"],
        ["add", "-A"],
        ["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "x"],
    ):
        subprocess.run(["git", *words], check=True)
    write_submission(tmp_path / "submissions", honest(seed=4, seconds=16.0), "bob")
    report = judge_paths([tmp_path / "submissions"], "main", day=DAY)
    assert len(report.standings) == 1
    assert "place 1 of 2" in report.standings[0]
    assert "against the median of 1" in report.standings[0]
    assert json.loads(judge([tmp_path / "submissions"], "json", "main")[0])["standings"] == list(report.standings)
