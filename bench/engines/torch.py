"""PyTorch: the same loop, eager, on one device; the fused kernel is cuDNN's on a GPU and oneDNN's on a processor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import keras
import torch

from bench.engines import common
from bench.engines.kernel import torch_kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bench.engines.engine import Data, Plan, Totals
    from bench.submission import Kernel


class TorchEngine(common.KerasEngine):
    """See ``bench.engines.engine.Engine``. One device: data-parallel runs go through DDP processes."""

    replicas, xla = 1, False

    def __init__(self, plan: Plan, data: Data) -> None:
        if len(plan.device_indices) > 1:
            raise ValueError("the torch engine drives one device a process")
        self._switch(plan)
        self._device = keras.src.backend.torch.core.get_device()
        self.steps_per_launch = 1 if self._device == "cpu" else common.GPU_STEPS_PER_LAUNCH
        self._build(plan, data)
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

    def kernel(self) -> Kernel:
        """Look at what runs."""
        rows = torch.arange(self._batch, device=self._device) % self._rows
        return torch_kernel(lambda: self._model(self._inputs[rows], training=True), self._device)


def _sums(losses: torch.Tensor, hits: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    return torch.stack([(weights * losses).sum(), (weights * hits).sum(), weights.sum()])
