"""PyTorch: the same loop, eager, on one device; the fused kernel is cuDNN's where a GPU has one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import keras
import torch

from bench.engines import common
from bench.kernel import torch_kernel
from bench.workloads import build_functions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bench.engines.engine import Data, Plan, Totals
    from bench.submission import Kernel


class TorchEngine:
    """See ``bench.engines.engine.Engine``. One device: data-parallel runs go through DDP processes."""

    replicas, xla = 1, False

    def __init__(self, plan: Plan, data: Data) -> None:
        if len(plan.device_indices) > 1:
            raise ValueError("the torch engine drives one device a process")
        keras.utils.set_random_seed(plan.seed)
        self.tf32_allowed = plan.precision == "tf32"
        torch.backends.cuda.matmul.allow_tf32 = self.tf32_allowed
        torch.backends.cudnn.allow_tf32 = self.tf32_allowed
        keras.config.set_dtype_policy(common.POLICIES[plan.precision])
        self._device = keras.src.backend.torch.core.get_device()
        self.steps_per_launch = 1 if self._device == "cpu" else common.GPU_STEPS_PER_LAUNCH
        task = build_functions(plan.workload)
        self._losses = task.losses
        self._model = task.build(plan.preset, plan.precision)
        self._optimizer = common.make_optimizer(plan)
        self._optimizer.build(self._model.trainable_variables)
        self.parameters = self._model.count_params()
        self._batch = plan.preset.batch_size
        self._first_eval, self._rows = data.train_rows, len(data.labels)
        self._inputs = torch.from_numpy(data.inputs).to(self._device)
        self._labels = torch.from_numpy(data.labels).to(self._device)

    def _step(self, rows: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
        losses, hits = self._losses(self._labels[rows], self._model(self._inputs[rows], training=True))
        self._model.zero_grad()
        self._optimizer.scale_loss((weights * losses).sum() / weights.sum()).backward()
        variables = self._model.trainable_variables
        with torch.no_grad():
            self._optimizer.apply([variable.value.grad for variable in variables], variables)
        return _sums(losses.detach(), hits.detach(), weights)

    def launch(self, indices: NDArray[np.int32], weights: NDArray[np.float32]) -> torch.Tensor:
        """Enqueue optimizer steps."""
        rows = torch.from_numpy(indices).to(self._device, torch.long)
        share = torch.from_numpy(weights).to(self._device)
        return torch.stack([self._step(each, weight) for each, weight in zip(rows, share, strict=True)]).sum(dim=0)

    def fetch(self, handles: list[torch.Tensor]) -> Totals:
        """Wait for launches."""
        return common.totals(torch.stack(handles).cpu().tolist()) if handles else common.totals([])

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def _predict(self, indices: NDArray[np.int32], weights: NDArray[np.float32]) -> torch.Tensor:
        rows = torch.from_numpy(indices).to(self._device, torch.long)
        share = torch.from_numpy(weights).to(self._device)
        return _sums(*self._losses(self._labels[rows], self._model(self._inputs[rows], training=False)), share)

    def evaluate(self) -> Totals:
        """Measure on the evaluation rows."""
        return self.fetch([self._predict(*batch) for batch in common.eval_batches(self._first_eval, self._rows)])

    def _variables(self) -> list[Any]:
        return [*self._model.variables, *self._optimizer.variables]

    def state(self) -> list[NDArray[Any]]:
        """Copy what training changes."""
        return common.copy_state(self._variables())

    def load_state(self, arrays: list[NDArray[Any]]) -> None:
        """Put a state back."""
        common.restore_state(self._variables(), arrays)

    def kernel(self) -> Kernel:
        """Look at what runs."""
        rows = torch.arange(self._batch, device=self._device) % self._rows
        return torch_kernel(lambda: self._model(self._inputs[rows], training=True), self._device)


def _sums(losses: torch.Tensor, hits: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    return torch.stack([(weights * losses).sum(), (weights * hits).sum(), weights.sum()])
