"""Load a framework and build the engine of a plan. A framework is imported only when its engine is made."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from bench.engines import BACKENDS
from bench.exits import UsageError

if TYPE_CHECKING:
    from bench.engines.engine import Data, Engine, Plan

_import_seconds: dict[str, float] = {}


def import_backend(backend: str) -> float:
    """Load Keras on a backend.

    Returns:
        Seconds that the first import of this process took.

    Raises:
        UsageError: when the framework is not installed.
    """
    if backend not in _import_seconds:
        begin = time.perf_counter()
        try:
            _import(backend)
        except ModuleNotFoundError as error:
            raise UsageError(f"{error.name} is not installed here; install the extra: pip install 'trainboard[{backend}]'") from None
        _import_seconds[backend] = time.perf_counter() - begin
    return _import_seconds[backend]


def _import(backend: str) -> None:
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
