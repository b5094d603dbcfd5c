"""The data of a plan, and its identity for the submission."""

from __future__ import annotations

from pathlib import Path

from bench import corpus, probe_data, tweets
from bench.engines.engine import Data, Plan
from bench.submission import Dataset

_PRIMITIVES = ("matmul", "memory-bandwidth")


def _real_data(plan: Plan, dataset: str, path: Path) -> tuple[Data, Dataset]:
    preset = plan.preset
    rows = tweets.load(dataset, path, preset.vocabulary_size, preset.width)
    count = len(rows.labels)
    split = count - corpus.eval_rows(count)
    facts = Dataset(
        id=dataset,
        rows=count,
        train_rows=split,
        eval_rows=count - split,
        tokens_per_row=preset.width,
        vocabulary_size=preset.vocabulary_size,
        sha256=tweets.file_sha256(path),
    )
    return Data(rows.tokens, rows.labels, split), facts


def _corpus_data(plan: Plan) -> tuple[Data, Dataset]:
    preset = plan.preset
    if preset.corpus is None:
        raise ValueError(f"{plan.workload} {preset.id} has no corpus")
    rows = corpus.corpus(preset.corpus, preset.rows)
    facts = Dataset(
        id="synthetic-tweets-1",
        rows=preset.rows,
        train_rows=preset.train_rows,
        eval_rows=preset.eval_rows,
        tokens_per_row=preset.width,
        vocabulary_size=preset.vocabulary_size,
        sha256=corpus.sha256(rows),
    )
    return Data(rows.tokens, rows.labels, preset.train_rows), facts


def make_data(plan: Plan) -> tuple[Data | None, Dataset]:
    """Make what a plan trains on; None for the primitives, which make their own operands."""
    preset = plan.preset
    if plan.dataset is not None:
        return _real_data(plan, plan.dataset, Path(plan.data_file or ""))
    if preset.corpus is not None:
        return _corpus_data(plan)
    if plan.workload in _PRIMITIVES:
        return None, Dataset(id="synthetic-operands-1", rows=preset.rows, train_rows=preset.rows, eval_rows=0)
    make = probe_data.images if plan.workload == "resnet50" else probe_data.sentences
    inputs, labels = make(preset)
    name = "synthetic-images-1" if plan.workload == "resnet50" else "synthetic-tokens-1"
    facts = Dataset(
        id=name,
        rows=preset.rows,
        train_rows=preset.rows,
        eval_rows=0,
        tokens_per_row=preset.width if preset.vocabulary_size else None,
        vocabulary_size=preset.vocabulary_size or None,
    )
    return Data(inputs, labels, preset.rows), facts
