"""PyTorch's kernel under Keras' layer: the same model, proved in the environment that holds PyTorch."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".venv-torch/bin/python"

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not PYTHON.exists(), reason="make backends")]

COMPARE = """
import json, keras, torch
from dataclasses import replace
from bench.engines.kernel import torch_kernel
from bench.torch_lstm import TorchLSTM
from bench.workloads import sentiment_bilstm as task

small = replace(task.QUICK, layers=2, vocabulary_size=50)
tokens = torch.arange(160).reshape(8, 20) % 50
truth = torch.arange(8) % 2

def measured(layer):
    task._lstm_layer = lambda: layer
    keras.utils.set_random_seed(1)
    model = task.build(small, "fp32")
    loss = task.losses(truth, model(tokens, training=False))[0].mean()
    loss.backward()
    gradients = [variable.value.grad for variable in model.trainable_variables]
    kernel = torch_kernel(lambda: model(tokens, training=True), "cpu")
    return model.count_params(), loss.item(), gradients, kernel

keras_own, fused = measured(keras.layers.LSTM), measured(TorchLSTM)
print(json.dumps({
    "parameters": [keras_own[0], fused[0], task.parameters(small)],
    "losses": [keras_own[1], fused[1]],
    "gradient_error": max(float((a - b).abs().max()) for a, b in zip(keras_own[2], fused[2], strict=True)),
    "levels": [keras_own[3].level, fused[3].level],
}))
"""


def test_the_model_is_the_same_and_the_profiler_sees_the_fused_kernel() -> None:
    environment = {**os.environ, "KERAS_BACKEND": "torch", "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    done = subprocess.run([PYTHON, "-c", COMPARE], capture_output=True, text=True, check=True, env=environment, timeout=300)
    found = json.loads(done.stdout)
    assert len(set(found["parameters"])) == 1
    assert found["losses"][0] == pytest.approx(found["losses"][1], rel=1e-6)
    assert found["gradient_error"] < 1e-6
    assert found["levels"] == ["generic", "fused"]
