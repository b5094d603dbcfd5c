"""The backends, by order of preference. ``bench.engines.factory`` loads one and builds its engine."""

from __future__ import annotations

BACKENDS = ("tensorflow", "jax", "torch")
