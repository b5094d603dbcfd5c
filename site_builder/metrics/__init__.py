"""Pure functions from frame to frame. What a chart or a table shows is computed here and nowhere else."""

from site_builder.metrics.badges import BADGES, Badge, badges_of, slower_than_one
from site_builder.metrics.curves import accuracy_by_epoch, block_times, published_timeline, telemetry
from site_builder.metrics.money import (
    billing_models,
    cost_against_time,
    cost_by_class,
    cost_by_instance,
    cost_of_latency,
    device_hour,
    own_or_rent,
    price_history,
)
from site_builder.metrics.ranking import best_per_hardware, labelled, pareto, ranks, relative, robust_spread, thinned
from site_builder.metrics.runs import (
    baseline,
    half_precision_gain,
    heat_and_power,
    names,
    normalised,
    performance_per_dollar,
    scaling,
    throughput_by_hardware,
    time_by_hardware,
    with_interval,
)
from site_builder.metrics.specs import best_with_specs, ceilings, correlations, estimates, fitted, spec_against_speed

__all__ = [
    "BADGES", "Badge", "accuracy_by_epoch", "badges_of", "baseline", "best_per_hardware", "best_with_specs", "billing_models",
    "block_times", "ceilings", "correlations", "cost_against_time", "cost_by_class", "cost_by_instance", "cost_of_latency", "device_hour",
    "estimates",    "fitted", "half_precision_gain", "heat_and_power", "labelled", "names", "normalised", "own_or_rent", "pareto",
    "performance_per_dollar", "price_history", "published_timeline", "ranks", "relative", "robust_spread", "scaling",
    "slower_than_one", "spec_against_speed", "telemetry", "thinned", "throughput_by_hardware", "time_by_hardware", "with_interval",
]  # fmt: skip
