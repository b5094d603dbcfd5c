"""``bench run``: choose what to measure, say so, measure it, write one submission."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bench import __version__, exits
from bench.engines.engine import Plan
from bench.exits import UsageError
from bench.progress import Progress
from bench.running import Request, RunFailedError, measure, remove_checkpoints
from bench.stopping import listen
from bench.strict_json import model_bytes, write_whole
from bench.submission import MAXIMUM_BYTES, SCHEMA_VERSION, Run, Series, Submission
from bench.timestamp import now
from bench.training import StoppedError
from bench.tweets import FORMATS
from bench.workloads import workload

if TYPE_CHECKING:
    import argparse

    from bench.workloads import Preset


@dataclass(frozen=True)
class Machine:
    """What the choice of a size depends on."""

    gpus: int
    cpu_cores: int


def default_preset(machine: Machine) -> str:
    """The full size on a GPU; a tenth of the rows on a CPU, which takes minutes on a laptop."""
    return "standard" if machine.gpus else "tenth"


def _machine(backend: str) -> Machine:
    from bench.engines.factory import import_backend
    from bench.system import detect

    import_backend(backend)  # before detection: what counts is what the framework uses, not what is plugged in
    found = detect(backend)
    gpus = sum(device.kind != "cpu" for device in found.devices)
    return Machine(gpus=gpus, cpu_cores=found.host.cpu_logical_cores)


def _device_indices(text: str, machine: Machine) -> tuple[int, ...]:
    available = max(1, machine.gpus)
    if text == "all":
        return tuple(range(available))
    if not text.isdigit() or not 1 <= int(text) <= available:
        raise UsageError(f"--devices must be 1 to {available} or all on this machine, got {text!r}")
    return tuple(range(int(text)))


def _real_corpus(arguments: argparse.Namespace, preset: Preset) -> tuple[str | None, str | None]:
    """Name and file of a real corpus, both None without one."""
    if (arguments.dataset is None) != (arguments.data_file is None):
        raise UsageError("--dataset and --data-file belong together: the corpus is not shipped, give the path of your copy")
    if arguments.dataset is not None and preset.corpus is None:
        raise UsageError("--dataset belongs to sentiment-bilstm; the probes have no corpus")
    if arguments.dataset is not None and preset.id in {"tenth", "quick"}:
        raise UsageError(f"--dataset trains on all rows; the preset must be standard, large or rare2018, got {preset.id}")
    return arguments.dataset, str(arguments.data_file) if arguments.data_file else None


def requests(arguments: argparse.Namespace, machine: Machine) -> list[Request]:
    """The runs that the arguments ask for.

    Raises:
        UsageError: for a workload, preset or device count that does not exist here.
    """
    preset_id = arguments.preset or ("standard" if arguments.dataset else default_preset(machine))
    indices = _device_indices(arguments.devices, machine)
    out = arguments.out or Path(f"bench-{now()[:10].replace('-', '')}-{preset_id}.submission.json")
    found = []
    for name in arguments.workload or ["sentiment-bilstm"]:
        try:
            facts = workload(name)
            preset = facts.preset(preset_id)
        except KeyError as error:
            raise UsageError(error.args[0]) from None
        corpus_name, corpus_file = _real_corpus(arguments, preset)
        if corpus_name is not None:
            preset = replace(preset, rows=FORMATS[corpus_name].rows)
        found.append(
            Request(
                plan=Plan(name, preset, arguments.precision, arguments.seed, indices, corpus_name, corpus_file),
                backend=arguments.backend,
                mode=arguments.mode or ("single" if len(indices) == 1 else "data-parallel"),
                repeats=arguments.repeats or (1 if facts.kind == "training" else 3),
                out=out,
                resume=arguments.resume,
            )
        )
    return found


def _halved(series: Series) -> Series:
    """Every two neighbouring intervals joined, extremes kept."""
    pairs = range(0, len(series.mean), 2)
    return series.model_copy(
        update={
            "interval_seconds": series.interval_seconds * 2,
            "minimum": tuple(min(series.minimum[at : at + 2]) for at in pairs),
            "mean": tuple(sum(series.mean[at : at + 2]) / len(series.mean[at : at + 2]) for at in pairs),
            "maximum": tuple(max(series.maximum[at : at + 2]) for at in pairs),
        }
    )


def fit(submission: Submission, limit_bytes: int = MAXIMUM_BYTES) -> bytes:
    """The file of a submission, its telemetry thinned until it is under the limit."""
    data = model_bytes(submission)
    while len(data) > limit_bytes and any(len(series.mean) > 1 for run in submission.runs for series in run.telemetry):
        runs = tuple(run.model_copy(update={"telemetry": tuple(_halved(series) for series in run.telemetry)}) for run in submission.runs)
        submission = submission.model_copy(update={"runs": runs})
        data = model_bytes(submission)
    return data


def _figures(run: Run) -> str:
    """One line for the terminal."""
    if run.summary is None:
        return f"{run.workload} {run.preset}: failed, {run.failure.message if run.failure else 'no reason given'}"
    parts = [f"{run.summary.samples_per_second:,.0f} samples/s", f"{run.summary.train_seconds:,.1f} s of training"]
    if run.summary.final_accuracy is not None:
        parts.append(f"accuracy {run.summary.final_accuracy:.4f}")
    kernel = f", {run.kernel.level} LSTM kernel" if run.kernel else ""
    return f"{run.workload} {run.preset} {run.precision} on {run.backend}: " + ", ".join(parts) + kernel


def _verdict(path: Path) -> None:
    from bench import validation

    text, _ = validation.judge([path], "text", None)
    print(text)


def _write(runs: list[Run], asked: list[Request], notes: str | None) -> None:
    from bench.system import detect

    submission = Submission(
        schema_version=SCHEMA_VERSION,
        bench_version=__version__,
        created_at=now(),
        system=detect(asked[0].backend),
        runs=tuple(runs),
        notes=notes,
    )
    write_whole(asked[0].out, fit(submission))
    for request in asked:
        remove_checkpoints(request)


def contribute(arguments: argparse.Namespace, process_start: float) -> int:
    """Measure what the arguments ask for and write the submission.

    Returns:
        0 when every run is complete, 1 when one failed (the file says why), 2 when nothing could be
        measured, 143 when the process was told to stop (go on with ``--resume``).
    """
    listen()
    asked = requests(arguments, _machine(arguments.backend))
    progress = Progress()
    for request in asked:
        progress.say(
            f"{request.plan.workload}, preset {request.plan.preset.id}, {request.plan.precision}, {request.backend}, {request.mode}"
        )
    runs: list[Run] = []
    try:
        with progress:
            for request in asked:
                runs.append(measure(request, process_start, progress))
                process_start = time.perf_counter()
    except StoppedError as error:
        print(f"stopped ({error}); the same command with --resume goes on after the last finished epoch", file=sys.stderr)
        return exits.STOPPED
    except RunFailedError as error:
        print(f"nothing was measured: {error}", file=sys.stderr)
        return exits.COULD_NOT_RUN
    _write(runs, asked, arguments.notes)
    for run in runs:
        print(_figures(run))
    print(f"wrote {asked[0].out}")
    _verdict(asked[0].out)
    return exits.CLEAN if all(run.status == "complete" for run in runs) else exits.FINDINGS
