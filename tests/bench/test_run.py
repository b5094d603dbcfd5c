"""The real command on this machine: a quick run, killed and resumed, and its file."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from bench.strict_json import loads
from bench.submission import MAXIMUM_BYTES, Submission

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def _command(out: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "bench.cli", "run", "--preset", "quick", "--out", str(out), *more]


def _wait_for_checkpoint(process: subprocess.Popen[bytes], out: Path) -> Path:
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline and process.poll() is None:
        found = list(out.parent.glob(f"{out.name}.*.checkpoint"))
        if found:
            return found[0]
        time.sleep(0.05)
    pytest.fail("no checkpoint appeared")


def _finish(out: Path) -> Submission:
    subprocess.run(_command(out, "--resume"), check=True, capture_output=True, timeout=300)
    loads(out.read_bytes())
    assert not list(out.parent.glob("*.checkpoint"))
    return Submission.model_validate_json(out.read_bytes())


@pytest.mark.parametrize(("number", "reason"), [(signal.SIGKILL, "process-died"), (signal.SIGTERM, "terminated")])
def test_a_run_that_is_stopped_loses_at_most_one_epoch(tmp_path: Path, number: signal.Signals, reason: str) -> None:
    out = tmp_path / "result.json"
    process = subprocess.Popen(_command(out), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    _wait_for_checkpoint(process, out)
    process.send_signal(number)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == (-9 if number == signal.SIGKILL else 143), errors
    assert not out.exists()
    submission = _finish(out)
    (run,) = submission.runs
    (repeat,) = run.repeats
    assert [epoch.epoch for epoch in repeat.epochs] == [1, 2, 3, 4]
    assert [interruption.reason for interruption in repeat.interruptions] == [reason]
    assert run.status == "complete"
    assert out.stat().st_size < MAXIMUM_BYTES
    assert repeat.epochs[-1].eval_accuracy > 0.85
