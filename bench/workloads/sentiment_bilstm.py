"""Sentiment of tweets by a bidirectional LSTM: the model of RARE Technologies' 2017 comparison of GPU platforms.

Embedding -> Bidirectional(LSTM) -> Dropout(0.5) -> Dense(1, sigmoid), Adam, binary cross-entropy, no mask.
No mask, because a mask costs the fused kernel on JAX and PyTorch (Keras 3.15) and the original had none.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bench.corpus_spec import FULL_ROWS, CorpusSpec
from bench.workloads.facts import Preset, Workload

if TYPE_CHECKING:
    import keras

_GATES = 4
_FLOAT_BYTES = 4
_ADAM_PASSES = 7
"""Adam reads weight, gradient and both moments and writes weight and both moments, for every weight."""

STANDARD = Preset(
    id="standard",
    ranked=True,
    batch_size=1024,
    epochs=4,
    optimizer="adam",
    learning_rate=1e-3,
    rows=FULL_ROWS,
    width=40,
    vocabulary_size=32_768,
    units=64,
    embedding=128,
    corpus=CorpusSpec(vocabulary_size=32_768, tokens=40, lexicon_words=4096),
)
TENTH = replace(STANDARD, id="tenth", rows=FULL_ROWS // 10)
LARGE = replace(STANDARD, id="large", batch_size=2048, units=512, embedding=256, layers=2)
RARE2018 = replace(
    STANDARD,
    id="rare2018",
    ranked=False,
    batch_size=32,
    vocabulary_size=274_562,
    corpus=CorpusSpec(vocabulary_size=274_562, tokens=40, lexicon_words=4096),
)
QUICK = replace(
    STANDARD,
    id="quick",
    ranked=False,
    batch_size=128,
    rows=24_576,
    learning_rate=5e-3,
    width=20,
    vocabulary_size=2048,
    units=16,
    embedding=32,
    corpus=CorpusSpec(vocabulary_size=2048, tokens=20, lexicon_words=64, flipped_of_256=20),
)


def parameters(preset: Preset) -> int:
    """Embedding V*E, then per layer and direction four gates of H*(input+H+1), then the output unit."""
    total, width = preset.vocabulary_size * preset.embedding, preset.embedding
    for _ in range(preset.layers):
        total += 2 * _GATES * preset.units * (width + preset.units + 1)
        width = 2 * preset.units
    return total + width + 1


def flops_per_sample(preset: Preset) -> float:
    """Multiply-adds of the gates: T * 4H * (input + H) a direction, x2 operations, x2 directions, x3 to train.

    Backward costs twice the forward pass. Embedding look-up, gate functions and the output unit are left
    out (under 2 %), so the figure is a lower bound of the work.
    """
    total, width = 0.0, preset.embedding
    for _ in range(preset.layers):
        total += 3 * 2 * 2 * preset.width * _GATES * preset.units * (width + preset.units)
        width = 2 * preset.units
    return total


def bytes_per_step(preset: Preset) -> float:
    """Adam touches every weight seven times a step, in 32 bit, whatever the batch."""
    return _ADAM_PASSES * _FLOAT_BYTES * parameters(preset)


WORKLOAD = Workload(
    id="sentiment-bilstm",
    title="Sentiment biLSTM",
    summary="Train a bidirectional LSTM on 1,578,627 tweet-like rows for four epochs.",
    kind="training",
    sample="row",
    presets=(STANDARD, TENTH, LARGE, RARE2018, QUICK),
    parameters=parameters,
    flops_per_sample=flops_per_sample,
    bytes_per_step=bytes_per_step,
)


def _lstm_layer() -> type[keras.layers.Layer]:
    """Keras' own layer; under PyTorch the same layer on PyTorch's kernel."""
    import keras

    if keras.backend.backend() != "torch":
        return keras.layers.LSTM  # type: ignore[no-any-return]
    from bench.torch_lstm import TorchLSTM

    return TorchLSTM


def build(preset: Preset, precision: str) -> keras.Model:
    """The Keras model of a preset, on the backend that is loaded.

    The LSTM itself stays in float32 under JAX with 16 bit: Keras 3.15 fails to lower the mixed case.

    Args:
        preset: the size.
        precision: ``fp32``, ``tf32``, ``fp16`` or ``bf16``.
    """
    import keras
    from keras import layers

    narrow = precision in {"fp16", "bf16"} and keras.backend.backend() == "jax"
    lstm: dict[str, Any] = {"dtype": "float32"} if narrow else {}
    inputs = layers.Input((preset.width,), dtype="int32")
    hidden = layers.Embedding(preset.vocabulary_size, preset.embedding)(inputs)
    for layer in range(preset.layers):
        last = layer == preset.layers - 1
        hidden = layers.Bidirectional(_lstm_layer()(preset.units, return_sequences=not last, **lstm))(hidden)
    hidden = layers.Dropout(0.5)(hidden)
    return keras.Model(inputs, layers.Dense(1, activation="sigmoid", dtype="float32")(hidden))


def losses(labels: Any, output: Any) -> tuple[Any, Any]:  # noqa: ANN401 - tensors of whichever backend
    """Binary cross-entropy and hit (1 or 0) of each row, both (batch,), from chances (batch, 1)."""
    from keras import ops

    truth, chance = ops.cast(labels, "float32"), output[:, 0]
    return ops.binary_crossentropy(truth, chance), ops.cast((chance > 0.5) == (truth > 0.5), "float32")  # noqa: PLR2004
