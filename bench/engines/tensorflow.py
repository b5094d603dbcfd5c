"""TensorFlow: one loop for one device and for many, on ``tf.distribute``.

``Model.fit`` is not used: it breaks under ``MultiWorkerMirroredStrategy`` in Keras 3.15, and one loop for
every device count is the only way to compare them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import keras
import numpy as np
import tensorflow as tf

from bench.engines.engine import Data, Plan, Totals
from bench.kernel import tensorflow_kernel
from bench.workloads import builder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bench.submission import Kernel

_POLICIES = {"fp32": "float32", "tf32": "float32", "fp16": "mixed_float16", "bf16": "mixed_bfloat16"}
_EVAL_BATCH = 4096
_GPU_STEPS_PER_LAUNCH = 16


def _strategy(indices: tuple[int, ...], gpus: int) -> tf.distribute.Strategy:
    if len(indices) == 1:
        return tf.distribute.get_strategy()
    kind = "gpu" if gpus else "cpu"
    return tf.distribute.MirroredStrategy([f"/{kind}:{index}" for index in indices])


def _optimizer(plan: Plan) -> keras.optimizers.Optimizer:
    base = keras.optimizers.get({"class_name": plan.preset.optimizer, "config": {"learning_rate": plan.preset.learning_rate}})
    return keras.optimizers.LossScaleOptimizer(base) if plan.precision == "fp16" else base


class TensorFlowEngine:
    """The engine of the default backend; see ``bench.engines.engine.Engine``."""

    def __init__(self, plan: Plan, data: Data) -> None:
        keras.utils.set_random_seed(plan.seed)
        self.tf32_allowed = plan.precision == "tf32"
        tf.config.experimental.enable_tensor_float_32_execution(self.tf32_allowed)
        keras.config.set_dtype_policy(_POLICIES[plan.precision])
        gpus = len(tf.config.list_physical_devices("GPU"))
        self._strategy = _strategy(plan.device_indices, gpus)
        self.replicas = self._strategy.num_replicas_in_sync
        self.steps_per_launch = _GPU_STEPS_PER_LAUNCH if gpus else 1
        self.xla = False
        with self._strategy.scope():
            self._model = builder(plan.workload)(plan.preset, plan.precision)
            self._optimizer = _optimizer(plan)
            self._optimizer.build(self._model.trainable_variables)
        self.parameters = self._model.count_params()
        self._batch = plan.preset.batch_size
        self._tokens, self._labels = tf.constant(data.tokens), tf.constant(data.labels, tf.float32)
        self._eval = np.arange(data.train_rows, len(data.labels), dtype=np.int32)
        self._launch = tf.function(self._launch_steps, jit_compile=False, reduce_retracing=True)
        self._predict = tf.function(self._predict_rows, jit_compile=False, reduce_retracing=True)

    def _share(self, values: tf.Tensor) -> tf.Tensor:
        """This replica's part of the global batch."""
        part = tf.shape(values)[0] // self.replicas
        number = tf.distribute.get_replica_context().replica_id_in_sync_group
        return values[number * part : (number + 1) * part]

    def _step(self, indices: tf.Tensor, weights: tf.Tensor) -> tf.Tensor:
        total = tf.reduce_sum(weights)
        rows, weight = self._share(indices), self._share(weights)
        labels = tf.gather(self._labels, rows)
        with tf.GradientTape() as tape:
            chance = self._model(tf.gather(self._tokens, rows), training=True)[:, 0]
            losses = weight * keras.ops.binary_crossentropy(labels, chance)
            # Divided by the global batch: the optimizer sums over replicas.
            loss = tf.reduce_sum(losses) / total
            scaled = self._optimizer.scale_loss(loss)
        variables = self._model.trainable_variables
        self._optimizer.apply_gradients(zip(tape.gradient(scaled, variables), variables, strict=True))
        return _sums(losses, weight, chance, labels)

    def _launch_steps(self, indices: tf.Tensor, weights: tf.Tensor) -> tf.Tensor:
        sums = tf.zeros(3)
        for step in tf.range(tf.shape(indices)[0]):
            each = self._strategy.run(self._step, args=(indices[step], weights[step]))
            sums += self._strategy.reduce("SUM", each, axis=None)
        return sums

    def _predict_rows(self, indices: tf.Tensor, weights: tf.Tensor) -> tf.Tensor:
        labels = tf.gather(self._labels, indices)
        chance = self._model(tf.gather(self._tokens, indices), training=False)[:, 0]
        return _sums(weights * keras.ops.binary_crossentropy(labels, chance), weights, chance, labels)

    def launch(self, indices: NDArray[np.int32], weights: NDArray[np.float32]) -> tf.Tensor:
        """Enqueue optimizer steps."""
        return self._launch(tf.constant(indices), tf.constant(weights))

    def fetch(self, handles: list[tf.Tensor]) -> Totals:
        """Wait for launches."""
        return Totals(*(float(value) for value in np.sum([handle.numpy() for handle in handles], axis=0, dtype=np.float64)))

    def evaluate(self) -> Totals:
        """Measure on the evaluation rows."""
        rows = len(self._eval)
        padded = np.resize(self._eval, -(-rows // _EVAL_BATCH) * _EVAL_BATCH).reshape(-1, _EVAL_BATCH)
        weights = (np.arange(padded.size) < rows).astype(np.float32).reshape(padded.shape)
        return self.fetch([self._predict(tf.constant(i), tf.constant(w)) for i, w in zip(padded, weights, strict=True)])

    def _variables(self) -> list[Any]:
        return [*self._model.variables, *self._optimizer.variables]

    def state(self) -> list[NDArray[Any]]:
        """Copy what training changes."""
        return [np.array(keras.ops.convert_to_numpy(variable)) for variable in self._variables()]

    def load_state(self, arrays: list[NDArray[Any]]) -> None:
        """Put a state back."""
        for variable, array in zip(self._variables(), arrays, strict=True):
            variable.assign(array)

    def kernel(self) -> Kernel:
        """Look at what runs."""
        return tensorflow_kernel(self._model, self._tokens[: self._batch])


def _sums(losses: tf.Tensor, weights: tf.Tensor, chance: tf.Tensor, labels: tf.Tensor) -> tf.Tensor:
    hits = tf.cast((chance > 0.5) == (labels > 0.5), tf.float32)  # noqa: PLR2004 - the threshold of the task
    return tf.stack([tf.reduce_sum(losses), tf.reduce_sum(weights * hits), tf.reduce_sum(weights)])
