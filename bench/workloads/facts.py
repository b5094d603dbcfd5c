"""What is known of a workload before it runs: sizes, floating-point operations, bytes. No framework here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.corpus_spec import CorpusSpec


@dataclass(frozen=True)
class Preset:
    """A frozen size of a workload.

    Attributes:
        id: ``standard``, ``tenth``, ``large``, ``quick`` or ``rare2018``.
        ranked: whether its runs compete on a board.
        batch_size: global batch.
        epochs: passes over the training rows (1 for probes).
        optimizer: Keras name, lower case.
        learning_rate: constant.
        rows: rows of the data set, evaluation included; for probes the samples of one round.
        width: tokens per row, image side in pixels, or matrix side.
        vocabulary_size: token ids, 0 where there is none.
        units: width of the hidden state.
        embedding: width of the embedding.
        layers: recurrent or transformer layers.
        corpus: how the synthetic corpus is made, None for probes.
    """

    id: str
    ranked: bool
    batch_size: int
    epochs: int
    optimizer: str
    learning_rate: float
    rows: int
    width: int
    vocabulary_size: int = 0
    units: int = 0
    embedding: int = 0
    layers: int = 1
    corpus: CorpusSpec | None = None

    @property
    def eval_rows(self) -> int:
        """Rows held out; 0 for probes."""
        return self.rows // 10 if self.corpus else 0

    @property
    def train_rows(self) -> int:
        """Rows trained on in one epoch."""
        return self.rows - self.eval_rows

    @property
    def steps_per_epoch(self) -> int:
        """Optimizer steps of one epoch; the last, smaller batch is trained too."""
        return -(-self.train_rows // self.batch_size)


@dataclass(frozen=True)
class Workload:
    """One workload: names, presets and formulas. Build functions stand beside it in its module.

    Attributes:
        id: as in the contract.
        title: short name for pages.
        summary: one sentence for readers.
        kind: ``training`` (accuracy is judged) or ``probe`` (must memorise a fixed batch).
        sample: what one sample is: ``row``, ``image``, ``sequence``, ``product``, ``pass``.
        presets: sizes, by display order.
        parameters: number of trained weights of a preset.
        flops_per_sample: floating-point operations to *train* on one sample (two per multiply-add).
        bytes_per_step: least bytes moved between memory and chip in one step, None where no bound is known.
    """

    id: str
    title: str
    summary: str
    kind: str
    sample: str
    presets: tuple[Preset, ...]
    parameters: Callable[[Preset], int]
    flops_per_sample: Callable[[Preset], float]
    bytes_per_step: Callable[[Preset], float]

    def preset(self, preset_id: str) -> Preset:
        """The preset of that id.

        Raises:
            KeyError: with the ids that exist.
        """
        for preset in self.presets:
            if preset.id == preset_id:
                return preset
        known = ", ".join(preset.id for preset in self.presets)
        raise KeyError(f"{self.id} has no preset {preset_id!r}; it has: {known}")

    def tokens_per_sample(self, preset: Preset) -> int | None:
        """Tokens of one sample; None where a sample is not text."""
        return preset.width if preset.vocabulary_size else None
