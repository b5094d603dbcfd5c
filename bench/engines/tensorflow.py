"""TensorFlow: one loop for one device and for many, on ``tf.distribute``.

``Model.fit`` is not used: it breaks under ``MultiWorkerMirroredStrategy`` in Keras 3.15, and one loop for
every device count is the only way to compare them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import tensorflow as tf

from bench.engines import common
from bench.engines.kernel import tensorflow_kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bench.engines.engine import Data, Plan, Totals
    from bench.submission import Kernel


def _strategy(indices: tuple[int, ...], gpus: int) -> tf.distribute.Strategy:
    if len(indices) == 1:
        return tf.distribute.get_strategy()
    kind = "gpu" if gpus else "cpu"
    return tf.distribute.MirroredStrategy([f"/{kind}:{index}" for index in indices])


class TensorFlowEngine(common.KerasEngine):
    """The engine of the default backend; see ``bench.engines.engine.Engine``."""

    def __init__(self, plan: Plan, data: Data) -> None:
        self._switch(plan)
        gpus = len(tf.config.list_physical_devices("GPU"))
        self._strategy = _strategy(plan.device_indices, gpus)
        self.replicas = self._strategy.num_replicas_in_sync
        self.steps_per_launch = common.GPU_STEPS_PER_LAUNCH if gpus else 1
        self.xla = False
        with self._strategy.scope():
            self._build(plan, data)
        self._inputs, self._labels = tf.constant(data.inputs), tf.constant(data.labels)
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
            losses, hits = self._losses(labels, self._model(tf.gather(self._inputs, rows), training=True))
            # Divided by the global batch: the optimizer sums over replicas.
            loss = tf.reduce_sum(weight * losses) / total
            scaled = self._optimizer.scale_loss(loss)
        variables = self._model.trainable_variables
        self._optimizer.apply_gradients(zip(tape.gradient(scaled, variables), variables, strict=True))
        return _sums(losses, hits, weight)

    def _launch_steps(self, indices: tf.Tensor, weights: tf.Tensor) -> tf.Tensor:
        sums = tf.zeros(3)
        for step in tf.range(tf.shape(indices)[0]):
            each = self._strategy.run(self._step, args=(indices[step], weights[step]))
            sums += self._strategy.reduce("SUM", each, axis=None)
        return sums

    def _predict_rows(self, indices: tf.Tensor, weights: tf.Tensor) -> tf.Tensor:
        labels = tf.gather(self._labels, indices)
        return _sums(*self._losses(labels, self._model(tf.gather(self._inputs, indices), training=False)), weights)

    def launch(self, indices: NDArray[np.int32], weights: NDArray[np.float32]) -> tf.Tensor:
        """Enqueue optimizer steps."""
        return self._launch(tf.constant(indices), tf.constant(weights))

    def fetch(self, handles: list[tf.Tensor]) -> Totals:
        """Wait for launches."""
        return common.totals([handle.numpy() for handle in handles])

    def evaluate(self) -> Totals:
        """Measure on the evaluation rows."""
        batches = common.eval_batches(self._first_eval, self._rows)
        return self.fetch([self._predict(tf.constant(indices), tf.constant(weights)) for indices, weights in batches])

    def kernel(self) -> Kernel:
        """Look at what runs."""
        return tensorflow_kernel(self._model, self._inputs[: self._batch])


def _sums(losses: tf.Tensor, hits: tf.Tensor, weights: tf.Tensor) -> tf.Tensor:
    return tf.stack([tf.reduce_sum(weights * losses), tf.reduce_sum(weights * hits), tf.reduce_sum(weights)])
