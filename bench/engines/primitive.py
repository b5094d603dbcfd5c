"""The two ceilings, matrix product and memory traffic, behind the same face as a training engine.

A step is one operation of a chain: the next one needs the result of the last, so none can be skipped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import keras
import numpy as np

from bench.engines.common import allow_tf32
from bench.engines.engine import Plan, Totals

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from bench.submission import Kernel

_DTYPES = {"fp32": "float32", "tf32": "float32", "fp16": "float16", "bf16": "bfloat16"}
_TOLERANCE = {"fp32": 1e-4, "tf32": 2e-2, "fp16": 2e-2, "bf16": 6e-2}
_KEY = 0x63656C696E67


def _values(count: int) -> NDArray[np.float32]:
    """Reproducible values in [-1, 1)."""
    raw = np.random.Philox(key=np.array([_KEY, 0], dtype=np.uint64)).random_raw(count) >> np.uint64(40)
    return raw.astype(np.float32) * np.float32(2**-23) - np.float32(1)


def _chain(backend: str, operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any, int], Any]:
    """``operation`` applied n times, compiled as the backend compiles a training step."""
    if backend == "tensorflow":
        import tensorflow as tf

        def loop(value: Any, other: Any, count: Any) -> Any:  # noqa: ANN401 - tensors
            for _ in tf.range(count):
                value = operation(value, other)
            return value

        compiled = tf.function(loop, jit_compile=False)
        return lambda value, other, count: compiled(value, other, tf.constant(count))
    if backend == "jax":
        import jax

        chained: Callable[[Any, Any, int], Any] = jax.jit(
            lambda value, other, count: jax.lax.fori_loop(0, count, lambda _, each: operation(each, other), value)
        )
        return chained

    def repeat(value: Any, other: Any, count: int) -> Any:  # noqa: ANN401
        for _ in range(count):
            value = operation(value, other)
        return value

    return repeat


class PrimitiveEngine:
    """See ``bench.engines.engine.Engine``; a sample is one product or one pass."""

    replicas, steps_per_launch, parameters = 1, 8, 0

    def __init__(self, backend: str, plan: Plan) -> None:
        self.tf32_allowed = plan.precision == "tf32"
        self.xla = backend == "jax"
        allow_tf32(backend, allowed=self.tf32_allowed)
        dtype = _DTYPES[plan.precision]
        self._tolerance = _TOLERANCE[plan.precision]
        width = plan.preset.width
        if plan.workload == "matmul":
            # Entries of about 1 / sqrt(N / 3), so that a chain of products neither grows nor vanishes.
            self._host = _values(width * width).reshape(width, width) * np.float32((3 / width) ** 0.5)
            self._other = keras.ops.convert_to_tensor(self._host, dtype=dtype)
            self._run = _chain(backend, keras.ops.matmul)
        else:
            self._host = _values(width)
            self._other = keras.ops.convert_to_tensor(np.float32(-1), dtype=dtype)
            self._run = _chain(backend, lambda value, other: value * other)
        self._start = keras.ops.convert_to_tensor(self._host, dtype=dtype)

    def launch(self, indices: NDArray[np.int32], weights: NDArray[np.float32]) -> tuple[Any, float]:
        """Enqueue as many operations as there are steps."""
        return self._run(self._start, self._other, len(indices)), float(weights.sum())

    def fetch(self, handles: list[tuple[Any, float]]) -> Totals:
        """Wait: one element of each result is copied to the host."""
        ends = [float(keras.ops.convert_to_numpy(keras.ops.cast(keras.ops.ravel(value)[0], "float32"))) for value, _ in handles]
        samples = sum(count for _, count in handles)
        return Totals(float(np.abs(ends).sum()), samples, samples)

    def evaluate(self) -> Totals:
        """Share of elements of one operation that agree with double precision on the host."""
        got = keras.ops.convert_to_numpy(keras.ops.cast(self._run(self._start, self._other, 1), "float32"))
        rows = self._host[:4].astype(np.float64)
        truth = rows @ self._host.astype(np.float64) if self._host.ndim > 1 else -self._host.astype(np.float64)
        found = got[:4] if self._host.ndim > 1 else got
        error = np.abs(found - truth)
        return Totals(float(error.max()), float((error <= self._tolerance).sum()), float(error.size))

    def state(self) -> list[NDArray[Any]]:
        """Nothing changes."""
        return []

    def load_state(self, arrays: list[NDArray[Any]]) -> None:
        """Nothing changes."""

    def kernel(self) -> Kernel | None:
        """No recurrent kernel."""
        return None
