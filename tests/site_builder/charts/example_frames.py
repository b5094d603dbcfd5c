"""Made-up frames of any length for the charts: the same length gives the same frame."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pandas as pd

from bench.catalog import HARDWARE
from site_builder import metrics
from site_builder.identity import hardware_frame

if TYPE_CHECKING:
    from collections.abc import Callable

CARDS = [item for item in HARDWARE.values() if item.kind == "gpu" and item.bandwidth_bytes_per_second]
PROVIDERS = ("Alpha Cloud", "Beta", "Gamma Hosting")
WORKLOADS = ("sentiment-bilstm", "resnet50", "bert-base")


def runs(count: int, workload: str | None = None) -> pd.DataFrame:
    rng = random.Random(count)  # noqa: S311 - made-up figures
    rows = []
    for number in range(count):
        card = CARDS[(number * 37) % len(CARDS)]
        devices = (1, 1, 2, 4)[number % 4] if number % 7 else 1
        seconds = 3e13 / (card.bandwidth_bytes_per_second or 1) * rng.uniform(0.8, 1.3) / devices**0.85
        rows.append(
            {
                "run_id": f"r{number}.1", "hardware_id": card.id, "hardware": card.name, "hardware_class": card.class_, "kind": "gpu",
                "memory_bytes": card.memory_bytes, "device_count": devices, "workload": workload or WORKLOADS[number % 3],
                "preset": "standard", "precision": ("fp32", "bf16", "fp16")[(number // 3) % 3], "backend": "tensorflow", "protocol": "1",
                "mode": "data-parallel" if devices > 1 else "single", "repeats": 1 + number % 3, "train_seconds": seconds,
                "train_seconds_minimum": seconds * 0.97, "train_seconds_maximum": seconds * 1.04, "block_spread": rng.uniform(0.005, 0.08),
                "samples_per_second": 5.7e6 / seconds, "block_p05": 5.4e6 / seconds, "block_p95": 6.1e6 / seconds,
                "flops_per_second": 5.7e6 / seconds * 8e6, "mean_power_watts": (card.tdp_watts or 200) * rng.uniform(0.4, 0.95) * devices,
                "peak_device_bytes": rng.randint(2, 9) * 10**9, "throttled": number % 11 == 5, "provider": None, "commitment": None,
                "complete": True, "date": "2026-11-30", "region": None,
            }
        )  # fmt: skip
    made = pd.DataFrame(rows, columns=list(_EMPTY)).astype(_EMPTY)
    return made.assign(throttled=made["throttled"].astype("boolean"))


_EMPTY = {
    **dict.fromkeys(("run_id", "hardware_id", "hardware", "hardware_class"), "object"),
    **dict.fromkeys(("kind", "workload", "preset", "precision", "backend"), "object"),
    **dict.fromkeys(("protocol", "mode", "provider", "commitment", "date", "region"), "object"),
    **dict.fromkeys(("device_count", "repeats", "peak_device_bytes"), "Int64"),
    **dict.fromkeys(("train_seconds", "train_seconds_minimum", "train_seconds_maximum", "block_spread", "samples_per_second"), "float64"),
    **dict.fromkeys(("block_p05", "block_p95", "flops_per_second", "mean_power_watts", "memory_bytes"), "float64"),
    **dict.fromkeys(("throttled", "complete"), "object"),
}  # fmt: skip


_COST_COLUMNS = (
    "run_id", "provider", "provider_name", "offer", "region", "commitment", "cost_machine", "cost_devices", "price_per_hour", "date_seen",
    "at",
)  # fmt: skip


def costs(of: pd.DataFrame) -> pd.DataFrame:
    rng = random.Random(7)  # noqa: S311 - made-up figures
    rows = [
        {
            "run_id": run, "provider": "p", "provider_name": PROVIDERS[place % 3], "offer": f"g{place % 5}.xlarge",
            "region": None, "commitment": "on_demand", "cost_machine": seconds / 3600 * rng.uniform(0.3, 4), "cost_devices": 0.1,
            "price_per_hour": 1.0, "date_seen": "2026-11-01", "at": "today",
        }
        for place, (run, seconds) in enumerate(zip(of["run_id"], of["train_seconds"], strict=True))
    ]  # fmt: skip
    columns = [
        "run_id",
        "provider",
        "provider_name",
        "offer",
        "region",
        "commitment",
        "cost_machine",
        "cost_devices",
        "price_per_hour",
        "date_seen",
        "at",
    ]
    return pd.DataFrame(rows, columns=columns)


def hardware() -> pd.DataFrame:
    return hardware_frame([])


def _epochs(count: int) -> pd.DataFrame:
    rows = [
        (f"repeat {1 + place // 4}", 1 + place % 4, 0.818 - 0.001 * (place % 4), 0.77 + 0.02 * (place % 4), 0.81, 0.8203)
        for place in range(count)
    ]
    return pd.DataFrame(rows, columns=list(metrics.EPOCH_COLUMNS))


def _blocks(count: int) -> pd.DataFrame:
    rng = random.Random(3)  # noqa: S311 - made-up figures
    rows = [(f"repeat {1 + place % 3}", place // 3 + 1, 0.5, 40000 * rng.gauss(1, 0.015)) for place in range(count)]
    return pd.DataFrame(rows, columns=["repeat_name", "block", "block_seconds", "samples_per_second"])


def _telemetry(count: int) -> pd.DataFrame:
    rng = random.Random(5)  # noqa: S311 - made-up figures
    panels = [("load (%)", 90.0), ("temperature (°C)", 70.0), ("power (W)", 250.0), ("clock (MHz)", 1500.0)]
    rows = [
        (*panels[place % 4][:1], f"device {place // 4 % 2}", float(place // 8), level * 0.9, level * rng.uniform(0.92, 1), level * 1.05)
        for place in range(count)
        for level in [panels[place % 4][1]]
    ]
    made = pd.DataFrame(rows, columns=["panel", "device", "seconds", "low", "mean", "high"])
    return made.sort_values(["panel", "device", "seconds"], kind="stable").reset_index(drop=True)


def _prices(count: int) -> pd.DataFrame:
    rng = random.Random(9)  # noqa: S311 - made-up figures
    rows = [
        (PROVIDERS[place % 3] + (f" {place % 40}" if count > 99 else ""), f"20{17 + place % 9}-0{1 + place % 9}-01",
         4 - place % 9 * 0.3 + rng.uniform(0, 0.4), "g1", "s")
        for place in range(count)
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["provider_name", "date_seen", "price_per_device_hour", "offer", "source"])


def _published(count: int) -> pd.DataFrame:
    rows = [
        (
            f"20{17 + place % 4}-0{1 + place % 9}-01",
            CARDS[place % 9].name,
            CARDS[place % 9].id,
            0.2 + place % 13,
            100.0,
            "biLSTM",
            "A study",
        )
        for place in range(count)
    ]
    columns = ["date", "hardware", "hardware_id", "cost", "train_seconds", "workload", "source_name"]
    return metrics.published_timeline(pd.DataFrame(rows, columns=columns).astype({"cost": "float64"}))


def _scores(count: int) -> pd.DataFrame:
    found = runs(count)
    if count == 1:
        found = runs(1, "resnet50")
    return metrics.normalised(found.assign(device_count=1), found["hardware_id"].iloc[0] if count else "none")


def _per_dollar(count: int) -> pd.DataFrame:
    scores = _scores(count)
    return metrics.performance_per_dollar(scores, pd.Series({item.id: 500.0 + len(item.name) * 40 for item in CARDS}))


def _gain(count: int) -> pd.DataFrame:
    first = runs(count).assign(precision="fp32", device_count=1)
    second = first.assign(precision="bf16", samples_per_second=first["samples_per_second"] * 1.7)
    return metrics.half_precision_gain(pd.concat([first, second], ignore_index=True))


def _scaling(count: int) -> pd.DataFrame:
    found = runs(count)
    wide = [
        found.assign(device_count=n, train_seconds=found["train_seconds"] / n**0.8, precision="fp32", mode="data-parallel")
        for n in (1, 2, 4)
    ]
    return metrics.scaling(pd.concat(wide[: 1 if count == 1 else 3], ignore_index=True).assign(workload="resnet50"))


LSTM = "sentiment-bilstm"
FRAMES: dict[str, Callable[[int], pd.DataFrame]] = {
    "cost-against-time": lambda n: metrics.cost_against_time(runs(n, LSTM), costs(runs(n, LSTM))),
    "time-by-hardware": lambda n: metrics.time_by_hardware(runs(n, LSTM)),
    "throughput-by-hardware": lambda n: metrics.throughput_by_hardware(runs(n, LSTM)),
    "cost-by-instance": lambda n: metrics.cost_by_instance(runs(n, LSTM), costs(runs(n, LSTM))),
    "cost-of-latency": lambda n: metrics.cost_of_latency(costs(runs(n, LSTM)), runs(n, LSTM).assign(ranked=True)),
    "accuracy-by-epoch": _epochs,
    "block-times": _blocks,
    "telemetry": _telemetry,
    "scaling": _scaling,
    "half-precision-gain": _gain,
    "normalised": _scores,
    "performance-per-dollar": _per_dollar,
    "price-history": _prices,
    "own-or-rent": lambda n: metrics.own_or_rent(1600.0, 0.12, 0.4 + n / 1e6, 3.0).head(n if n < 2 else 99),
    "billing-models": lambda n: metrics.billing_models(3.06).head(n if n < 2 else 99),
    "spec-against-speed": lambda n: metrics.spec_against_speed(
        runs(n, LSTM).assign(device_count=1), hardware(), "bandwidth_bytes_per_second"
    ),
    "share-of-ceiling": lambda n: metrics.ceilings(runs(n, LSTM).assign(precision="fp32"), hardware()),
    "published-timeline": _published,
    "heat-and-power": lambda n: metrics.heat_and_power(runs(n, LSTM)),
}
