from __future__ import annotations

import pytest

from bench.engines.kernel import jax_kernel, tensorflow_evidence


@pytest.mark.parametrize(
    ("operations", "level"),
    [
        (["MatMul", "CudnnRNNV3", "CudnnRNNV3"], "fused"),
        (["MatMul", "CudnnRNNV3", "While"], "generic"),
        (["While", "MatMul"], "generic"),
        (["MatMul"], "unknown"),
    ],
)
def test_fused_means_the_library_call_and_no_loop(operations: list[str], level: str) -> None:
    assert tensorflow_evidence(operations)[0] == level


def test_a_loop_inside_the_jax_launch_is_the_generic_kernel() -> None:
    launch = "stablehlo.while body custom_call @cudnn dnn_rnn_ffi dnn_rnn_ffi"
    assert jax_kernel(launch, "gpu").level == "fused"
    lost = jax_kernel("stablehlo.while stablehlo.while stablehlo.while", "gpu")
    assert (lost.level, lost.reason_not_fused) == ("generic", "lowered-to-a-loop")
    assert jax_kernel("stablehlo.while stablehlo.while", "cpu").reason_not_fused == "no-gpu"
