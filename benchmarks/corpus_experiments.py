"""What the corpus tells apart: the sound model, weaker models, and broken trainings.

    python benchmarks/corpus_experiments.py [--rows 157862] [--seed 1] [CASE ...]

Prints one JSON line a case: evaluation accuracy after each epoch. Every case trains with the settings of the
preset ``standard`` but for the one thing that its name says.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

os.environ["KERAS_BACKEND"] = "tensorflow"
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import keras
import numpy as np
from keras import layers

from bench import corpus
from bench.workloads.sentiment_bilstm import STANDARD

if TYPE_CHECKING:
    from collections.abc import Callable

PRESET = STANDARD
UNITS = PRESET.units


@keras.saving.register_keras_serializable()
class Zero(keras.constraints.Constraint):
    """Holds a weight at zero."""

    def __call__(self, w: Any) -> Any:  # noqa: ANN401 - a framework tensor
        """Return the weight times zero."""
        return w * 0


@keras.saving.register_keras_serializable()
class NoForgetGate(keras.constraints.Constraint):
    """Pins the forget gate's bias so low that the cell forgets everything."""

    def __call__(self, w: Any) -> Any:  # noqa: ANN401 - a framework tensor
        """Return the bias (4 * units,) with the forget part at -20."""
        return keras.ops.concatenate([w[:UNITS], w[UNITS : 2 * UNITS] * 0 - 20.0, w[2 * UNITS :]])


@dataclass(frozen=True)
class Case:
    """One training: the layer between embedding and dropout, and what else differs."""

    name: str
    body: Callable[[Any], Any]
    trainable_embedding: bool = True
    epochs: int = PRESET.epochs
    fit: dict[str, Any] = field(default_factory=dict)
    learning_rate: float = PRESET.learning_rate
    clip: float | None = None
    shuffled_share: float = 0.0
    rows_share: float = 1.0
    eval_on_train: bool = False
    dropout_in_eval: bool = False


def _bilstm(**options: Any) -> Callable[[Any], Any]:  # noqa: ANN401
    def body(hidden: Any) -> Any:  # noqa: ANN401
        return layers.Bidirectional(layers.LSTM(UNITS, **options))(hidden)

    return body


def _mean(hidden: Any) -> Any:  # noqa: ANN401
    return layers.GlobalAveragePooling1D()(hidden)


def _forward(hidden: Any) -> Any:  # noqa: ANN401
    return layers.LSTM(UNITS)(hidden)


def _backward_zeroed(hidden: Any) -> Any:  # noqa: ANN401
    forward = layers.LSTM(UNITS)(hidden)
    return layers.Concatenate()([forward, forward * 0])


SOUND = Case("bilstm", _bilstm())
CASES: tuple[Case, ...] = (
    SOUND,
    Case("bag-of-words", _mean),
    Case("forward-only", _forward),
    Case("backward-direction-zeroed", _backward_zeroed),
    Case("recurrent-weights-zeroed", _bilstm(recurrent_constraint=Zero(), recurrent_initializer="zeros")),
    Case("forget-gate-off", _bilstm(bias_constraint=NoForgetGate())),
    replace(SOUND, name="labels-shuffled-30-percent", shuffled_share=0.3),
    replace(SOUND, name="embedding-frozen", trainable_embedding=False),
    replace(SOUND, name="one-epoch", epochs=1),
    replace(SOUND, name="half-the-rows", rows_share=0.5),
    replace(SOUND, name="evaluated-on-training-rows", eval_on_train=True),
    replace(SOUND, name="dropout-left-on-in-evaluation", dropout_in_eval=True),
    replace(SOUND, name="gradients-clipped-to-nothing", clip=1e-9),
    replace(SOUND, name="learning-rate-times-30", learning_rate=30 * PRESET.learning_rate),
)


def model(case: Case) -> keras.Model:
    """The compiled model of a case."""
    inputs = layers.Input((PRESET.width,), dtype="int32")
    embedding = layers.Embedding(PRESET.vocabulary_size, PRESET.embedding, trainable=case.trainable_embedding)
    hidden = case.body(embedding(inputs))
    dropped = layers.Dropout(0.5)(hidden, training=True) if case.dropout_in_eval else layers.Dropout(0.5)(hidden)
    built = keras.Model(inputs, layers.Dense(1, activation="sigmoid")(dropped))
    optimizer = keras.optimizers.Adam(case.learning_rate, clipnorm=case.clip)
    built.compile(optimizer, "binary_crossentropy", metrics=["accuracy"])
    return built


def run(case: Case, rows: corpus.Rows, seed: int) -> dict[str, Any]:
    """Train one case; accuracies in [0, 1]."""
    keras.utils.set_random_seed(seed)
    split = len(rows.labels) - corpus.eval_rows(len(rows.labels))
    used = int(split * case.rows_share)
    labels = rows.labels[:used].copy()
    wrong = np.arange(used) < used * case.shuffled_share
    labels[wrong] = np.roll(labels[wrong], 1)
    held_out = slice(0, len(rows.labels) - split) if case.eval_on_train else slice(split, None)
    start = time.perf_counter()
    fitted = model(case).fit(
        rows.tokens[:used],
        labels,
        batch_size=PRESET.batch_size,
        epochs=case.epochs,
        verbose=0,
        validation_data=(rows.tokens[held_out], rows.labels[held_out]),
    )
    curve = [round(float(value), 4) for value in fitted.history["val_accuracy"]]
    return {
        "case": case.name,
        "rows": len(rows.labels),
        "seed": seed,
        "eval_accuracy": curve,
        "seconds": round(time.perf_counter() - start),
    }


def main() -> None:
    """Run the cases that were asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--rows", type=int, default=PRESET.rows // 10)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if PRESET.corpus is None:
        raise SystemExit("the preset has no corpus")
    rows = corpus.corpus(PRESET.corpus, arguments.rows)
    for case in CASES:
        if not arguments.cases or case.name in arguments.cases:
            print(json.dumps(run(case, rows, arguments.seed)), flush=True)


if __name__ == "__main__":
    main()
