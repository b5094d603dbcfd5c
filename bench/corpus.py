"""The synthetic tweet corpus: made in place, the same bytes on every platform and numpy version.

A row is a right-padded sequence of token ids and a label in {0, 1}. Every draw comes from the
counter-based Philox stream through ``BitGenerator.random_raw`` and integer arithmetic alone, because
NumPy promises stable streams for bit generators but not for ``Generator`` methods (NEP 19). Rows come in
blocks of 65,536 with a key of their own, so that any block can be made without the ones before it.

How a row is made. A hidden class is drawn. One or two *spots* carry the evidence: a word of the polarity
lexicon with a negator directly before it (the word means its opposite) or directly after it (the word
means itself). Both kinds hold the same words, so only word *order* tells them apart. The label is the
hidden class, flipped with a known probability. That fixes two accuracies by construction:

- the best possible one, ``1 - flip`` (0.8203125 at full size), and
- the best a bag of words can reach, ``1/2 + (1/2 - negated) * (1 - 2 * flip)`` (about 0.595).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bench.corpus_spec import FULL_ROWS, CorpusSpec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

BLOCK_ROWS = 65_536
PADDING = 0
NEGATORS = 16
MINIMUM_TOKENS = 3
_TABLE_BITS = 22
_MANDELBROT_SHIFT = 10
_CONTROL_WORDS = 4
_SPOT_TOKENS = 3


@dataclass(frozen=True)
class Rows:
    """Consecutive rows: ``tokens`` (rows, width) int32, ``labels`` and ``classes`` (rows,) int32."""

    tokens: NDArray[np.int32]
    labels: NDArray[np.int32]
    classes: NDArray[np.int32]


def _slots(weights: NDArray[np.int64], slots: int) -> NDArray[np.int64]:
    """Spread ``slots`` table slots over weights in proportion, by integer arithmetic."""
    edges = np.cumsum(weights) * slots // int(weights.sum())
    return np.repeat(np.arange(len(weights), dtype=np.int64), np.diff(edges, prepend=0))


def _zipf_mandelbrot(ranks: int) -> NDArray[np.int64]:
    """A table of 2**22 slots in which rank r has a share of 1 / (r + 10) (Mandelbrot 1953)."""
    weights = (1 << 36) // np.arange(_MANDELBROT_SHIFT, ranks + _MANDELBROT_SHIFT, dtype=np.int64)
    return _slots(weights, 1 << _TABLE_BITS)


@lru_cache(maxsize=4)
def _tables(spec: CorpusSpec) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Look-up tables of neutral ids, lexicon ranks and lengths."""
    first_neutral = 1 + NEGATORS + spec.lexicon_words
    neutral = _zipf_mandelbrot(spec.vocabulary_size - first_neutral) + first_neutral
    polarity = _zipf_mandelbrot(spec.lexicon_words // 2)
    size = np.arange(MINIMUM_TOKENS, spec.tokens + 1, dtype=np.int64)
    # Beta(2, 3)-like: short messages are common, full ones rare; mean 16.9 of 40.
    length = _slots(size * (spec.tokens + 1 - size) ** 2, 1 << 16) + MINIMUM_TOKENS
    return neutral, polarity, length


def _raw(spec: CorpusSpec, block: int, words: int) -> NDArray[np.uint64]:
    stream = np.random.Philox(key=np.array([spec.seed, block], dtype=np.uint64))
    return stream.random_raw(BLOCK_ROWS * words).reshape(BLOCK_ROWS, words)


def _field(word: NDArray[np.uint64], shift: int, bits: int) -> NDArray[np.int64]:
    return ((word >> np.uint64(shift)) & np.uint64((1 << bits) - 1)).astype(np.int64)


def _scaled(word: NDArray[np.uint64], shift: int, limit: NDArray[np.int64]) -> NDArray[np.int64]:
    """16 bits at ``shift`` scaled to 0 .. limit - 1."""
    return (_field(word, shift, 16) * limit) >> 16


class _Spots(NamedTuple):
    """Where evidence goes: row numbers, first positions, hidden classes and 64 random bits, all (spots,)."""

    rows: NDArray[np.int64]
    start: NDArray[np.int64]
    classes: NDArray[np.int64]
    word: NDArray[np.uint64]


def _plant(spec: CorpusSpec, tokens: NDArray[np.int64], spots: _Spots) -> None:
    """Write one spot each into ``tokens`` (block, width)."""
    rows, start, classes, word = spots
    polarity = _tables(spec)[1][_field(word, 0, _TABLE_BITS)]
    negated = (_field(word, 22, 8) < spec.negated_of_256).astype(np.int64)
    negator = 1 + _field(word, 30, 4)
    tokens[rows, start + 1] = 1 + NEGATORS + 2 * polarity + (classes ^ negated)
    tokens[rows, np.where(negated == 1, start, start + 2)] = negator


def block(spec: CorpusSpec, number: int) -> Rows:
    """Make one block of 65,536 rows.

    Args:
        spec: which corpus.
        number: block number from 0.
    """
    half = (spec.tokens + 1) // 2
    raw = _raw(spec, number, half + _CONTROL_WORDS)
    neutral, _, lengths = _tables(spec)
    halves = np.stack([_field(raw[:, :half], 0, _TABLE_BITS), _field(raw[:, :half], 32, _TABLE_BITS)], axis=2)
    tokens = neutral[halves.reshape(BLOCK_ROWS, 2 * half)[:, : spec.tokens]]
    control, places, first, second = raw[:, half:].T
    length = lengths[_field(control, 0, 16)]
    classes = _field(control, 16, 1)
    flipped = (_field(control, 17, 8) < spec.flipped_of_256).astype(np.int64)
    double = (_field(control, 25, 1) == 1) & (length >= 2 * _SPOT_TOKENS)
    rows = np.arange(BLOCK_ROWS)
    room = np.where(double, length // 2, length)
    _plant(spec, tokens, _Spots(rows, _scaled(places, 0, room - _SPOT_TOKENS + 1), classes, first))
    pairs = rows[double]
    offset = (length // 2 + _scaled(places, 16, length - length // 2 - _SPOT_TOKENS + 1))[double]
    _plant(spec, tokens, _Spots(pairs, offset, classes[double], second[double]))
    tokens[np.arange(spec.tokens) >= length[:, None]] = PADDING
    return Rows(tokens.astype("<i4"), (classes ^ flipped).astype("<i4"), classes.astype("<i4"))


def blocks(spec: CorpusSpec, rows: int) -> Iterator[Rows]:
    """Make the first ``rows`` rows block by block; the last one is cut to size."""
    for start in range(0, rows, BLOCK_ROWS):
        made, count = block(spec, start // BLOCK_ROWS), min(BLOCK_ROWS, rows - start)
        yield Rows(made.tokens[:count], made.labels[:count], made.classes[:count])


def corpus(spec: CorpusSpec, rows: int = FULL_ROWS) -> Rows:
    """Make the first ``rows`` rows at once (full size: about 270 MB)."""
    tokens = np.empty((rows, spec.tokens), dtype="<i4")
    labels, classes = np.empty(rows, dtype="<i4"), np.empty(rows, dtype="<i4")
    for index, made in enumerate(blocks(spec, rows)):
        part = slice(index * BLOCK_ROWS, index * BLOCK_ROWS + len(made.labels))
        tokens[part], labels[part], classes[part] = made.tokens, made.labels, made.classes
    return Rows(tokens, labels, classes)


def sha256(rows: Rows) -> str:
    """Hash of tokens and labels, little-endian, row-major: the identity of a data set."""
    digest = hashlib.sha256()
    digest.update(rows.tokens.astype("<i4", copy=False).tobytes())
    digest.update(rows.labels.astype("<i4", copy=False).tobytes())
    return digest.hexdigest()


def eval_rows(rows: int) -> int:
    """Rows held out for evaluation: the last tenth, rounded down, as in the 2018 study."""
    return rows // 10


def bayes_predictions(spec: CorpusSpec, tokens: NDArray[np.int32]) -> NDArray[np.int32]:
    """Read the hidden class back from token ids (rows, width): the rule no model can beat.

    The first spot decides, since all spots of a row agree.
    """
    polar = (tokens > NEGATORS) & (tokens <= NEGATORS + spec.lexicon_words)
    place = polar.argmax(axis=1)
    rows = np.arange(len(tokens))
    word = tokens[rows, place]
    before = tokens[rows, np.maximum(place - 1, 0)]
    negated = (place > 0) & (before >= 1) & (before <= NEGATORS)
    sign = (word - 1 - NEGATORS) & 1
    found: NDArray[np.int32] = np.where(negated, 1 - sign, sign).astype(np.int32)
    return found
