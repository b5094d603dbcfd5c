"""The backends. A framework is imported only when its engine is made."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.engines.engine import Data, Engine, Plan

BACKENDS = ("tensorflow", "jax", "torch")


def import_backend(backend: str) -> None:
    """Load Keras on a backend.

    Raises:
        ImportError: when the framework is not installed.
    """
    os.environ["KERAS_BACKEND"] = backend
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    from bench.engines.quiet import quiet_stderr

    with quiet_stderr():
        import keras

        keras.random.SeedGenerator(0)  # the first variable starts the device runtime, which chatters too


def make_engine(backend: str, plan: Plan, data: Data | None) -> Engine:
    """Build the model of a plan on a backend and put the data on its devices; without data, a primitive."""
    if data is None:
        from bench.engines.primitive import PrimitiveEngine

        return PrimitiveEngine(backend, plan)
    if backend == "tensorflow":
        from bench.engines.tensorflow import TensorFlowEngine

        return TensorFlowEngine(plan, data)
    if backend == "jax":
        from bench.engines.jax import JaxEngine

        return JaxEngine(plan, data)
    if backend == "torch":
        from bench.engines.torch import TorchEngine

        return TorchEngine(plan, data)
    raise KeyError(f"no engine for {backend!r}; there are: {', '.join(BACKENDS)}")
