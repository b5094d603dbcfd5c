"""What is kept of a run to compare it with those of other files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bench import summary
from bench.validation.rules.file_name import handle_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.submission import Repeat
    from bench.validation.context import Context, RunView

_MARKED_BLOCKS = 24
_MARK_DIGITS = 5


@dataclass(frozen=True, slots=True)
class Board:
    """What two runs must share to be compared in speed."""

    workload: str
    preset: str
    precision: str
    backend: str
    devices: int


@dataclass(frozen=True, slots=True)
class RunDigest:
    """One complete run.

    Attributes:
        file: as findings name it.
        pointer: JSON pointer of the run.
        hardware_id: of the catalogue, or not.
        handle: the author's, by the file name; None for a file that is not in its place.
        created_at: of the file.
        board: what it is compared on.
        samples_per_second: median over repeats.
        seeds: of the repeats.
        marks: times with enough digits to be a mark of their own.
        blocks: block times of the first repeat, seconds.
        curve: losses and accuracies of the first repeat, by epoch.
        new: whether the judged change brings the file.
    """

    file: str
    pointer: str
    hardware_id: str
    handle: str | None
    created_at: str
    board: Board
    samples_per_second: float
    seeds: tuple[int, ...]
    marks: tuple[float, ...]
    blocks: tuple[float, ...]
    curve: tuple[float, ...]
    new: bool = False

    @property
    def age(self) -> tuple[bool, str, str]:
        """Sorts the published before the new, whatever their own dates say; then by date and name."""
        return self.new, self.created_at, self.file


def _marks(repeat: Repeat) -> Iterator[float]:
    """Clock and epoch times and an even sample of the block times, those that a person would not type."""
    seconds, clock = repeat.blocks.seconds, repeat.clock
    step = max(1, len(seconds) // _MARKED_BLOCKS)
    epochs = (value for epoch in repeat.epochs for value in (epoch.train_seconds, epoch.evaluate_seconds))
    for value in (*seconds[::step], *epochs, clock.compile_seconds, clock.warmup_seconds, clock.total_seconds):
        if round(value, _MARK_DIGITS) != value:
            yield value


def _digest(view: RunView, file: str) -> RunDigest:
    context, run, first = view.context, view.run, view.run.repeats[0]
    curve = (value for item in first.epochs for value in (item.train_loss, item.eval_loss, item.train_accuracy, item.eval_accuracy))
    return RunDigest(
        file=file,
        pointer=view.pointer,
        hardware_id=context.submission.system.hardware_id,
        handle=handle_of(context.name) if context.name else None,
        created_at=context.submission.created_at,
        board=Board(run.workload, run.preset, run.precision, run.backend, view.device_count),
        samples_per_second=run.summary.samples_per_second if run.summary else summary.rate(first),
        seeds=tuple(repeat.seed for repeat in run.repeats),
        marks=tuple(value for repeat in run.repeats for value in _marks(repeat)),
        blocks=first.blocks.seconds,
        curve=tuple(curve),
    )


def digests(context: Context, file: str) -> tuple[RunDigest, ...]:
    """The digests of all complete runs of a submission."""
    return tuple(_digest(view, file) for view in context.complete_runs)
