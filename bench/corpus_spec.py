"""What makes one synthetic corpus: facts alone, so that reading them needs no numpy."""

from __future__ import annotations

from dataclasses import dataclass

FULL_ROWS = 1_578_627
"""Rows of the corpus that the 2018 study counted; the synthetic one has as many."""


@dataclass(frozen=True)
class CorpusSpec:
    """What makes one synthetic corpus. Probabilities are counted in 256ths, so that they are exact.

    Attributes:
        vocabulary_size: token ids, padding included.
        tokens: width of a row.
        lexicon_words: polarity words; the two signs alternate.
        negated_of_256: how often a spot is negated.
        flipped_of_256: how often a label contradicts the hidden class.
        seed: first half of the Philox key; the block number is the second.
    """

    vocabulary_size: int
    tokens: int
    lexicon_words: int
    negated_of_256: int = 90
    flipped_of_256: int = 46
    seed: int = 2018

    @property
    def bayes_accuracy(self) -> float:
        """Accuracy in [0, 1] of the best possible classifier."""
        return 1 - self.flipped_of_256 / 256

    @property
    def bag_of_words_accuracy(self) -> float:
        """Accuracy in [0, 1] of the best classifier that ignores word order."""
        return 0.5 + (0.5 - self.negated_of_256 / 256) * (1 - 2 * self.flipped_of_256 / 256)
