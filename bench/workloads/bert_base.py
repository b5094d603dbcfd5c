"""A Transformer encoder of BERT-base's shape, trained to fill in masked tokens: the Transformer probe.

12 layers, width 768, 12 heads, feed-forward 3072, post-norm, the output layer untied; AdamW. Attention is
``keras.layers.MultiHeadAttention``, which takes the framework's fused attention where there is one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bench.workloads.facts import Preset, Workload

if TYPE_CHECKING:
    import keras

_HEAD_WIDTH = 64
_FEED_FORWARD = 4
UNMASKED = -1
"""Label of a position that does not count."""
_ADAMW_PASSES = 7

STANDARD = Preset(
    id="standard",
    ranked=True,
    batch_size=32,
    epochs=1,
    optimizer="adamw",
    learning_rate=1e-4,
    rows=128,
    width=128,
    vocabulary_size=30_522,
    units=768,
    layers=12,
)
LARGE = replace(STANDARD, id="large", batch_size=16, rows=64, width=512)
TENTH = replace(STANDARD, id="tenth", batch_size=2, rows=8)
QUICK = replace(
    STANDARD, id="quick", ranked=False, batch_size=8, rows=16, width=64, vocabulary_size=2048, units=128, layers=1, learning_rate=1e-3
)


def _block_parameters(width: int) -> int:
    attention = 4 * (width * width + width)
    feed_forward = 2 * _FEED_FORWARD * width * width + _FEED_FORWARD * width + width
    norms = 4 * width
    return attention + feed_forward + norms


def parameters(preset: Preset) -> int:
    """Token and position embeddings with their norm, the blocks, the untied output layer."""
    embeddings = (preset.vocabulary_size + preset.width) * preset.units + 2 * preset.units
    head = preset.units * preset.vocabulary_size + preset.vocabulary_size
    return embeddings + preset.layers * _block_parameters(preset.units) + head


def flops_per_sample(preset: Preset) -> float:
    """Per token: 6 x (weights of blocks and output layer) + 12 x layers x width x length for attention.

    Kaplan et al. 2020, "Scaling laws for neural language models", section 2.1 (2 per weight forward, 4
    backward); the attention term counts scores and weighted sum, forward and backward.
    """
    multiplied = preset.layers * _block_parameters(preset.units) + preset.units * preset.vocabulary_size
    per_token = 6 * multiplied + 12 * preset.layers * preset.units * preset.width
    return float(per_token * preset.width)


def bytes_per_step(preset: Preset) -> float:
    """The optimizer's traffic in 32 bit: a lower bound."""
    return _ADAMW_PASSES * 4.0 * parameters(preset)


WORKLOAD = Workload(
    id="bert-base",
    title="BERT-base",
    summary="Train a Transformer encoder of BERT-base's shape to fill in masked tokens; sequences per second.",
    kind="probe",
    sample="sequence",
    presets=(STANDARD, LARGE, TENTH, QUICK),
    parameters=parameters,
    flops_per_sample=flops_per_sample,
    bytes_per_step=bytes_per_step,
)


def _block(hidden: Any, width: int) -> Any:  # noqa: ANN401 - Keras tensors
    from keras import layers

    attended = layers.MultiHeadAttention(width // _HEAD_WIDTH, _HEAD_WIDTH)(hidden, hidden)
    hidden = layers.LayerNormalization(epsilon=1e-6)(hidden + attended)
    inner = layers.Dense(_FEED_FORWARD * width, activation="gelu")(hidden)
    return layers.LayerNormalization(epsilon=1e-6)(hidden + layers.Dense(width)(inner))


def build(preset: Preset, _precision: str) -> keras.Model:
    """The Keras model: token ids (batch, length) to logits (batch, length, vocabulary) in float32.

    The position table is a layer with a weight of its own: an ``Embedding`` called on a constant is not
    tracked by the functional graph and would silently never train.
    """
    import keras
    from keras import layers

    class Positions(layers.Layer):  # type: ignore[misc]
        """Adds a trained vector to each position."""

        def build(self, shape: tuple[int, ...]) -> None:
            self.table = self.add_weight(shape=shape[1:], initializer="uniform", name="table")

        def call(self, hidden: Any) -> Any:  # noqa: ANN401
            return hidden + self.table

    inputs = layers.Input((preset.width,), dtype="int32")
    hidden = Positions()(layers.Embedding(preset.vocabulary_size, preset.units)(inputs))
    hidden = layers.LayerNormalization(epsilon=1e-6)(hidden)
    for _ in range(preset.layers):
        hidden = _block(hidden, preset.units)
    return keras.Model(inputs, layers.Dense(preset.vocabulary_size, dtype="float32")(hidden))


def losses(labels: Any, output: Any) -> tuple[Any, Any]:  # noqa: ANN401 - tensors of whichever backend
    """Mean cross-entropy and share of right fills over the masked positions of each row, both (batch,)."""
    from keras import ops

    counts = ops.cast(ops.not_equal(labels, UNMASKED), "float32")
    target = ops.maximum(labels, 0)
    each = ops.sparse_categorical_crossentropy(target, output, from_logits=True)
    right = ops.cast(ops.equal(ops.argmax(output, axis=-1), ops.cast(target, "int64")), "float32")
    masked = ops.maximum(ops.sum(counts, axis=-1), 1.0)
    return ops.sum(each * counts, axis=-1) / masked, ops.sum(right * counts, axis=-1) / masked
