"""ResNet-50 (version 1, ``keras.applications``) trained on synthetic images that stay on the device: the CNN probe.

The figure is throughput; there is no data set to learn. The probe must memorise one fixed batch, else its
speed does not count.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bench.workloads.facts import Preset, Workload

if TYPE_CHECKING:
    import keras

CLASSES = 1000
_FULL_SIDE = 224
_FORWARD_MULTIPLY_ADDS = 3.88e9
"""Of one 224 x 224 image, counted by TensorFlow's profiler on this very model (version 1.5 has 4.09e9)."""
_PARAMETERS = 25_636_712
"""Trained and not trained weights of ``keras.applications.ResNet50``."""
_MOMENTUM_PASSES = 5
"""SGD with momentum reads weight, gradient and velocity and writes weight and velocity."""

STANDARD = Preset(id="standard", ranked=True, batch_size=64, epochs=1, optimizer="sgd", learning_rate=0.05, rows=256, width=_FULL_SIDE)
TENTH = replace(STANDARD, id="tenth", batch_size=8, rows=32)
QUICK = replace(STANDARD, id="quick", ranked=False, batch_size=4, rows=8, width=64)


def parameters(_preset: Preset) -> int:
    """The same weights at every image size."""
    return _PARAMETERS


def flops_per_sample(preset: Preset) -> float:
    """Forward multiply-adds scale with the pixels; x2 operations, x3 for forward and backward."""
    return 3 * 2 * _FORWARD_MULTIPLY_ADDS * (preset.width / _FULL_SIDE) ** 2


def bytes_per_step(_preset: Preset) -> float:
    """The optimizer's traffic in 32 bit: a lower bound, activations left out."""
    return _MOMENTUM_PASSES * 4.0 * _PARAMETERS


WORKLOAD = Workload(
    id="resnet50",
    title="ResNet-50",
    summary="Train ResNet-50 on synthetic 224 x 224 images held on the device; images per second.",
    kind="probe",
    sample="image",
    presets=(STANDARD, TENTH, QUICK),
    parameters=parameters,
    flops_per_sample=flops_per_sample,
    bytes_per_step=bytes_per_step,
)


def build(preset: Preset, _precision: str) -> keras.Model:
    """The Keras model, weights drawn at random, logits (batch, 1000) in float32."""
    import keras

    return keras.applications.ResNet50(
        weights=None, input_shape=(preset.width, preset.width, 3), classes=CLASSES, classifier_activation=None
    )


def losses(labels: Any, output: Any) -> tuple[Any, Any]:  # noqa: ANN401 - tensors of whichever backend
    """Cross-entropy and hit of each image, both (batch,), from logits (batch, 1000)."""
    from keras import ops

    logits = ops.cast(output, "float32")
    loss = ops.sparse_categorical_crossentropy(labels, logits, from_logits=True)
    return loss, ops.cast(ops.equal(ops.argmax(logits, axis=-1), ops.cast(labels, "int64")), "float32")
