"""What a person sees on stderr while a run is under way."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType


class Progress:
    """Lines and, on a terminal, a bar with the time left; otherwise one line an epoch."""

    def __init__(self, *, quiet: bool = False) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        self._console = Console(stderr=True, quiet=quiet, highlight=False, soft_wrap=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("steps"), TimeRemainingColumn())
        self._bar = Bar(*columns, console=self._console, transient=True, disable=quiet or not sys.stderr.isatty())
        self._task = self._bar.add_task("", total=None, visible=False)
        self._epochs = self._steps = 0

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._bar.stop()

    def say(self, text: str) -> None:
        """Print one line."""
        self._console.print(text, markup=False)

    def start(self, epochs: int, steps_per_epoch: int, done_epochs: int, unit: str = "steps") -> None:
        """Begin the bar of a training; epochs of an earlier process count as done."""
        self._epochs, self._steps = epochs, steps_per_epoch
        self._bar.update(self._task, total=epochs * steps_per_epoch, completed=done_epochs * steps_per_epoch, visible=True)
        what = f"training {epochs} epochs of {steps_per_epoch} steps" if unit == "steps" else f"measuring {steps_per_epoch} {unit}"
        self.say(what + (f", going on after epoch {done_epochs}" if done_epochs else ""))

    def block(self, epoch: int, step: int, steps: int, loss: float) -> None:
        """Show the state after a block of steps."""
        done = (epoch - 1) * self._steps + step
        self._bar.update(self._task, completed=done, description=f"epoch {epoch}/{self._epochs} loss {loss:.4f}")
        if step == steps and not self._bar.disable:
            return
        if step == steps:
            self.say(f"epoch {epoch}/{self._epochs}: training loss {loss:.4f}")
