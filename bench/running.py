"""From a plan to a submission: make the data, train the repeats, gather the evidence, write one file."""

from __future__ import annotations

import hashlib
import json
import os
import time
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final

from bench import checkpoint
from bench.checkpoint import Ledger
from bench.data import make_data
from bench.engines.factory import import_backend, make_engine
from bench.stopping import stop_requested
from bench.submission import Failure, Memory, Proof, Repeat, Run, Settings, Summary
from bench.summary import summarise
from bench.system import peak_host_bytes
from bench.telemetry import Sampler, TelemetryResult
from bench.timestamp import now
from bench.training import Session, StoppedError, compile_engine, resumed, train
from bench.workloads import workload

if TYPE_CHECKING:
    from pathlib import Path

    from bench.engines.engine import Engine, Plan
    from bench.progress import Progress
from bench.probing import blocks_of, memorise, probe, verify

PROTOCOL: Final = "1"
_QUICK_WARMUP_SECONDS = 2.0


@dataclass(frozen=True)
class Request:
    """What the contributor asked for.

    Attributes:
        plan: workload, preset, precision, first seed, devices.
        backend: ``tensorflow``, ``jax`` or ``torch``.
        mode: how devices are used.
        repeats: full measurements, each with the next seed.
        out: the submission file; the checkpoint stands beside it.
        resume: go on from a checkpoint.
    """

    plan: Plan
    backend: str
    mode: str
    repeats: int
    out: Path
    resume: bool

    def fingerprint(self, repeat: int) -> str:
        """Hash of everything that a checkpoint depends on."""
        facts = {**asdict(self.plan), "backend": self.backend, "mode": self.mode, "repeat": repeat}
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()

    def checkpoint_path(self, repeat: int) -> Path:
        """Where the state of a repeat is kept until the submission is written."""
        name = f"{self.out.name}.{self.plan.workload}.{self.plan.precision}.{repeat}.checkpoint"
        return self.out.with_name(name)


def _settings(plan: Plan, engine: Engine) -> Settings:
    preset = plan.preset
    return Settings(
        batch_size=preset.batch_size,
        epochs=preset.epochs,
        optimizer=preset.optimizer,
        learning_rate=preset.learning_rate,
        parameters=engine.parameters,
        steps_per_launch=engine.steps_per_launch,
        xla=engine.xla,
        tf32_allowed=engine.tf32_allowed,
    )


def _start_ledger(request: Request, repeat: int, imported: float, made: float) -> tuple[Ledger, list[object]]:
    """A new ledger, or that of the checkpoint with its state."""
    path, fingerprint = request.checkpoint_path(repeat), request.fingerprint(repeat)
    if request.resume and path.exists():
        ledger, state = checkpoint.load(path, fingerprint)
        finished = len(ledger.epochs) == request.plan.preset.epochs
        return ledger if finished else resumed(ledger, path), list(state)
    fresh = Ledger(fingerprint=fingerprint, started_at=now(), import_seconds=imported, data_seconds=made)
    return fresh, []


