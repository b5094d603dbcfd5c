"""JAX: the same loop as a jitted scan; many devices by sharding the batch over a mesh."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import keras
import numpy as np
from jax import numpy as jnp
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from bench.engines import common
from bench.engines.kernel import jax_kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bench.engines.engine import Data, Plan, Totals
    from bench.submission import Kernel

_State = tuple[list[Any], list[Any], list[Any]]


class JaxEngine(common.KerasEngine):
    """See ``bench.engines.engine.Engine``. JAX always compiles with XLA."""

    def __init__(self, plan: Plan, data: Data) -> None:
        self._switch(plan)
        devices = [jax.devices()[index] for index in plan.device_indices]
        mesh = Mesh(np.array(devices), ("batch",))
        self._split = NamedSharding(mesh, PartitionSpec(None, "batch"))
        self._whole = NamedSharding(mesh, PartitionSpec())
        self.replicas = len(devices)
        self.steps_per_launch = 1 if devices[0].platform == "cpu" else common.GPU_STEPS_PER_LAUNCH
        self.xla = True
        self._build(plan, data)
        self._inputs = jax.device_put(data.inputs, self._whole)
        self._labels = jax.device_put(data.labels, self._whole)
        self._read_variables()
        self._launch = jax.jit(self._launch_steps, donate_argnums=0)
        self._predict = jax.jit(self._predict_rows)

    def _read_variables(self) -> None:
        """Move Keras' variables into the state that the jitted functions hand on."""
        groups = (self._model.trainable_variables, self._model.non_trainable_variables, self._optimizer.variables)
        self._state: _State = tuple([jax.device_put(v.value, self._whole) for v in group] for group in groups)  # type: ignore[assignment]

    def _write_variables(self) -> None:
        groups = (self._model.trainable_variables, self._model.non_trainable_variables, self._optimizer.variables)
        for variables, values in zip(groups, self._state, strict=True):
            for variable, value in zip(variables, values, strict=True):
                variable.assign(value)

    def _scaled(self, loss: jax.Array, optimizer_state: list[Any]) -> jax.Array:
        with keras.StatelessScope(state_mapping=list(zip(self._optimizer.variables, optimizer_state, strict=True))):
            return self._optimizer.scale_loss(loss)

    def _step(self, state: _State, batch: tuple[jax.Array, jax.Array, jax.Array, jax.Array]) -> tuple[_State, jax.Array]:
        inputs, labels, indices, weights = batch
        trained, other, optimizer_state = state
        rows, truth = inputs[indices], labels[indices]

        def loss_of(values: list[Any]) -> tuple[jax.Array, tuple[jax.Array, list[Any]]]:
            output, updated = self._model.stateless_call(values, other, rows, training=True)
            losses, hits = self._losses(truth, output)
            scaled = self._scaled((weights * losses).sum() / weights.sum(), optimizer_state)
            return scaled, (_sums(losses, hits, weights), updated)

        (_, (sums, other)), gradients = jax.value_and_grad(loss_of, has_aux=True)(trained)
        trained, optimizer_state = self._optimizer.stateless_apply(optimizer_state, gradients, trained)
        return (trained, other, optimizer_state), sums

    def _launch_steps(
        self, state: _State, inputs: jax.Array, labels: jax.Array, indices: jax.Array, weights: jax.Array
    ) -> tuple[_State, jax.Array]:
        def step(carry: _State, each: tuple[jax.Array, jax.Array]) -> tuple[_State, jax.Array]:
            return self._step(carry, (inputs, labels, *each))

        state, sums = jax.lax.scan(step, state, (indices, weights))
        return state, sums.sum(axis=0)

    def _predict_rows(self, state: _State, inputs: jax.Array, labels: jax.Array, indices: jax.Array, weights: jax.Array) -> jax.Array:
        output, _ = self._model.stateless_call(state[0], state[1], inputs[indices], training=False)
        return _sums(*self._losses(labels[indices], output), weights)

    def launch(self, indices: NDArray[np.int32], weights: NDArray[np.float32]) -> jax.Array:
        """Enqueue optimizer steps."""
        split = jax.device_put((indices, weights), self._split)
        self._state, sums = self._launch(self._state, self._inputs, self._labels, *split)
        return sums

    def fetch(self, handles: list[jax.Array]) -> Totals:
        """Wait for launches."""
        return common.totals(jax.device_get(handles))

    def evaluate(self) -> Totals:
        """Measure on the evaluation rows."""
        batches = common.eval_batches(self._first_eval, self._rows)
        return self.fetch(
            [self._predict(self._state, self._inputs, self._labels, *jax.device_put(batch, self._whole)) for batch in batches]
        )

    def _variables(self) -> list[Any]:
        return [*self._model.trainable_variables, *self._model.non_trainable_variables, *self._optimizer.variables]

    def state(self) -> list[NDArray[Any]]:
        """Copy what training changes."""
        self._write_variables()
        return super().state()

    def load_state(self, arrays: list[NDArray[Any]]) -> None:
        """Put a state back."""
        super().load_state(arrays)
        self._read_variables()

    def kernel(self) -> Kernel:
        """Look at what runs."""
        indices = jnp.zeros((1, self._batch), jnp.int32)
        weights = jnp.ones((1, self._batch), jnp.float32)
        lowered = jax.jit(self._launch_steps).lower(self._state, self._inputs, self._labels, indices, weights)
        return jax_kernel(lowered.as_text(), jax.devices()[0].platform)


def _sums(losses: jax.Array, hits: jax.Array, weights: jax.Array) -> jax.Array:
    return jnp.stack([(weights * losses).sum(), (weights * hits).sum(), weights.sum()])
