"""What the Keras engines share: policies, optimizers, evaluation batches. Import after ``import_backend``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import keras
import numpy as np

from bench.engines.engine import Totals

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from bench.engines.engine import Plan

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


def copy_state(variables: list[Any]) -> list[NDArray[Any]]:
    """Host copies of Keras variables."""
    return [np.array(keras.ops.convert_to_numpy(variable)) for variable in variables]


def restore_state(variables: list[Any], arrays: list[NDArray[Any]]) -> None:
    """Assign host copies back."""
    for variable, array in zip(variables, arrays, strict=True):
        variable.assign(array)