class Measurement:
    """One run under way: what is shared by its repeats."""

    def __init__(self, request: Request, process_start: float, progress: Progress) -> None:
        self._request, self._start, self._progress = request, process_start, progress
        self.load_average = _load_average()
        progress.say(f"loading {request.backend}")
        self._imported = import_backend(request.backend)
        begin = time.perf_counter()
        progress.say("making the data")
        self._data, self.dataset = make_data(request.plan)
        self._made = time.perf_counter() - begin
        self.engine: Engine | None = None
        self.proof: Proof | None = None
        self._sampler: Sampler | None = None

    def repeat(self, number: int) -> Repeat:
        """Measure one repeat, from its checkpoint where there is one."""
        request = self._request
        start = time.perf_counter() if number else self._start
        plan = replace(request.plan, seed=request.plan.seed + number)
        ledger, state = _start_ledger(request, number, self._imported, self._made)
        self._progress.say("building and compiling the model")
        self.engine = make_engine(request.backend, plan, self._data)
        compiled = compile_engine(self.engine, plan)
        if state:
            self.engine.load_state(state)  # type: ignore[arg-type]
        else:
            ledger = ledger.model_copy(update={"compile_seconds": compiled})
        session = Session(
            path=request.checkpoint_path(number),
            ledger=ledger,
            clock_start=start,
            warmup_seconds=_QUICK_WARMUP_SECONDS if plan.preset.id == "quick" else 30.0,
            on_block=self._progress.block,
            on_window=self._mark,
            stop_requested=stop_requested,
        )
        if workload(plan.workload).kind == "training":
            self._progress.start(plan.preset.epochs, plan.preset.steps_per_epoch, len(ledger.epochs))
            return train(self.engine, plan, session)
        if self.proof is None:
            self._progress.say("proving that it computes")
            begin = time.perf_counter()
            self.proof = memorise(self.engine, plan) if self._data else verify(self.engine)
            # Trained on throw-away weights, so it warms up; the clock must know of all that took long.
            session.ledger = session.ledger.model_copy(update={"warmup_seconds": time.perf_counter() - begin})
        self._progress.start(1, blocks_of(plan), 0, unit="blocks")
        return probe(self.engine, plan, session)

    def _mark(self, start: float, end: float) -> None:
        if self._sampler is not None:
            self._sampler.mark_window(start, end)

    def run(self) -> Run:
        """Measure all repeats; a run that fails says why and keeps what was measured."""
        repeats: list[Repeat] = []
        failure: Failure | None = None
        with Sampler(self._request.plan.device_indices) as self._sampler:
            try:
                for number in range(self._request.repeats):
                    repeats.append(self.repeat(number))  # noqa: PERF401 - what is measured stays when the next one fails
            except (StoppedError, checkpoint.CheckpointError):
                raise
            except Exception as error:  # noqa: BLE001 - whatever a driver or framework throws
                failure = _failure(error)
            measured = self._sampler.result()
        return self._finished(tuple(repeats), failure, measured)

    def _finished(self, repeats: tuple[Repeat, ...], failure: Failure | None, measured: TelemetryResult) -> Run:
        request, plan = self._request, self._request.plan
        if self.engine is None:
            raise RunFailedError(failure.message if failure else "the model was never built")
        return Run(
            protocol=PROTOCOL,
            workload=plan.workload,  # type: ignore[arg-type]
            preset=plan.preset.id,  # type: ignore[arg-type]
            precision=plan.precision,  # type: ignore[arg-type]
            backend=request.backend,  # type: ignore[arg-type]
            mode=request.mode,  # type: ignore[arg-type]
            device_indices=plan.device_indices,
            status="failed" if failure else "complete",
            failure=failure,
            dataset=self.dataset,
            settings=_settings(plan, self.engine),
            repeats=repeats,
            summary=_summary(plan, repeats) if repeats else None,
            kernel=self.engine.kernel() if plan.workload == "sentiment-bilstm" and not failure else None,
            proof=self.proof,
            memory=Memory(
                peak_host_bytes=peak_host_bytes(),
                peak_device_bytes=measured.peak_device_bytes,
                device_source=measured.device_memory_source,
            ),
            energy=measured.energy,
            telemetry=measured.series,
            throttle=measured.throttle,
            host_load_average=self.load_average,
        )


def _summary(plan: Plan, repeats: tuple[Repeat, ...]) -> Summary:
    facts = workload(plan.workload)
    traffic = facts.bytes_per_step(plan.preset) if plan.workload == "memory-bandwidth" else None
    return summarise(repeats, facts.flops_per_sample(plan.preset), traffic)


class RunFailedError(RuntimeError):
    """A run failed before anything could be measured."""


_REASONS = (
    ("out_of_memory", ("resourceexhausted", "out of memory", "oom", "memoryerror", "cannot allocate")),
    ("disk_full", ("no space left",)),
    ("device_lost", ("device lost", "cuda_error", "xid", "device_unavailable", "illegal memory access")),
    ("not_a_number", ("not finite",)),
)


def _failure(error: Exception) -> Failure:
    text = f"{type(error).__name__}: {error}"
    low = text.lower()
    reason = next((name for name, marks in _REASONS if any(mark in low for mark in marks)), "error")
    printable = "".join(char if char.isprintable() else " " for char in text)
    return Failure(reason=reason, message=printable.replace(os.path.expanduser("~"), "~")[:400])  # type: ignore[arg-type]  # noqa: PTH111


def _load_average() -> float | None:
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return None


def measure(request: Request, process_start: float, progress: Progress) -> Run:
    """Measure one run; the caller writes the file and then removes the checkpoints.

    Raises:
        StoppedError: when the process was told to end; ``--resume`` goes on.
        checkpoint.CheckpointError: when a checkpoint cannot be used.
    """
    return Measurement(request, process_start, progress).run()


def remove_checkpoints(request: Request) -> None:
    """Delete the checkpoints of a run whose submission is written."""
    for number in range(request.repeats):
        checkpoint.remove(request.checkpoint_path(number))
