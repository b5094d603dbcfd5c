"""Fixed inputs of the probes: a few batches that stay on the device, from the counter-based stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bench.workloads.bert_base import UNMASKED
from bench.workloads.resnet50 import CLASSES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bench.workloads import Preset

_KEY = 0x70726F6265
_MASKED_OF_256 = 38
"""About 15 % of the tokens, as in BERT."""


def _words(stream: int, count: int) -> NDArray[np.uint64]:
    return np.random.Philox(key=np.array([_KEY, stream], dtype=np.uint64)).random_raw(count)


def images(preset: Preset) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Images (rows, side, side, 3) float32 in [-1, 1) and classes (rows,)."""
    shape = (preset.rows, preset.width, preset.width, 3)
    raw = _words(0, int(np.prod(shape))) >> np.uint64(40)
    pixels = (raw.astype(np.float32) / 2**23 - 1).reshape(shape)
    return pixels, (_words(1, preset.rows) % np.uint64(CLASSES)).astype(np.int32)


def sentences(preset: Preset) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Token ids and labels, both (rows, length); masked positions hold id 0 and keep their token as label."""
    raw = _words(2, preset.rows * preset.width).reshape(preset.rows, preset.width)
    tokens = (1 + (raw >> np.uint64(8)) % np.uint64(preset.vocabulary_size - 1)).astype(np.int32)
    masked = (raw & np.uint64(255)) < _MASKED_OF_256
    masked[:, 0] = True
    return np.where(masked, 0, tokens).astype(np.int32), np.where(masked, tokens, UNMASKED).astype(np.int32)
