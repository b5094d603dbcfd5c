"""Which specification predicts speed, what it says of unmeasured hardware, and how near the ceilings a run came."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pandas as pd

from site_builder.metrics.ranking import best_per_hardware, labelled
from site_builder.metrics.runs import names

SPECS = {
    "bandwidth_bytes_per_second": "memory bandwidth",
    "fp32_flops": "fp32 rate",
    "fp16_flops": "16-bit rate",
    "memory_bytes_spec": "memory size",
}
FEWEST = 4
"""Kinds of hardware below which nothing is said of a trend: with three, any line fits."""
_TWO_SIDED_95 = 1.959964


def best_with_specs(runs: pd.DataFrame, hardware: pd.DataFrame) -> pd.DataFrame:
    """Best single-device rate of each hardware beside the catalogue's figures."""
    single = runs[runs["device_count"] == 1]
    best = best_per_hardware(single, "samples_per_second", ("hardware_id", "workload"), smaller_is_better=False)
    facts = hardware.rename(columns={"memory_bytes": "memory_bytes_spec"})[["hardware_id", "tdp_watts", *SPECS, "tf32_flops", "bf16_flops"]]
    return best.merge(facts, on="hardware_id", how="left")


def spec_against_speed(runs: pd.DataFrame, hardware: pd.DataFrame, spec: str) -> pd.DataFrame:
    """Rows that have both a rate and the specification, as ``spec_value``."""
    both = best_with_specs(runs, hardware).dropna(subset=[spec, "samples_per_second"])
    both = both[(both[spec] > 0) & (both["samples_per_second"] > 0)].reset_index(drop=True)
    made = both.assign(spec_value=both[spec].astype("float64"), spec_name=SPECS.get(spec, spec), label=names(both))
    return labelled(made, "spec_value", "samples_per_second")


def _varies(values: pd.Series) -> bool:
    return bool(values.max() > values.min())


def _spearman(first: pd.Series, second: pd.Series) -> float:
    return float(np.corrcoef(first.rank(), second.rank())[0, 1])


def correlations(runs: pd.DataFrame, hardware: pd.DataFrame) -> pd.DataFrame:
    """Spearman's rank correlation of each specification with the rate, by workload, with its 95 % interval.

    Interval: Fisher's transform with variance 1.06 / (n - 3) (Fieller, Hartley and Pearson, Biometrika 44, 1957).
    Fewer than four kinds of hardware, or a specification that does not vary, give no row.
    """
    both, rows = best_with_specs(runs, hardware), []
    for workload, group in both.groupby("workload", sort=True):
        for spec, name in SPECS.items():
            kept = group.dropna(subset=[spec, "samples_per_second"])
            if len(kept) >= FEWEST and _varies(kept[spec]) and _varies(kept["samples_per_second"]):
                rho = _spearman(kept[spec], kept["samples_per_second"])
                z, half = math.atanh(max(-0.9999, min(0.9999, rho))), _TWO_SIDED_95 * math.sqrt(1.06 / (len(kept) - 3))
                rows.append((workload, spec, name, len(kept), rho, min(rho, math.tanh(z - half)), max(rho, math.tanh(z + half))))
    return pd.DataFrame(rows, columns=["workload", "spec", "spec_name", "hardware_count", "correlation", "low", "high"])


class Line(NamedTuple):
    """A power law, rate = scale x spec ^ power, and how wrong it was on hardware that it had not seen.

    Attributes:
        spec: column of the specification.
        scale: logarithm of the factor.
        power: exponent.
        error: median over the hardware of |log(left-out estimate / measured)|; exp(error) - 1 is the relative error.
        worst: largest of them.
        hardware_count: kinds of hardware behind it.
    """

    spec: str
    scale: float
    power: float
    error: float
    worst: float
    hardware_count: int


