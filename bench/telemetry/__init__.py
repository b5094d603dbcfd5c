"""Telemetry of a run: a sampler thread over one reader a vendor."""

from bench.telemetry.interface import TelemetryResult
from bench.telemetry.sampler import Sampler

__all__ = ["Sampler", "TelemetryResult"]
