"""Which recurrent kernel really ran: evidence from the graph and from the profiler, never from intent."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from bench.submission import Kernel

if TYPE_CHECKING:
    from collections.abc import Iterator

Level = Literal["fused", "generic", "unknown"]
_FUSED = "CudnnRNN"
_LOOPS = ("While", "StatelessWhile")


def _graph_operations(graph_def: Any) -> Iterator[Any]:  # noqa: ANN401 - a GraphDef message
    yield from graph_def.node
    for function in graph_def.library.function:
        yield from function.node_def


def tensorflow_evidence(operations: list[str]) -> tuple[Level, tuple[str, ...]]:
    """Level and evidence from the operation names of a traced training call.

    Fused means at least one cuDNN operation and no loop: a loop is what Keras falls back to.
    """
    found = sorted({name for name in operations if name.startswith(_FUSED) or name in _LOOPS})
    fused = any(name.startswith(_FUSED) for name in found) and not any(name in _LOOPS for name in found)
    level: Level = "fused" if fused else "generic" if found else "unknown"
    return level, tuple(found)


def _profiled_names(trace_folder: Path) -> set[str]:
    """Names of the events in a profiler trace."""
    from tensorflow.tsl.profiler.protobuf import xplane_pb2

    names: set[str] = set()
    for file in trace_folder.rglob("*.xplane.pb"):
        space = xplane_pb2.XSpace()
        space.ParseFromString(file.read_bytes())
        names |= {meta.name for plane in space.planes for meta in plane.event_metadata.values()}
    return names


def _runtime_evidence(call: Any, tokens: Any) -> tuple[str, ...]:  # noqa: ANN401 - framework objects
    import tensorflow as tf

    with tempfile.TemporaryDirectory() as folder:
        with tf.profiler.experimental.Profile(folder):
            call(tokens)
        names = _profiled_names(Path(folder))
    return tuple(sorted({name.split(":")[-1][:100] for name in names if _FUSED in name}))[:8]


def tensorflow_kernel(model: Any, tokens: Any) -> Kernel:  # noqa: ANN401 - framework objects
    """Trace a training call of ``model`` on ``tokens`` (batch, width) and look for the fused kernel.

    A graphics card is asked at run time too, outside the timed window.
    """
    import tensorflow as tf

    traced = tf.function(lambda batch: model(batch, training=True), jit_compile=False)
    graph = traced.get_concrete_function(tokens).graph.as_graph_def()
    nodes = list(_graph_operations(graph))
    level, static = tensorflow_evidence([node.op for node in nodes])
    gpu = bool(tf.config.list_physical_devices("GPU"))
    runtime = _runtime_evidence(traced, tokens) if gpu else ()
    if gpu and level == "fused" and not runtime:
        level = "unknown"
    types = sorted({tf.dtypes.as_dtype(node.attr["T"].type).name for node in nodes if node.op.startswith(_FUSED)})
    reason = None if level == "fused" else "gpu-graph-has-a-loop" if gpu else "no-gpu"
    return Kernel(
        requested="auto",
        level=level,
        static_evidence=static,
        runtime_evidence=runtime,
        dtype=types[0] if types else None,
        reason_not_fused=reason,
    )


_JAX_FUSED = "dnn_rnn_ffi"
_JAX_LOOP = "stablehlo.while"
_TORCH_FUSED = {"aten::_cudnn_rnn": "cudnn", "aten::miopen_rnn": "miopen", "aten::mkldnn_rnn_layer": "onednn"}


def jax_kernel(lowered_text: str, platform: str) -> Kernel:
    """Evidence from the lowered text of one launch.

    The launch itself is one loop over steps, so a loop *inside* it is the sign of the generic kernel:
    the scan over time steps and its backward pass.
    """
    loops = lowered_text.count(_JAX_LOOP)
    calls = lowered_text.count(_JAX_FUSED)
    fused = calls > 0 and loops <= 1
    evidence = tuple(f"{name} x{count}" for name, count in ((_JAX_FUSED, calls), (_JAX_LOOP, loops)) if count)
    reason = None if fused else "no-gpu" if platform == "cpu" else "lowered-to-a-loop"
    return Kernel(requested="auto", level="fused" if fused else "generic", static_evidence=evidence, reason_not_fused=reason)


def torch_kernel(call: Any, device: str) -> Kernel:  # noqa: ANN401 - a training call without arguments
    """Evidence from the profiler: the operation that the library dispatched, for the flag proves nothing."""
    import torch

    from bench.engines.quiet import quiet_stderr

    with quiet_stderr(), torch.profiler.profile() as profile:
        call()
    names = {event.key for event in profile.key_averages()}
    found = tuple(sorted(name for name in names if name in _TORCH_FUSED))
    reason = None if found else "no-gpu" if device == "cpu" else "framework-loop"
    runtime = tuple(name.replace("::", ".") for name in found)
    return Kernel(requested="auto", level="fused" if found else "generic", runtime_evidence=runtime, reason_not_fused=reason)
