"""Published figures keep their contract, and the importer invents nothing."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import catalog
from bench.published import CAVEATS, Published, PublishedRow
from bench.publishing import UnknownSourceError, main, published_files, published_row
from bench.publishing_sources import DEVICES, SOURCES, TASK_OF, TASKS
from bench.validation.published_files import problems

FILES = sorted((Path(__file__).parents[2] / "submissions" / "published").glob("*.json"))
ROWS = [(path.stem, row) for path in FILES for row in Published.model_validate_json(path.read_bytes()).rows]
RAW: dict[str, Any] = {
    "source": "https://github.com/minimaxir/keras-cntk-benchmark", "seen_at": "a/b@0123: logs/x.csv", "license": "MIT", "kind": "result",
    "provider": "Somebody", "instance": "n1", "gpu": "Tesla K80 (1 die)", "gpu_count": 1, "workload": "IMDB biLSTM", "framework": "TF 1.4",
    "epochs": 4, "training_time_s": 173.4, "price_per_hour": 0.4975, "currency": "USD", "cost": None, "accuracy": 0.83,
    "derived": ["training_time_s=sum(elapsed)"], "notes": "Nov 2017.",
}  # fmt: skip


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_file_has_no_problem(path: Path) -> None:
    assert list(problems(path.read_bytes(), PurePosixPath("published", path.name))) == []


def test_every_source_has_its_file() -> None:
    assert {path.stem for path in FILES} == {slug for slug, _ in SOURCES.values()}


def test_every_task_and_caveat_is_used() -> None:
    assert {task for _, task in TASK_OF} == set(TASKS) == {row.task for _, row in ROWS if row.task}
    assert set(CAVEATS) == {caveat for _, row in ROWS for caveat in row.caveats}


def test_all_sources_are_there_in_number() -> None:
    assert len(ROWS) == 344
    assert sum(slug == "mlperf-training-v0.7" for slug, _ in ROWS) == 16


def test_half_a_card_is_said_to_be_half() -> None:
    halves = [row for _, row in ROWS if row.hardware_id == "nvidia-k80" and row.count == 1]
    assert halves
    assert all("two-die-card" in row.caveats for row in halves)


def test_stopped_runs_stay_in_the_list() -> None:
    stopped = [row for _, row in ROWS if row.durations and "aborted" in row.durations.ended]
    assert len(stopped) == 2
    assert all("aborted-runs" in row.caveats and len(row.durations.seconds) == 10 for row in stopped if row.durations)


def test_a_printed_device_is_a_name_of_the_catalogue() -> None:
    assert all(catalog.candidates(name) for name, _ in DEVICES.values())


def test_a_row_is_carried_over_as_it_is() -> None:
    row = published_row(RAW)
    assert (row.train_seconds, row.epochs, row.cost, row.measured) == (173.4, 4, None, "2017-11")
    assert row.price is not None
    assert row.price.low == 0.4975
    assert row.quality is not None
    assert (row.quality.value, row.quality.unit) == (0.83, "share")
    assert row.caveats == ("two-die-card",)


def test_no_cost_is_computed() -> None:
    assert published_row(RAW | {"price_per_hour": 1.0, "cost": None}).cost is None


def test_what_is_not_clear_stays_open() -> None:
    row = published_row(RAW | {"gpu": "Tesla P100"})
    assert (row.hardware_id, row.hardware_family) == (None, "nvidia-p100")


@pytest.mark.parametrize("change", [{"source": "https://example.org/"}, {"workload": "something else"}])
def test_an_unknown_source_or_task_is_refused(change: dict[str, str]) -> None:
    with pytest.raises(UnknownSourceError, match="must"):
        published_files([RAW | change])


def test_the_importer_writes_the_same_bytes_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rows.json").write_text(json.dumps([RAW]), encoding="utf-8")
    for out in ("one", "two"):
        assert main([str(tmp_path / "rows.json"), "--out", str(tmp_path / out)]) == 0
    assert "minimaxir-2017-keras-cntk.json" in capsys.readouterr().out
    one, two = ((tmp_path / out / "minimaxir-2017-keras-cntk.json").read_bytes() for out in ("one", "two"))
    assert one == two


def test_a_missing_input_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def _changed(change: dict[str, Any]) -> bytes:
    data = json.loads(FILES[0].read_bytes())
    data["rows"][0] |= change
    return json.dumps(data).encode()


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"hardware_id": "nvidia-v1000"}, "/rows/0/hardware_id"),
        ({"hardware_id": "nvidia-t4", "hardware_family": None}, "/rows/0/hardware_family"),
        ({"measured": "2099-01"}, "/rows/0/measured"),
        ({"notes": "a\u202eb"}, "/rows/0/notes"),
        ({"notes": "<b>"}, "/rows/0/notes"),
        ({"train_seconds": "12"}, "/rows/0/train_seconds"),
        ({"rank": 1}, "/rows/0/rank"),
        ({"cost": 1.0, "cost_currency": None}, "/rows/0"),
        ({"caveats": ["two-die-card", "two-die-card"]}, "/rows/0"),
    ],
)
def test_a_fault_is_named_at_its_place(change: dict[str, Any], place: str) -> None:
    found = list(problems(_changed(change), PurePosixPath("published/x.json")))
    assert place in {problem.pointer for problem in found}


@given(st.binary(max_size=200))
def test_any_bytes_give_an_answer(data: bytes) -> None:
    assert list(problems(data, PurePosixPath("published/x.json")))


def test_a_published_row_is_no_run() -> None:
    from bench.submission import Run

    assert not issubclass(PublishedRow, Run)
