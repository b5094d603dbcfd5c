"""Accuracy bands from reference runs: the data's format and the statistics.

Format. ``bench/workloads/references/<workload-id>.json`` is a list of groups, one for each machine and setting:

    [{"preset": "tenth", "dataset": "<sha256 of the corpus>", "precision": "fp32", "batch_size": 1024, "epochs": 4,
      "backend": "tensorflow", "hardware_id": "...", "software": {"tensorflow": "2.21.0", "keras": "3.15.1"}, "date": "2026-12-01",
      "seeds": [{"seed": 101, "eval_accuracy": [..], "train_accuracy": [..], "eval_loss": [..], "train_loss": [..]}]}]

Each list of a seed has one value an epoch. All values are kept, so that a band can be made again by other means.
``benchmarks/collect_references.py`` makes a group from the lines that ``benchmarks/reference_runs.py`` prints.

Statistics. Groups of the same preset, data, precision and epochs are pooled by batch size. For each metric and
epoch, n values have the mean m and the sample standard deviation s. A new run of an honest machine falls with
probability 1 - a into the prediction interval

    m +- t(1 - a/2; n - 1) * max(s, floor) * sqrt(1 + 1/n)

(Hahn & Meeker 1991, Statistical Intervals, section 4.7). a is 1 % for the whole run: divided by the number of metrics
and epochs (Bonferroni). The floor stands for what few seeds on one machine cannot show (another backend, another
library): the larger of 0.002 and the sampling error sqrt(p (1 - p) / eval_rows) of the evaluation rows for
accuracies, 0.01 for losses. Under five seeds there is no band. Between two batch sizes m and s are interpolated
linearly in log2 of the batch; beyond them there is no band.
"""

from __future__ import annotations

import json
import math
import statistics
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

METRICS: Final = ("eval_accuracy", "train_accuracy", "eval_loss", "train_loss")
LEAST_SEEDS = 5
RUN_ALPHA = 0.01
_ACCURACY_FLOOR, _LOSS_FLOOR = 0.002, 0.01


@dataclass(frozen=True)
class Key:
    """What a band belongs to."""

    preset: str
    dataset: str
    precision: str
    batch_size: int
    epochs: int


@dataclass(frozen=True)
class Band:
    """Prediction interval of one metric after one epoch.

    Attributes:
        mean: over seeds.
        half_width: of the interval, same unit.
        seeds: how many.
    """

    mean: float
    half_width: float
    seeds: int

    @property
    def low(self) -> float:
        """Lower end."""
        return self.mean - self.half_width

    @property
    def high(self) -> float:
        """Upper end."""
        return self.mean + self.half_width

    def distance(self, value: float) -> float:
        """How far from the mean, in half-widths."""
        return abs(value - self.mean) / self.half_width


@lru_cache(maxsize=8)
def references(workload_id: str) -> tuple[dict[str, Any], ...]:
    """The reference groups of a workload; empty where there are none."""
    file = files("bench.workloads").joinpath("references", f"{workload_id}.json")
    return tuple(json.loads(file.read_text("utf-8"))) if file.is_file() else ()


def t_quantile(probability: float, freedom: int) -> float:
    """Quantile of Student's t by Hill's algorithm 396 (Communications of the ACM 13, 1970), for probability > 0.5.

    Args:
        probability: one-sided, in (0.5, 1).
        freedom: degrees of freedom, at least 3; the error is below 0.1 % there.
    """
    tail, n = 2 * (1 - probability), float(freedom)
    a = 1 / (n - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * n
    y = (d * tail) ** (2 / n)
    if y > 0.05 + a:
        x = statistics.NormalDist().inv_cdf(0.5 * tail)
        y = x * x
        if n < 5:  # noqa: PLR2004 - Hill's own bound
            c += 0.3 * (n - 4.5) * (x + 0.6)
        c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = a * y * y
        y = math.expm1(y) if y > 0.002 else 0.5 * y * y + y  # noqa: PLR2004
    else:
        y = ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) * (n + 1) / (n + 2) + 1 / y
    return math.sqrt(n * y)


def _values(groups: Sequence[dict[str, Any]], metric: str, epoch: int) -> list[float]:
    return [seed[metric][epoch] for group in groups for seed in group["seeds"]]


def _pools(workload_id: str, key: Key) -> dict[int, list[dict[str, Any]]]:
    """Reference groups that fit the key, by batch size, those with too few seeds left out."""
    pools: dict[int, list[dict[str, Any]]] = {}
    for group in references(workload_id):
        if all(group[name] == getattr(key, name) for name in ("preset", "dataset", "precision", "epochs")):
            pools.setdefault(group["batch_size"], []).append(group)
    return {batch: groups for batch, groups in pools.items() if sum(len(group["seeds"]) for group in groups) >= LEAST_SEEDS}


def _neighbours(pools: dict[int, list[dict[str, Any]]], batch_size: int) -> list[tuple[int, float]]:
    """Batch sizes to mix and their weights."""
    below = max((batch for batch in pools if batch <= batch_size), default=None)
    above = min((batch for batch in pools if batch >= batch_size), default=None)
    if below is None or above is None:
        return []
    if below == above:
        return [(below, 1.0)]
    share = math.log2(batch_size / below) / math.log2(above / below)
    return [(below, 1 - share), (above, share)]


def _floor(metric: str, mean: float, eval_rows: int) -> float:
    if metric.endswith("loss"):
        return _LOSS_FLOOR
    return max(_ACCURACY_FLOOR, math.sqrt(max(mean * (1 - mean), 0) / eval_rows))


def interval(values: Sequence[float], floor: float, alpha: float) -> Band:
    """The prediction interval of one further value.

    Args:
        values: at least four.
        floor: least standard deviation.
        alpha: probability that an honest value falls outside.
    """
    n = len(values)
    spread = max(statistics.stdev(values), floor)
    return Band(statistics.fmean(values), t_quantile(1 - alpha / 2, n - 1) * spread * math.sqrt(1 + 1 / n), n)


def band(workload_id: str, key: Key, metric: str, epoch: int, eval_rows: int) -> Band | None:
    """The band of one metric after one epoch.

    Args:
        workload_id: whose references.
        key: preset, data, precision, batch size and epochs of the run.
        metric: one of ``METRICS``.
        epoch: index from 0.
        eval_rows: rows of the evaluation.
    """
    pools = _pools(workload_id, key)
    alpha = RUN_ALPHA / (len(METRICS) * key.epochs)
    parts = []
    for batch, weight in _neighbours(pools, key.batch_size):
        values = _values(pools[batch], metric, epoch)
        made = interval(values, _floor(metric, statistics.fmean(values), eval_rows), alpha)
        parts.append((weight, made))
    if not parts:
        return None
    mean = sum(weight * made.mean for weight, made in parts)
    return Band(mean, sum(weight * made.half_width for weight, made in parts), min(made.seeds for _, made in parts))


@lru_cache(maxsize=256)
def bands(workload_id: str, key: Key, eval_rows: int) -> tuple[tuple[str, int, Band], ...]:
    """All bands of a run: metric, epoch index, band. Empty where there is no reference."""
    found: list[tuple[str, int, Band]] = []
    if not _pools(workload_id, key):  # the epochs of a stranger's file may be 10**15: count only those of a reference
        return ()
    for metric in METRICS:
        for epoch in range(key.epochs):
            made = band(workload_id, key, metric, epoch, eval_rows)
            if made is not None:
                found.append((metric, epoch, made))
    return tuple(found)
