"""Probes: blocks of steps on a fixed pool of samples, after a proof that the machine computes.

The clock is that of the trainings (``bench.training``): blocks of at least half a second, each closed by
fetching the loss, after a warm-up.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

import numpy as np

from bench import timing
from bench.submission import Blocks, Proof, Repeat
from bench.timestamp import now
from bench.training import NotANumberError, StoppedError, batches, clock_of, run_block, warm_up

if TYPE_CHECKING:
    from bench.engines.engine import Engine, Plan
    from bench.training import Session

BLOCKS = 20
QUICK_BLOCKS = 5
_SECONDS_LIMIT = 60.0
_PROOF_STEPS = 120
PROOF_ACCURACY = 0.95


def memorise(engine: Engine, plan: Plan) -> Proof:
    """Train on the first batch alone until 95 % of it is right, or 120 steps; the weights are put back."""
    state = engine.state()
    size = min(plan.preset.batch_size, plan.preset.rows)
    indices, weights = np.arange(size, dtype=np.int32)[None], np.ones((1, size), dtype=np.float32)
    first = last = engine.fetch([engine.launch(indices, weights)])
    steps = 1
    while last.correct < PROOF_ACCURACY * last.samples and steps < _PROOF_STEPS:
        last = engine.fetch([engine.launch(indices, weights)])
        steps += 1
    engine.load_state(state)
    return Proof(
        steps=steps, first_loss=first.loss / first.samples, last_loss=last.loss / last.samples, accuracy=last.correct / last.samples
    )


def verify(engine: Engine) -> Proof:
    """Proof of a primitive: the largest error against double precision, and the share of elements within tolerance."""
    found = engine.evaluate()
    return Proof(steps=1, first_loss=found.loss, last_loss=found.loss, accuracy=found.correct / found.samples)


def blocks_of(plan: Plan) -> int:
    """Blocks of one round."""
    return QUICK_BLOCKS if plan.preset.id == "quick" else BLOCKS


def probe(engine: Engine, plan: Plan, session: Session) -> Repeat:
    """Measure one round: twenty blocks (quick: five), or a minute of them.

    Raises:
        StoppedError: when asked to stop.
        NotANumberError: when the loss is not finite.
    """
    warm, step = warm_up(engine, plan, session.warmup_seconds)
    size = timing.steps_per_block(step, engine.steps_per_launch, 10**9)
    order = np.arange(size * plan.preset.batch_size, dtype=np.int64) % plan.preset.rows
    indices, weights = batches(order.astype(np.int32), plan.preset.batch_size)
    wanted, seconds = blocks_of(plan), list[float]()
    begin = window = time.perf_counter()
    while len(seconds) < wanted and (begin - window < _SECONDS_LIMIT or not seconds):
        totals = run_block(engine, indices, weights, range(size))
        end = time.perf_counter()
        seconds.append(end - begin)
        begin = end
        if not math.isfinite(totals.loss):
            raise NotANumberError("the loss is not finite")
        session.on_block(1, len(seconds), wanted, totals.loss / totals.samples)
        if reason := session.stop_requested():
            raise StoppedError(reason)
    session.on_window(window, begin)
    return _round(plan, session, warm, _blocks(size, plan, seconds))


def _blocks(size: int, plan: Plan, seconds: list[float]) -> Blocks:
    return Blocks(
        steps_per_block=size,
        samples_per_block=size * plan.preset.batch_size,
        measured=len(seconds),
        seconds=timing.thin(seconds),
    )


def _round(plan: Plan, session: Session, warm: float, blocks: Blocks) -> Repeat:
    ledger = session.ledger.model_copy(update={"warmup_seconds": session.ledger.warmup_seconds + warm})
    train_seconds = math.fsum(blocks.seconds)
    clock = clock_of(ledger, train_seconds=train_seconds, evaluate_seconds=0.0, total_seconds=session.elapsed())
    return Repeat(seed=plan.seed, started_at=ledger.started_at, ended_at=now(), clock=clock, blocks=blocks)
