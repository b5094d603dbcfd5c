"""What the sampler costs: the same training steps with and without it, turn by turn in one run.

    python benchmarks/telemetry_overhead.py [--backend tensorflow] [--pairs 12] [--seconds 4]

Prints one JSON line. ``ratio`` is the median over pairs of step time with the sampler / step time without, where
the order within a pair alternates, so that drift of the machine cancels. ``sampler_share`` is the processor time
of the sampler's own looks as a share of wall time: an upper bound of what one core can lose, and steady on a busy
machine. The bound that the project keeps is 0.01 for both excesses.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from typing import TYPE_CHECKING, Any

from bench.data import make_data
from bench.engines.engine import Plan
from bench.engines.factory import import_backend, make_engine
from bench.telemetry import Sampler
from bench.telemetry.probes import probes_for
from bench.training import batches, compile_engine, row_order
from bench.workloads import workload

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.engines.engine import Engine


def stepper(engine: Engine, plan: Plan) -> Callable[[int], float]:
    """A function that runs a number of steps and returns its seconds."""
    indices, weights = batches(row_order(1, 1, plan.preset.train_rows), plan.preset.batch_size)
    whole = len(indices) - 1  # the last batch is filled up with nothing

    def run(steps: int) -> float:
        begin = time.perf_counter()
        size = engine.steps_per_launch
        starts = [at % (whole - size) for at in range(0, steps, size)]
        engine.fetch([engine.launch(indices[at : at + size], weights[at : at + size]) for at in starts])
        return time.perf_counter() - begin

    return run


def with_sampler(run: Callable[[int], float], steps: int) -> float:
    """Seconds of the steps while the sampler looks on."""
    with Sampler((0,)):
        return run(steps)


def sampler_share(seconds: float = 10.0) -> float:
    """Processor seconds of the looks of one second: everything that the sampler's thread does."""
    probes = probes_for((0,))
    begin, looks = time.thread_time(), max(10, int(seconds))
    for _ in range(looks):
        for probe in probes:
            probe.sample()
    return (time.thread_time() - begin) / looks


def measured(arguments: argparse.Namespace) -> dict[str, Any]:
    """Ratios of all pairs and their median."""
    import_backend(arguments.backend)
    plan = Plan("sentiment-bilstm", workload("sentiment-bilstm").preset(arguments.preset), "fp32", 1, (0,))
    data, _ = make_data(plan)
    engine = make_engine(arguments.backend, plan, data)
    compile_engine(engine, plan)
    run = stepper(engine, plan)
    run(engine.steps_per_launch)
    steps = max(1, round(arguments.seconds / (run(engine.steps_per_launch) / engine.steps_per_launch)))
    ratios = []
    for pair in range(arguments.pairs):
        if pair % 2:
            on, off = with_sampler(run, steps), run(steps)
        else:
            off, on = run(steps), with_sampler(run, steps)
        ratios.append(on / off)
    quartiles = statistics.quantiles(ratios, n=4)
    return {
        "backend": arguments.backend,
        "preset": arguments.preset,
        "pairs": arguments.pairs,
        "steps_per_turn": steps,
        "ratio": statistics.median(ratios),
        "ratio_quartiles": [quartiles[0], quartiles[2]],
        "sampler_share": sampler_share(),
        "load_average": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", choices=("tensorflow", "jax", "torch"), default="tensorflow")
    parser.add_argument("--preset", default="tenth")
    parser.add_argument("--pairs", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=4.0, help="length of one turn")
    print(json.dumps(measured(parser.parse_args())))


if __name__ == "__main__":
    main()
