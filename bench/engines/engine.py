"""What a backend must offer to the one training loop. No framework is imported here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bench.submission import Kernel
    from bench.workloads import Preset


class Totals(NamedTuple):
    """Sums over samples, as Python numbers: fetching them is what closes a block of steps."""

    loss: float
    correct: float
    samples: float


@dataclass(frozen=True)
class Data:
    """Encoded rows, the evaluation rows last.

    Attributes:
        inputs: (rows, ...) what the model reads: token ids int32, or images float32.
        labels: (rows, ...) int32.
        train_rows: rows before the evaluation rows.
    """

    inputs: NDArray[Any]
    labels: NDArray[np.int32]
    train_rows: int


@dataclass(frozen=True)
class Plan:
    """What to train, how, and on which devices.

    Attributes:
        workload: id.
        preset: the frozen size.
        precision: ``fp32``, ``tf32``, ``fp16`` or ``bf16``.
        seed: of weights, dropout and row order.
        device_indices: devices of this backend to use.
        dataset: None for the synthetic data, else a real corpus by name.
        data_file: the contributor's copy of it.
    """

    workload: str
    preset: Preset
    precision: str
    seed: int
    device_indices: tuple[int, ...]
    dataset: str | None = None
    data_file: str | None = None


class Engine(Protocol):
    """One model on one backend, with its data on the device."""

    replicas: int
    steps_per_launch: int
    xla: bool
    tf32_allowed: bool
    parameters: int

    def launch(self, indices: NDArray[np.int32], weights: NDArray[np.float32]) -> Any:  # noqa: ANN401
        """Enqueue one optimizer step per row of ``indices`` (steps, batch); weight 0 leaves a sample out."""

    def fetch(self, handles: list[Any]) -> Totals:
        """Wait for launches and return their sums."""

    def evaluate(self) -> Totals:
        """Loss and accuracy over the evaluation rows, in inference mode."""

    def state(self) -> list[NDArray[Any]]:
        """All that training changes: weights, optimizer, dropout stream."""

    def load_state(self, arrays: list[NDArray[Any]]) -> None:
        """Put a state back."""

    def kernel(self) -> Kernel | None:
        """Evidence of the recurrent kernel; asked for recurrent models alone."""
