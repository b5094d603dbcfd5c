"""Corpora whose labels we know, by content.

``eval_agreement`` counts the evaluation rows whose label is the planted class: what a classifier gets right
that reads every row perfectly. Made by ``corpus.corpus`` and checked by a test that makes the small ones again.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class KnownCorpus:
    """One corpus.

    Attributes:
        presets: presets of ``sentiment-bilstm`` that train on it.
        rows: all rows.
        eval_rows: rows held out.
        eval_agreement: held-out rows whose label is the planted class.
        train_agreement: the same of the training rows.
        bayes_accuracy: best possible accuracy by construction, in [0, 1].
        bag_of_words_accuracy: best possible accuracy without word order, in [0, 1].
    """

    presets: tuple[str, ...]
    rows: int
    eval_rows: int
    eval_agreement: int
    train_agreement: int
    bayes_accuracy: float
    bag_of_words_accuracy: float


_FULL_BAYES, _FULL_BAG = 0.8203125, 0.5950927734375

CORPORA: Mapping[str, KnownCorpus] = MappingProxyType(
    {
        "abb823fcb4c12dd8e5a4ec1a1b828c3711e5dc3c346a50932ccbf84ece9e012e": KnownCorpus(
            ("standard", "large"), 1_578_627, 157_862, 129_255, 1_165_747, _FULL_BAYES, _FULL_BAG
        ),
        "e1f4c72357d7bec637aafe5b5deef0bc67618101264eb5ef3aef8dddf8ffd36d": KnownCorpus(
            ("tenth",), 157_862, 15_786, 12_985, 116_600, _FULL_BAYES, _FULL_BAG
        ),
        "1d72202ed931e7a1576efcb262d39caabbe539c9bf938ca2759c8b7597863770": KnownCorpus(
            ("rare2018",), 1_578_627, 157_862, 129_255, 1_165_747, _FULL_BAYES, _FULL_BAG
        ),
        "83e2276e1b17650c7c3838162806ff06d186d70603c3b989810805c69f179349": KnownCorpus(
            ("quick",), 24_576, 2_457, 2_269, 20_449, 0.921875, 0.625244140625
        ),
    }
)
"""SHA-256 of tokens and labels -> what is known."""
