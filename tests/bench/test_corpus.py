"""The corpus: its bytes, its parts, and what its labels promise."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from bench import corpus
from bench.corpus import BLOCK_ROWS, NEGATORS
from bench.corpus_spec import FULL_ROWS, CorpusSpec
from bench.workloads.sentiment_bilstm import QUICK, STANDARD, TENTH

FULL_SHA256 = "abb823fcb4c12dd8e5a4ec1a1b828c3711e5dc3c346a50932ccbf84ece9e012e"


def _spec(preset: object) -> CorpusSpec:
    spec = preset.corpus  # type: ignore[attr-defined]
    assert isinstance(spec, CorpusSpec)
    return spec


@pytest.fixture(scope="module")
def first_block() -> corpus.Rows:
    return corpus.block(_spec(STANDARD), 0)


def test_the_full_corpus_has_the_rows_of_2018_and_its_known_hash() -> None:
    rows = corpus.corpus(_spec(STANDARD))
    assert rows.tokens.shape == (FULL_ROWS, 40)
    assert FULL_ROWS == 1_578_627
    assert corpus.sha256(rows) == FULL_SHA256
    held_out = slice(FULL_ROWS - corpus.eval_rows(FULL_ROWS), None)
    assert corpus.eval_rows(FULL_ROWS) == 157_862
    agreement = (rows.labels[held_out] == rows.classes[held_out]).mean()
    assert agreement == pytest.approx(_spec(STANDARD).bayes_accuracy, abs=4 * 0.00097)


def test_a_block_made_alone_is_the_block_of_the_whole() -> None:
    spec = _spec(TENTH)
    whole = corpus.corpus(spec, 2 * BLOCK_ROWS + 100)
    second = corpus.block(spec, 1)
    assert (whole.tokens[BLOCK_ROWS : 2 * BLOCK_ROWS] == second.tokens).all()
    assert (whole.labels[BLOCK_ROWS : 2 * BLOCK_ROWS] == second.labels).all()


def test_a_smaller_preset_is_the_beginning_of_the_full_one() -> None:
    assert corpus.corpus(_spec(STANDARD), 1000).tokens.tobytes() == corpus.corpus(_spec(TENTH), 1000).tokens.tobytes()


def test_rows_are_right_padded_and_never_empty(first_block: corpus.Rows) -> None:
    filled = first_block.tokens != corpus.PADDING
    lengths = filled.sum(axis=1)
    assert lengths.min() == corpus.MINIMUM_TOKENS
    assert lengths.max() == 40
    assert (filled == (np.arange(40) < lengths[:, None])).all()


def test_the_bayes_rule_reads_the_hidden_class_from_every_row(first_block: corpus.Rows) -> None:
    spec = _spec(STANDARD)
    assert (corpus.bayes_predictions(spec, first_block.tokens) == first_block.classes).all()
    assert spec.bayes_accuracy == 0.8203125


def test_every_polarity_word_has_one_negator_beside_it_so_counts_say_nothing(first_block: corpus.Rows) -> None:
    spec = _spec(STANDARD)
    negators = ((first_block.tokens >= 1) & (first_block.tokens <= NEGATORS)).sum(axis=1)
    polar = ((first_block.tokens > NEGATORS) & (first_block.tokens <= NEGATORS + spec.lexicon_words)).sum(axis=1)
    assert (negators == polar).all()
    assert set(np.unique(polar)) == {1, 2}


def test_the_best_bag_of_words_reaches_what_the_spec_says(first_block: corpus.Rows) -> None:
    spec = _spec(STANDARD)
    polar = (first_block.tokens > NEGATORS) & (first_block.tokens <= NEGATORS + spec.lexicon_words)
    word = first_block.tokens[np.arange(BLOCK_ROWS), polar.argmax(axis=1)]
    guess = (word - 1 - NEGATORS) & 1
    assert (guess == first_block.labels).mean() == pytest.approx(spec.bag_of_words_accuracy, abs=0.01)


@pytest.mark.parametrize("preset", [STANDARD, QUICK])
def test_labels_are_balanced(preset: object) -> None:
    assert corpus.block(_spec(preset), 0).labels.mean() == pytest.approx(0.5, abs=0.01)


def test_another_seed_makes_another_corpus() -> None:
    spec = _spec(QUICK)
    other = CorpusSpec(spec.vocabulary_size, spec.tokens, spec.lexicon_words, seed=7)
    assert (corpus.block(spec, 0).tokens != corpus.block(other, 0).tokens).any()


def test_the_corpus_needs_numpy_alone() -> None:
    script = "import sys; import bench.corpus; print(sorted(m for m in ('keras', 'tensorflow', 'pandas') if m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip() == "[]"
