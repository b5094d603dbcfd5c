"""The loop and the clock, with an engine that only counts: no framework."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bench import checkpoint, training
from bench.checkpoint import CheckpointError, Ledger
from bench.engines.engine import Plan, Totals
from bench.timestamp import now
from bench.training import NotANumberError, Session, StoppedError
from bench.workloads.sentiment_bilstm import QUICK

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from bench.submission import Kernel

FINGERPRINT = "a" * 64
PLAN = Plan("sentiment-bilstm", replace(QUICK, rows=1000, batch_size=64, epochs=3), "fp32", 5, (0,))


class CountingEngine:
    """Counts how often each row was trained on; its state is that count."""

    replicas, steps_per_launch, xla, tf32_allowed, parameters = 1, 2, False, False, 1

    def __init__(self) -> None:
        self.seen = np.zeros(PLAN.preset.train_rows)
        self.loss = 0.5

    def launch(self, indices: NDArray[np.int32], weights: NDArray[np.float32]) -> tuple[float, float]:
        time.sleep(0.0005)
        np.add.at(self.seen, indices.ravel(), weights.ravel())
        return float(weights.sum()), self.loss

    def fetch(self, handles: list[Any]) -> Totals:
        samples = sum(count for count, _ in handles)
        return Totals(sum(count * loss for count, loss in handles), samples / 2, samples)

    def evaluate(self) -> Totals:
        return Totals(40.0, 80.0, 100.0)

    def state(self) -> list[NDArray[Any]]:
        return [self.seen.copy()]

    def load_state(self, arrays: list[NDArray[Any]]) -> None:
        self.seen = arrays[0].copy()

    def kernel(self) -> Kernel:
        raise NotImplementedError


def _session(path: Path | None = None, ledger: Ledger | None = None, **more: Any) -> Session:
    fresh = Ledger(fingerprint=FINGERPRINT, started_at=now())
    return Session(path=path, ledger=ledger or fresh, clock_start=time.perf_counter(), warmup_seconds=0.05, **more)


def test_every_row_is_trained_on_once_an_epoch_and_warm_up_leaves_no_trace() -> None:
    engine = CountingEngine()
    repeat = training.train(engine, PLAN, _session())
    assert (engine.seen == PLAN.preset.epochs).all()
    assert [epoch.samples for epoch in repeat.epochs] == [900, 900, 900]
    assert [epoch.steps for epoch in repeat.epochs] == [15, 15, 15]


def test_the_clock_adds_up() -> None:
    windows: list[tuple[float, float]] = []
    repeat = training.train(CountingEngine(), PLAN, _session(on_window=lambda start, end: windows.append((start, end))))
    clock = repeat.clock
    assert clock.train_seconds == pytest.approx(math.fsum(epoch.train_seconds for epoch in repeat.epochs))
    assert clock.train_seconds == pytest.approx(sum(end - start for start, end in windows), rel=1e-6)
    assert clock.train_seconds + clock.warmup_seconds + clock.evaluate_seconds <= clock.total_seconds


def test_a_stopped_run_goes_on_and_ends_where_an_undisturbed_one_does(tmp_path: Path) -> None:
    path = tmp_path / "run.checkpoint"
    seen: list[int] = []

    def stop_in_epoch_two() -> str | None:
        return "terminated" if seen and seen[-1] == 2 else None

    session = _session(path, on_block=lambda epoch, *_: seen.append(epoch), stop_requested=stop_in_epoch_two)
    with pytest.raises(StoppedError):
        training.train(CountingEngine(), PLAN, session)
    ledger, state = checkpoint.load(path, FINGERPRINT)
    assert len(ledger.epochs) == 1
    engine = CountingEngine()
    engine.load_state(state)
    repeat = training.train(engine, PLAN, _session(path, training.resumed(ledger, path)))
    assert (engine.seen == PLAN.preset.epochs).all()
    (interruption,) = repeat.interruptions
    assert interruption.reason == "terminated"
    assert interruption.lost_seconds is not None
    assert len(repeat.epochs) == 3


def test_a_killed_process_leaves_no_note_and_that_is_recorded(tmp_path: Path) -> None:
    path = tmp_path / "run.checkpoint"
    training.train(CountingEngine(), PLAN, _session(path))
    ledger, _ = checkpoint.load(path, FINGERPRINT)
    (interruption,) = training.resumed(ledger, path).interruptions
    assert (interruption.reason, interruption.stopped_at, interruption.lost_seconds) == ("process-died", None, None)


def test_a_checkpoint_of_other_settings_or_damaged_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "run.checkpoint"
    training.train(CountingEngine(), PLAN, _session(path))
    with pytest.raises(CheckpointError, match="other settings"):
        checkpoint.load(path, "b" * 64)
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(CheckpointError, match="delete it"):
        checkpoint.load(path, FINGERPRINT)


def test_a_loss_that_is_not_a_number_ends_the_run() -> None:
    engine = CountingEngine()
    engine.loss = math.nan
    with pytest.raises(NotANumberError, match="epoch 1"):
        training.train(engine, PLAN, _session())


def test_row_order_is_a_permutation_that_never_changes() -> None:
    order = training.row_order(1, 1, 10)
    assert sorted(order) == list(range(10))
    assert order.tolist() == training.row_order(1, 1, 10).tolist()
    assert order.tolist() != training.row_order(1, 2, 10).tolist()
    assert order.tolist() != training.row_order(2, 1, 10).tolist()


def test_the_last_batch_is_filled_up_with_weight_zero() -> None:
    indices, weights = training.batches(np.arange(10, dtype=np.int32), 4)
    assert indices.shape == (3, 4)
    assert weights.sum() == 10
    assert weights[2].tolist() == [1, 1, 0, 0]
