"""The LSTM layer under PyTorch: Keras' weights, PyTorch's own kernel on every device.

Keras 3.15 takes PyTorch's kernel on CUDA alone and falls back to a Python loop over time elsewhere, silently. PyTorch
has a fused kernel on processors too (oneDNN). Weights, gate order, initialisers and arithmetic are those of
``keras.layers.LSTM``; what ran is read from the profiler, as for every backend (``bench.engines.kernel``).
"""

from __future__ import annotations

from typing import Any

import torch
from keras import layers, saving


@saving.register_keras_serializable("trainboard")  # Bidirectional copies its layer by this name
class TorchLSTM(layers.LSTM):  # type: ignore[misc]
    """``keras.layers.LSTM`` with default activations and no mask, computed by ``torch.lstm``."""

    def inner_loop(self, sequences: torch.Tensor, initial_state: list[torch.Tensor], mask: None, training: bool = False) -> Any:  # noqa: ANN401, FBT001, FBT002 - Keras' signature
        """Last output, outputs (batch, time, units) and states (batch, units)."""
        if mask is not None or not torch.is_tensor(sequences) or sequences.device.type == "meta":
            return super().inner_loop(sequences, initial_state, mask, training)
        kernel = self.cell.kernel.value
        bias = self.cell.bias.value.to(kernel.dtype)
        ordered = sequences.to(kernel.dtype)
        ordered = ordered.flip(1) if self.go_backwards else ordered
        # Keras has one bias where PyTorch adds two: the second is zero and not trained.
        weights = [kernel.T.contiguous(), self.cell.recurrent_kernel.value.T.contiguous(), bias, torch.zeros_like(bias)]
        state = tuple(each.to(kernel.dtype).unsqueeze(0) for each in initial_state)
        outputs, hidden, carry = torch.lstm(
            ordered,
            state,
            weights,
            has_biases=True,
            num_layers=1,
            dropout=0.0,
            train=torch.is_grad_enabled(),
            bidirectional=False,
            batch_first=True,
        )
        return outputs[:, -1], outputs, [hidden[0], carry[0]]
