from __future__ import annotations

import json

import pytest
from submission_factory import make_submission

from bench import running
from bench.cli import make_parser
from bench.contributing import Machine, default_preset, fit, requests
from bench.exits import UsageError
from bench.submission import MAXIMUM_BYTES, Series, Submission

CPU, GPUS = Machine(gpus=0, cpu_cores=2), Machine(gpus=4, cpu_cores=64)


def _asked(*words: str, machine: Machine = CPU) -> list[running.Request]:
    return requests(make_parser().parse_args(["run", *words]), machine)


def test_without_words_the_machine_decides() -> None:
    assert default_preset(CPU) == "tenth"
    assert default_preset(GPUS) == "standard"
    (only,) = _asked()
    assert (only.plan.workload, only.plan.preset.id, only.mode, only.repeats) == ("sentiment-bilstm", "tenth", "single", 1)


def test_probes_are_measured_three_times_and_all_devices_in_parallel() -> None:
    (only,) = _asked("--workload", "matmul", "--devices", "all", machine=GPUS)
    assert (only.repeats, only.mode, only.plan.device_indices) == (3, "data-parallel", (0, 1, 2, 3))


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--preset", "full"], "standard, tenth"),
        (["--workload", "lstm"], "sentiment-bilstm"),
        (["--devices", "2"], "1 to 1 or all"),
        (["--devices", "two"], "got 'two'"),
        (["--dataset", "tweets2012"], "--data-file"),
        (["--dataset", "tweets2012", "--data-file", "x.csv", "--preset", "quick"], "must be standard"),
    ],
)
def test_what_cannot_be_run_is_answered_with_what_can(words: list[str], answer: str) -> None:
    with pytest.raises(UsageError, match=answer):
        _asked(*words)


def test_other_settings_have_another_fingerprint() -> None:
    (first,), (second,) = _asked("--seed", "1"), _asked("--seed", "2")
    assert first.fingerprint(0) != second.fingerprint(0)
    assert first.fingerprint(0) != first.fingerprint(1)


def test_telemetry_is_thinned_until_the_file_fits_and_keeps_its_extremes() -> None:
    submission = Submission.model_validate_json(json.dumps(make_submission(seed=3)))
    values = tuple(float(number) + 0.123456789 for number in range(299))
    long = Series(device=None, name="load_average", start_seconds=0.0, interval_seconds=1.0, minimum=values, mean=values, maximum=values)
    run = submission.runs[0].model_copy(update={"telemetry": (long,) * 16})
    data = fit(submission.model_copy(update={"runs": (run,)}))
    assert len(data) <= MAXIMUM_BYTES
    (kept, *_) = Submission.model_validate_json(data).runs[0].telemetry
    assert (min(kept.minimum), max(kept.maximum)) == (values[0], values[-1])


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (MemoryError("no room"), "out_of_memory"),
        (RuntimeError("ResourceExhausted: failed to allocate"), "out_of_memory"),
        (OSError(28, "No space left on device"), "disk_full"),
        (RuntimeError("CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access"), "device_lost"),
        (ValueError("something else"), "error"),
    ],
)
def test_a_failure_is_named_and_says_what_happened(error: Exception, reason: str) -> None:
    assert running._failure(error).reason == reason
