"""The made-up corpora that the figures of scale come from: accepted by the judge, mixed, and each within the larger one."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path, PurePosixPath

import pytest

from bench.submission import Submission
from bench.validation.engine import judge_bytes
from bench.validation.kinds import kind_of, read_other
from bench.workloads import WORKLOADS

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
import corpus_generator

_FILES = 110


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    return dict(corpus_generator.files(_FILES))


def test_the_judge_accepts_every_file(made: dict[str, bytes]) -> None:
    for path, data in made.items():
        name = PurePosixPath(path)
        if name.parts[0] == "results":
            assert [item for item in judge_bytes(data, name, day=date(2026, 12, 1)) if item.severity == "error"] == []
        else:
            kind = kind_of(name)
            assert kind is not None
            assert list(read_other(kind, data, name)) == []


def test_a_larger_corpus_begins_with_the_smaller_one(made: dict[str, bytes]) -> None:
    assert dict(corpus_generator.files(_FILES // 2)).items() <= made.items()


def test_the_corpus_is_mixed(made: dict[str, bytes]) -> None:
    found = [Submission.model_validate_json(data) for path, data in made.items() if path.startswith("results")]
    runs = [run for item in found for run in item.runs]
    assert {run.workload for run in runs} == {facts.id for facts in WORKLOADS}
    assert {run.status for run in runs} == {"complete", "failed"}
    assert {run.backend for run in runs} == {"tensorflow", "jax", "torch"}
    assert {"fp32", "tf32", "fp16", "bf16"} == {run.precision for run in runs}
    assert any(run.throttle for run in runs)
    assert any(len(item.runs) > 2 for item in found)
    assert any(len(run.device_indices) > 1 for run in runs)
    assert {item.system.devices[0].kind for item in found} >= {"gpu", "cpu"}
    assert sum(path.startswith("records") for path in made) == 5
    assert len({item.system.hardware_id for item in found}) > _FILES // 2
