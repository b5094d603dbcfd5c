"""What the engines share: switches, the built model, evaluation batches. Import after ``import_backend``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import keras
import numpy as np

from bench.engines.engine import Totals
from bench.workloads import build_functions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from bench.engines.engine import Data, Plan

POLICIES = {"fp32": "float32", "tf32": "float32", "fp16": "mixed_float16", "bf16": "mixed_bfloat16"}
EVAL_BATCH = 4096
GPU_STEPS_PER_LAUNCH = 16


def make_optimizer(plan: Plan) -> keras.optimizers.Optimizer:
    """The preset's optimizer; with float16 its loss is scaled, for small gradients vanish in 16 bit."""
    base = keras.optimizers.get({"class_name": plan.preset.optimizer, "config": {"learning_rate": plan.preset.learning_rate}})
    return keras.optimizers.LossScaleOptimizer(base) if plan.precision == "fp16" else base


def totals(sums: list[Any]) -> Totals:
    """Add up host arrays (3,) of loss, hits and samples."""
    loss, correct, samples = np.asarray(sums, dtype=np.float64).reshape(-1, 3).sum(axis=0).tolist()
    return Totals(loss, correct, samples)


def eval_batches(first: int, stop: int) -> Iterator[tuple[NDArray[np.int32], NDArray[np.float32]]]:
    """Indices and weights (4096,) that cover the rows ``first`` to ``stop`` once."""
    rows = np.arange(first, stop, dtype=np.int32)
    padded = np.resize(rows, -(-len(rows) // EVAL_BATCH) * EVAL_BATCH).reshape(-1, EVAL_BATCH)
    weights = (np.arange(padded.size) < len(rows)).astype(np.float32).reshape(padded.shape)
    yield from zip(padded, weights, strict=True)


def allow_tf32(backend: str, *, allowed: bool) -> None:
    """Set every switch of a framework that lets 32-bit products be rounded to TensorFloat-32; all are on or all off."""
    if backend == "tensorflow":
        import tensorflow as tf

        tf.config.experimental.enable_tensor_float_32_execution(allowed)
    elif backend == "jax":
        import jax

        jax.config.update("jax_default_matmul_precision", "tensorfloat32" if allowed else "highest")
    else:
        import torch

        torch.backends.cuda.matmul.allow_tf32 = allowed
        torch.backends.cudnn.allow_tf32 = allowed


class KerasEngine:
    """The part of an engine that is the same on every backend: the Keras model, its optimizer and their state."""

    def _switch(self, plan: Plan) -> None:
        """Seed and number formats, before anything is built."""
        keras.utils.set_random_seed(plan.seed)
        self.tf32_allowed = plan.precision == "tf32"
        allow_tf32(keras.backend.backend(), allowed=self.tf32_allowed)
        keras.config.set_dtype_policy(POLICIES[plan.precision])

    def _build(self, plan: Plan, data: Data) -> None:
        """Model, optimizer and the facts of the data."""
        task = build_functions(plan.workload)
        self._losses = task.losses
        self._model = task.build(plan.preset, plan.precision)
        self._optimizer = make_optimizer(plan)
        self._optimizer.build(self._model.trainable_variables)
        self.parameters = self._model.count_params()
        self._batch = plan.preset.batch_size
        self._first_eval, self._rows = data.train_rows, len(data.labels)

    def _variables(self) -> list[Any]:
        return [*self._model.variables, *self._optimizer.variables]

    def state(self) -> list[NDArray[Any]]:
        """Copy what training changes."""
        return [np.array(keras.ops.convert_to_numpy(variable)) for variable in self._variables()]

    def load_state(self, arrays: list[NDArray[Any]]) -> None:
        """Put a state back."""
        for variable, array in zip(self._variables(), arrays, strict=True):
            variable.assign(array)