def _fit(x: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    centred = x - x.mean()
    spread = float((centred**2).sum())
    power = float((centred * (y - y.mean())).sum() / spread) if spread > 0 else 0.0
    return float(y.mean() - power * x.mean()), power


def fitted(measured: pd.DataFrame, spec: str) -> Line | None:
    """Least squares on logarithms, judged by leaving out one kind of hardware at a time; None with fewer than four.

    Args:
        measured: rows of one workload from ``best_with_specs``.
        spec: column of the specification.
    """
    kept = measured.dropna(subset=[spec, "samples_per_second"])
    kept = kept[(kept[spec] > 0) & (kept["samples_per_second"] > 0)]
    if len(kept) < FEWEST:
        return None
    x, y = np.log(kept[spec].to_numpy(dtype=float)), np.log(kept["samples_per_second"].to_numpy(dtype=float))
    errors = []
    for place in range(len(x)):
        scale, power = _fit(np.delete(x, place), np.delete(y, place))
        errors.append(abs(scale + power * x[place] - y[place]))
    return Line(spec, *_fit(x, y), float(np.median(errors)), max(errors), len(kept))


def estimates(runs: pd.DataFrame, hardware: pd.DataFrame) -> pd.DataFrame:
    """Rates of hardware that nobody measured, by workload: from the specification whose left-out error is least.

    ``low`` and ``high`` are the estimate over and times exp(worst left-out error). Every row is an estimate and is shown as one.
    A specification that is larger where the speed is smaller foretells nothing and is not used.
    """
    both, made = best_with_specs(runs, hardware), []
    for workload, group in both.groupby("workload", sort=True):
        lines = [line for spec in SPECS if (line := fitted(group, spec)) is not None and line.power > 0]
        if not lines:
            continue
        line = min(lines, key=lambda item: (item.error, item.spec))
        facts = hardware.rename(columns={"memory_bytes": "memory_bytes_spec"})
        wanted = facts[
            ~facts["hardware_id"].isin(group["hardware_id"]) & facts["kind"].isin(group["kind"].unique()) & (facts[line.spec] > 0)
        ]
        rate = np.exp(line.scale + line.power * np.log(wanted[line.spec].to_numpy(dtype=float)))
        known = {"workload": workload, "spec": line.spec, "spec_name": SPECS[line.spec], "hardware_count": line.hardware_count}
        error = {"left_out_error": math.expm1(line.error), "estimated": True}
        ends = {"samples_per_second": rate, "low": rate / math.exp(line.worst), "high": rate * math.exp(line.worst)}
        made.append(wanted[["hardware_id", "hardware"]].assign(**known, **error, **ends))
    columns = [
        "hardware_id", "hardware", "workload", "samples_per_second", "low", "high", "spec", "spec_name", "left_out_error",
        "hardware_count", "estimated",
    ]  # fmt: skip
    return pd.concat(made, ignore_index=True)[columns] if made else pd.DataFrame(columns=columns)


def ceilings(runs: pd.DataFrame, hardware: pd.DataFrame) -> pd.DataFrame:
    """Share of the device's peak rate that a run reached, at its own precision, all devices counted; unknown peaks give no row."""
    facts = hardware.set_index("hardware_id")
    peaks = {name: runs["hardware_id"].map(facts[f"{name}_flops"]) for name in ("fp32", "tf32", "fp16", "bf16")}
    peak = pd.Series(float("nan"), index=runs.index)
    for name, values in peaks.items():
        peak = peak.where(runs["precision"] != name, values.astype("float64"))
    total = peak * runs["device_count"].astype("float64")
    made = runs.assign(peak_flops=total, share_of_peak=runs["flops_per_second"] / total).dropna(subset=["share_of_peak"])
    best = best_per_hardware(made, "share_of_peak", ("hardware_id", "workload", "precision"), smaller_is_better=False)
    return best.assign(label=names(best) + ", " + best["workload"].astype(str) + " " + best["precision"].astype(str))
