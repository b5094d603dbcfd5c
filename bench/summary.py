"""The figures that the board shows of a run, recomputed from its repeats: one place for the bench and for the judge.

With R repeats, each with epochs e and blocks b:

- samples of a repeat: the sum of ``epoch.samples``; for a probe (no epochs) ``samples_per_block * measured``.
- ``samples_per_second``: median over repeats of samples / ``clock.train_seconds``.
- ``train_seconds``: median over repeats of ``clock.train_seconds``.
- ``block_p05_samples_per_second`` and ``..p95..``: 5th and 95th percentile, by linear interpolation, of
  ``samples_per_block / seconds`` over the kept blocks of all repeats.
- ``final_accuracy`` and ``best_accuracy``: median over repeats of the last and of the highest
  ``eval_accuracy``; null for probes.
- ``flops_per_second``, ``bytes_per_second``: ``samples_per_second`` times the work of one sample.
"""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from bench.submission import Repeat, Summary

if TYPE_CHECKING:
    from collections.abc import Sequence


def samples(repeat: Repeat) -> int:
    """Samples that went through training within ``clock.train_seconds``."""
    if repeat.epochs:
        return sum(epoch.samples for epoch in repeat.epochs)
    return repeat.blocks.samples_per_block * repeat.blocks.measured


def rate(repeat: Repeat) -> float:
    """Samples per second of one repeat; 0 where no time passed."""
    seconds = repeat.clock.train_seconds
    return samples(repeat) / seconds if seconds > 0 else 0.0


def percentile(ordered: Sequence[float], share: float) -> float:
    """The value below which ``share`` of an ascending sequence lies, by linear interpolation.

    Args:
        ordered: at least one value, ascending.
        share: in [0, 1].
    """
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def block_rates(repeats: Sequence[Repeat]) -> list[float]:
    """Samples per second of every kept block that took time, ascending."""
    return sorted([repeat.blocks.samples_per_block / seconds for repeat in repeats for seconds in repeat.blocks.seconds if seconds > 0])


def _accuracies(repeats: Sequence[Repeat]) -> tuple[float | None, float | None]:
    curves = [[epoch.eval_accuracy for epoch in repeat.epochs] for repeat in repeats if repeat.epochs]
    if not curves:
        return None, None
    return statistics.median(curve[-1] for curve in curves), statistics.median(max(curve) for curve in curves)


def summarise(repeats: Sequence[Repeat], flops_per_sample: float | None, bytes_per_sample: float | None) -> Summary:
    """Compute the summary of a run.

    Args:
        repeats: at least one.
        flops_per_sample: floating-point operations to train on one sample, None where no formula is known.
        bytes_per_sample: bytes moved for one sample, None where memory traffic is not what is measured.

    Raises:
        ValueError: without repeats, or when no time passed.
    """
    rates = block_rates(repeats)
    if not rates or any(repeat.clock.train_seconds <= 0 for repeat in repeats):
        raise ValueError("a summary needs at least one repeat, and time that passed in each")
    samples_per_second = statistics.median(rate(repeat) for repeat in repeats)
    final, best = _accuracies(repeats)
    return Summary(
        samples_per_second=samples_per_second,
        train_seconds=statistics.median(repeat.clock.train_seconds for repeat in repeats),
        block_p05_samples_per_second=percentile(rates, 0.05),
        block_p95_samples_per_second=percentile(rates, 0.95),
        final_accuracy=final,
        best_accuracy=best,
        flops_per_second=None if flops_per_sample is None else samples_per_second * flops_per_sample,
        bytes_per_second=None if bytes_per_sample is None else samples_per_second * bytes_per_sample,
    )
