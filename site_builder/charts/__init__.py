"""The charts of the site. One file and one line here for each."""

from site_builder.charts import (
    accuracy_by_epoch,
    billing_models,
    block_times,
    cost_against_time,
    cost_by_instance,
    cost_of_latency,
    half_precision_gain,
    heat_and_power,
    normalised,
    own_or_rent,
    performance_per_dollar,
    price_history,
    published_timeline,
    scaling,
    share_of_ceiling,
    spec_against_speed,
    telemetry,
    throughput_by_hardware,
    time_by_hardware,
)
from site_builder.charts._chart import Chart

CHARTS: tuple[Chart, ...] = (
    cost_against_time.CHART,
    time_by_hardware.CHART,
    throughput_by_hardware.CHART,
    cost_by_instance.CHART,
    cost_of_latency.CHART,
    accuracy_by_epoch.CHART,
    block_times.CHART,
    telemetry.CHART,
    scaling.CHART,
    half_precision_gain.CHART,
    normalised.CHART,
    performance_per_dollar.CHART,
    price_history.CHART,
    own_or_rent.CHART,
    billing_models.CHART,
    spec_against_speed.CHART,
    share_of_ceiling.CHART,
    published_timeline.CHART,
    heat_and_power.CHART,
)


def chart(chart_id: str) -> Chart:
    """The chart of an id.

    Raises:
        KeyError: when there is none.
    """
    return {item.id: item for item in CHARTS}[chart_id]


__all__ = ["CHARTS", "Chart", "chart"]
