"""Loads a framework in a process of its own and computes once, so that a crash there becomes a sentence here.

Run as ``python -m bench.doctor.child BACKEND``: prints one line of JSON. A wheel built for instructions that the
processor lacks ends this process by SIGILL, not the doctor.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any


def _tensorflow() -> dict[str, Any]:
    import tensorflow as tf

    left = tf.random.uniform((256, 256))
    float(tf.reduce_sum(left @ left))
    build = tf.sysconfig.get_build_info()
    return {
        "version": tf.__version__,
        "accelerators": len(tf.config.list_physical_devices("GPU")),
        "gpu_build": bool(tf.test.is_built_with_gpu_support()),
        "cuda_build": build.get("cuda_version"),
        "cudnn_build": build.get("cudnn_version"),
    }


def _jax() -> dict[str, Any]:
    import jax
    import jax.numpy as jnp

    left = jnp.ones((256, 256))
    float((left @ left).sum())
    plugins = [name for name in sys.modules if name.startswith(("jax_cuda", "jax_rocm", "jax_plugins.", "jax_metal"))]
    return {
        "version": jax.__version__,
        "accelerators": sum(device.platform != "cpu" for device in jax.local_devices()),
        "gpu_build": bool(plugins),
        "cuda_build": None,
        "cudnn_build": None,
    }


def _torch() -> dict[str, Any]:
    import torch

    device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
    left = torch.ones((256, 256), device=device)
    float((left @ left).sum())
    cudnn = torch.backends.cudnn.version() if torch.backends.cudnn.is_available() else None
    return {
        "version": torch.__version__,
        "accelerators": torch.cuda.device_count() if device == "cuda" else int(device == "mps"),
        "gpu_build": torch.version.cuda is not None or torch.version.hip is not None or device == "mps",
        "cuda_build": torch.version.cuda,
        "cudnn_build": None if cudnn is None else str(cudnn),
    }


_READERS = {"tensorflow": _tensorflow, "jax": _jax, "torch": _torch}


def main(backend: str) -> None:
    """Print what a backend says of itself."""
    from bench.machine.software import loaded_libraries

    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    facts = _READERS[backend]()
    facts["loaded"] = {package.name: package.version for package in loaded_libraries()}
    print(json.dumps(facts))  # noqa: T201 - the answer to the parent process


if __name__ == "__main__":
    main(sys.argv[1])
