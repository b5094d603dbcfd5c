"""Frames of speed, made from the board's runs. The page chooses workload, preset and precision before it calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from site_builder.metrics.ranking import best_per_hardware, labelled, ranks

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

LABELS = {"resnet50": "CNN", "sentiment-bilstm": "RNN", "bert-base": "Transformer"}
"""The architectures that the study of 2019 compared, by workload."""
_MAKER = r"^(?:NVIDIA (?:GeForce |Tesla )?|AMD (?=Instinct|Radeon)|Intel (?=Arc|Data))"
SAME = ["hardware_id", "workload", "preset", "precision", "backend", "protocol"]
"""What two runs share that differ in the count of devices alone."""


def short_names(hardware: pd.Series) -> pd.Series:
    """Names without the maker where the rest says enough: labels have little room."""
    return hardware.astype(str).str.replace(_MAKER, "", regex=True)


def names(frame: pd.DataFrame) -> pd.Series:
    """Hardware without its maker, for labels, and the count above one device."""
    counts = frame["device_count"].astype("Int64")
    return short_names(frame["hardware"]) + counts.map(lambda count: f" x {count}" if count > 1 else "").astype(str)


def with_interval(runs: pd.DataFrame) -> pd.DataFrame:
    """Adds ``seconds_low`` and ``seconds_high``: shortest and longest repeat; of a single repeat one spread of its blocks either way."""
    seconds = runs["train_seconds"].astype("float64")
    half = seconds * runs["block_spread"].astype("float64").fillna(0.0)
    several = runs["repeats"].fillna(0).astype(int) > 1
    low = runs["train_seconds_minimum"].where(several, (seconds - half).clip(lower=0)).astype("float64")
    high = runs["train_seconds_maximum"].where(several, seconds + half).astype("float64")
    return runs.assign(seconds_low=low, seconds_high=high)


def time_by_hardware(runs: pd.DataFrame) -> pd.DataFrame:
    """Fastest run of each hardware and count, with interval and rank."""
    best = best_per_hardware(with_interval(runs), "train_seconds", ("hardware_id", "device_count"))
    return best.assign(label=names(best), rank=ranks(best, "train_seconds", "seconds_low", "seconds_high"))


def throughput_by_hardware(runs: pd.DataFrame) -> pd.DataFrame:
    """Highest rate of each hardware and count; the interval is the 5th to the 95th percentile of its blocks."""
    best = best_per_hardware(runs, "samples_per_second", ("hardware_id", "device_count"), smaller_is_better=False)
    return best.assign(label=names(best), rank=ranks(best, "samples_per_second", "block_p05", "block_p95", smaller_is_better=False))


def scaling(runs: pd.DataFrame) -> pd.DataFrame:
    """Speed-up t1 / tn and efficiency t1 / (n tn) of each hardware against its own fastest single device.

    ``slower_than_one`` is the plain flag: more devices took longer. Hardware that was never measured alone is left out.
    ``label_side`` says which lines have room for a name.
    """
    together = runs[runs["mode"].isin(["single", "data-parallel", "multi-node"])]
    best = best_per_hardware(together, "train_seconds", (*SAME, "device_count"))
    alone = best[best["device_count"] == 1][[*SAME, "train_seconds"]].rename(columns={"train_seconds": "seconds_alone"})
    both = best.merge(alone, on=SAME, how="inner")
    speedup = both["seconds_alone"] / both["train_seconds"]
    counts = both["device_count"].astype("float64")
    both = both.assign(speedup=speedup, efficiency=speedup / counts, slower_than_one=(counts > 1) & (speedup < 1))
    ordered = both.sort_values(["hardware_id", "device_count"], kind="stable").reset_index(drop=True)
    ends = labelled(ordered[ordered["device_count"] > 1].groupby(SAME).tail(1), "device_count", "speedup", log=(False, False))
    return ordered.assign(label=short_names(ordered["hardware"]), label_side=ends["label_side"].reindex(ordered.index))


def half_precision_gain(runs: pd.DataFrame) -> pd.DataFrame:
    """Speed in 16 bit over speed in fp32 of the same hardware, workload and backend, with the share of memory that it needs."""
    keys = ["hardware_id", "hardware", "workload", "preset", "backend", "device_count"]
    best = best_per_hardware(runs, "samples_per_second", (*keys, "precision"), smaller_is_better=False)
    full = best[best["precision"] == "fp32"][[*keys, "samples_per_second", "peak_device_bytes"]]
    half = best[best["precision"].isin(["fp16", "bf16"])][[*keys, "precision", "samples_per_second", "peak_device_bytes"]]
    both = half.merge(full, on=keys, suffixes=("", "_fp32"))
    memory = both["peak_device_bytes"].astype("float64") / both["peak_device_bytes_fp32"].astype("float64")
    label = names(both) + ", " + both["workload"].map(lambda item: LABELS.get(item, item)).astype(str) + " " + both["precision"].astype(str)
    made = both.assign(gain=both["samples_per_second"] / both["samples_per_second_fp32"], memory_share=memory, label=label)
    return best_per_hardware(made, "gain", ("label",), smaller_is_better=False)


def baseline(runs: pd.DataFrame) -> str:
    """The hardware with most complete runs, that others are set against; empty without a run."""
    counts = runs[runs["complete"].fillna(value=False).astype(bool)]["hardware_id"].value_counts(sort=False)
    return min(counts.index, key=lambda item: (-counts[item], item), default="")


def normalised(runs: pd.DataFrame, baseline_id: str) -> pd.DataFrame:
    """Best single-device rate on CNN, RNN and Transformer over that of the baseline hardware; what was not measured has no row."""
    single = runs[(runs["device_count"] == 1) & runs["workload"].isin(list(LABELS))]
    best = best_per_hardware(single, "samples_per_second", ("hardware_id", "workload"), smaller_is_better=False)
    base = best[best["hardware_id"] == baseline_id].set_index("workload")["samples_per_second"]
    score = best["samples_per_second"] / best["workload"].map(base).astype("float64")
    made = best.assign(architecture=best["workload"].map(LABELS).astype(str), score=score).dropna(subset=["score"])
    mean = made.groupby("hardware_id")["score"].transform("mean")
    return (
        made.assign(order=mean).sort_values(["order", "hardware_id", "architecture"], ascending=[False, True, True]).reset_index(drop=True)
    )


def performance_per_dollar(scores: pd.DataFrame, dollars: pd.Series, minimum_memory_bytes: float = 0.0) -> pd.DataFrame:
    """Score over price, scaled so that the best is 1 within each architecture.

    Args:
        scores: from ``normalised``.
        dollars: price by hardware id: of purchase, or of an hour of rent. A price of 0 or less is no price.
        minimum_memory_bytes: hardware that cannot hold the model is left out.
    """
    price = scores["hardware_id"].map(dollars).astype("float64")
    fits = scores["memory_bytes"].astype("float64").fillna(0.0) >= minimum_memory_bytes
    kept = scores.assign(price=price)[(price > 0) & fits]
    raw = kept["score"] / kept["price"]
    return kept.assign(value=raw / raw.groupby(kept["architecture"]).transform("max")).reset_index(drop=True)


def heat_and_power(runs: pd.DataFrame, columns: Sequence[str] = ("mean_power_watts", "samples_per_second")) -> pd.DataFrame:
    """Complete runs with measured power: rate, watts and samples per joule; the badge of throttling is kept."""
    kept = runs.dropna(subset=list(columns))
    kept = kept[(kept["mean_power_watts"] > 0) & (kept["samples_per_second"] > 0)]
    state = kept["throttled"].fillna(value=False).map({True: "held back by heat", False: "not held back by heat"})
    per_joule = kept["samples_per_second"] / kept["mean_power_watts"]
    made = kept.assign(label=names(kept), samples_per_joule=per_joule, state=state.astype(str)).reset_index(drop=True)
    return labelled(made, "mean_power_watts", "samples_per_second", log=(False, False))
