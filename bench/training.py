"""The one training loop and its clock.

Inside the clock (``train_seconds``): launching optimizer steps and fetching the loss that closes each block.
Outside, each in a field of its own: importing the framework, making the data, compiling (the first launch and
the first evaluation), warm-up, evaluation. Outside and in ``total_seconds`` alone: drawing the row order of an
epoch, checkpoints. Warm-up trains on throw-away weights: the initial state is put back after it.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from bench import checkpoint, timing
from bench.submission import Blocks, Clock, Epoch, Interruption, Repeat
from bench.timestamp import now

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from bench.checkpoint import Ledger
    from bench.engines.engine import Engine, Plan, Totals

_WARMUP_LAUNCHES = 3
_ORDER_KEY = 0x6F72646572  # keeps the row-order stream apart from the corpus stream of the same seed


class NotANumberError(ArithmeticError):
    """The loss is not finite: the training diverged or 16 bit overflowed."""


class StoppedError(Exception):
    """The process was told to end; the checkpoint of the last finished epoch stands."""


@dataclass
class Session:
    """What the loop needs besides engine and plan.

    Attributes:
        path: checkpoint file, None to keep none.
        ledger: measured so far.
        clock_start: ``time.perf_counter()`` at the start of this process's share of the run.
        warmup_seconds: upper limit of the warm-up.
        on_block: called with (epoch, steps done, steps per epoch, mean loss) after each block.
        on_window: called with the monotonic start and end of each timed window.
        stop_requested: asked after each block.
    """

    path: Path | None
    ledger: Ledger
    clock_start: float
    warmup_seconds: float = 30.0
    on_block: Callable[[int, int, int, float], None] = lambda *_: None
    on_window: Callable[[float, float], None] = lambda *_: None
    stop_requested: Callable[[], str | None] = lambda: None
    elapsed_before: float = field(init=False)

    def __post_init__(self) -> None:
        self.elapsed_before = self.ledger.elapsed_seconds

    def elapsed(self) -> float:
        """Wall seconds of this and all earlier processes of the run."""
        return self.elapsed_before + time.perf_counter() - self.clock_start


def row_order(seed: int, epoch: int, rows: int) -> NDArray[np.int32]:
    """A permutation of the training rows, the same on every platform.

    Sorting keys of the counter-based stream, for ``Generator.permutation`` may change between numpy versions.
    """
    stream = np.random.Philox(key=np.array([seed ^ _ORDER_KEY, epoch], dtype=np.uint64))
    return np.argsort(stream.random_raw(rows), kind="stable").astype(np.int32)


def batches(order: NDArray[np.int32], batch_size: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Row indices (steps, batch) and weights (steps, batch); the last batch is filled up with weight 0."""
    steps = -(-len(order) // batch_size)
    indices = np.zeros(steps * batch_size, dtype=np.int32)
    indices[: len(order)] = order
    weights = (np.arange(steps * batch_size) < len(order)).astype(np.float32)
    return indices.reshape(steps, batch_size), weights.reshape(steps, batch_size)


def run_block(engine: Engine, indices: NDArray[np.int32], weights: NDArray[np.float32], block: range) -> Totals:
    """Run the steps of one block and wait for them."""
    size = engine.steps_per_launch
    parts = [range(block.start + part.start, block.start + part.stop) for part in timing.spans(len(block), size)]
    return engine.fetch([engine.launch(indices[part.start : part.stop], weights[part.start : part.stop]) for part in parts])


def compile_engine(engine: Engine, plan: Plan) -> float:
    """First launch and first evaluation, in seconds; the weights are left as they were."""
    start = time.perf_counter()
    state = engine.state()
    indices, weights = batches(row_order(plan.seed, 0, plan.preset.train_rows), plan.preset.batch_size)
    run_block(engine, indices, weights, range(min(engine.steps_per_launch, len(indices))))
    if plan.preset.eval_rows:
        engine.evaluate()
    engine.load_state(state)
    return time.perf_counter() - start


def warm_up(engine: Engine, plan: Plan, limit_seconds: float) -> tuple[float, float]:
    """Train on throw-away weights until three blocks agree within 2 %; (seconds, seconds per step)."""
    start = time.perf_counter()
    state = engine.state()
    indices, weights = batches(row_order(plan.seed, 0, plan.preset.train_rows), plan.preset.batch_size)
    steps = min(engine.steps_per_launch * _WARMUP_LAUNCHES, len(indices))
    seconds: list[float] = []
    while not timing.settled(seconds) and (not seconds or time.perf_counter() - start < limit_seconds):
        begin = time.perf_counter()
        run_block(engine, indices, weights, range(steps))
        seconds.append(time.perf_counter() - begin)
    engine.load_state(state)
    return time.perf_counter() - start, min(seconds) / steps


def _train_epoch(engine: Engine, plan: Plan, session: Session, epoch: int) -> tuple[list[float], np.ndarray[Any, Any]]:
    """Block seconds and summed (loss, correct, samples) of one epoch."""
    indices, weights = batches(row_order(plan.seed, epoch, plan.preset.train_rows), plan.preset.batch_size)
    sums, seconds = np.zeros(3), []
    begin = window = time.perf_counter()
    for block in timing.spans(len(indices), session.ledger.steps_per_block):
        totals = run_block(engine, indices, weights, block)
        end = time.perf_counter()
        seconds.append(end - begin)
        begin = end
        sums += totals
        if not math.isfinite(totals.loss):
            raise NotANumberError(f"the loss is not finite in epoch {epoch} before step {block.stop}")
        session.on_block(epoch, block.stop, len(indices), sums[0] / sums[2])
        if reason := session.stop_requested():
            checkpoint.leave_note(session.path, reason, time.perf_counter() - window)
            raise StoppedError(reason)
    session.on_window(window, begin)
    return seconds, sums


def _finish_epoch(engine: Engine, plan: Plan, epoch: int, seconds: list[float], sums: np.ndarray[Any, Any]) -> Epoch:
    begin = time.perf_counter()
    held_out = engine.evaluate()
    return Epoch(
        epoch=epoch,
        steps=plan.preset.steps_per_epoch,
        samples=round(float(sums[2])),
        train_seconds=math.fsum(seconds),
        evaluate_seconds=time.perf_counter() - begin,
        train_loss=float(sums[0] / sums[2]),
        train_accuracy=float(sums[1] / sums[2]),
        eval_loss=held_out.loss / held_out.samples,
        eval_accuracy=held_out.correct / held_out.samples,
        eval_correct=round(held_out.correct),
        learning_rate=plan.preset.learning_rate,
    )


def resumed(ledger: Ledger, path: Path) -> Ledger:
    """The ledger of a run that goes on, with the interruption written down."""
    note = checkpoint.read_stop(path)
    entry = Interruption(
        stopped_at=note.stopped_at if note else None,
        resumed_at=now(),
        reason=note.reason if note else "process-died",
        lost_seconds=note.lost_seconds if note else None,
    )
    return ledger.model_copy(update={"interruptions": (*ledger.interruptions, entry)})


def train(engine: Engine, plan: Plan, session: Session) -> Repeat:
    """Train the epochs that are missing and return the finished repeat.

    Raises:
        StoppedError: when asked to stop; nothing but the unfinished epoch is lost.
        NotANumberError: when the loss is not finite.
    """
    if session.ledger.steps_per_block == 0:
        warm, step = warm_up(engine, plan, session.warmup_seconds)
        size = timing.steps_per_block(step, engine.steps_per_launch, plan.preset.steps_per_epoch)
        session.ledger = session.ledger.model_copy(update={"warmup_seconds": warm, "steps_per_block": size})
    for epoch in range(len(session.ledger.epochs) + 1, plan.preset.epochs + 1):
        seconds, sums = _train_epoch(engine, plan, session, epoch)
        finished = _finish_epoch(engine, plan, epoch, seconds, sums)
        session.ledger = session.ledger.model_copy(
            update={
                "epochs": (*session.ledger.epochs, finished),
                "block_seconds": (*session.ledger.block_seconds, *seconds),
                "elapsed_seconds": session.elapsed(),
                "saved_at": now(),
            }
        )
        if session.path is not None:
            checkpoint.save(session.path, session.ledger, engine.state())
    return _repeat(plan, session)


def _whole_blocks(plan: Plan, ledger: Ledger) -> list[float]:
    """Blocks of full size: the short last one of each epoch would look like a fast one."""
    per_epoch = -(-plan.preset.steps_per_epoch // ledger.steps_per_block)
    short = plan.preset.train_rows % (ledger.steps_per_block * plan.preset.batch_size) != 0
    keep = [seconds for index, seconds in enumerate(ledger.block_seconds) if not short or index % per_epoch != per_epoch - 1]
    return keep or list(ledger.block_seconds)


def clock_of(ledger: Ledger, *, train_seconds: float, evaluate_seconds: float, total_seconds: float) -> Clock:
    """The clock of a repeat: what came before the timed window stands in the ledger."""
    return Clock(
        import_seconds=ledger.import_seconds,
        data_seconds=ledger.data_seconds,
        compile_seconds=ledger.compile_seconds,
        warmup_seconds=ledger.warmup_seconds,
        train_seconds=train_seconds,
        evaluate_seconds=evaluate_seconds,
        total_seconds=total_seconds,
    )


def _repeat(plan: Plan, session: Session) -> Repeat:
    ledger = session.ledger
    whole = _whole_blocks(plan, ledger)
    clock = clock_of(
        ledger,
        train_seconds=math.fsum(epoch.train_seconds for epoch in ledger.epochs),
        evaluate_seconds=math.fsum(epoch.evaluate_seconds for epoch in ledger.epochs),
        total_seconds=ledger.elapsed_seconds,
    )
    blocks = Blocks(
        steps_per_block=ledger.steps_per_block,
        samples_per_block=min(ledger.steps_per_block * plan.preset.batch_size, plan.preset.train_rows),
        measured=len(whole),
        seconds=timing.thin(whole),
    )
    return Repeat(
        seed=plan.seed,
        started_at=ledger.started_at,
        ended_at=ledger.saved_at or now(),
        clock=clock,
        epochs=ledger.epochs,
        blocks=blocks,
        interruptions=ledger.interruptions,
    )
