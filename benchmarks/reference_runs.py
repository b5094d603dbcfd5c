"""Train a preset with several seeds and print what each reached: the raw material of the accuracy bands.

    python benchmarks/reference_runs.py --preset tenth --seeds 101 102 103

One JSON line a seed: the epochs as in a submission. The engine, loop and row order are those of ``bench run``.
"""

from __future__ import annotations

import argparse
import json
import time

from bench import corpus
from bench.checkpoint import Ledger
from bench.engines.engine import Data, Plan
from bench.engines.factory import import_backend, make_engine
from bench.timestamp import now
from bench.training import Session, compile_engine, train
from bench.workloads import workload


def main() -> None:
    """Train the seeds one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workload", default="sentiment-bilstm")
    parser.add_argument("--preset", default="tenth")
    parser.add_argument("--precision", default="fp32")
    parser.add_argument("--backend", default="tensorflow")
    parser.add_argument("--seeds", type=int, nargs="+", required=True)
    arguments = parser.parse_args()
    preset = workload(arguments.workload).preset(arguments.preset)
    if preset.corpus is None:
        raise SystemExit(f"{arguments.workload} has no accuracy to refer to")
    import_backend(arguments.backend)
    rows = corpus.corpus(preset.corpus, preset.rows)
    data = Data(rows.tokens, rows.labels, preset.train_rows)
    for seed in arguments.seeds:
        plan = Plan(arguments.workload, preset, arguments.precision, seed, (0,))
        engine = make_engine(arguments.backend, plan, data)
        compile_engine(engine, plan)
        ledger = Ledger(fingerprint="0" * 64, started_at=now())
        repeat = train(engine, plan, Session(path=None, ledger=ledger, clock_start=time.perf_counter(), warmup_seconds=1.0))
        epochs = [epoch.model_dump(mode="json") for epoch in repeat.epochs]
        print(json.dumps({"seed": seed, "date": repeat.ended_at[:10], "epochs": epochs}), flush=True)


if __name__ == "__main__":
    main()
