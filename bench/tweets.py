"""The real tweet corpora, from a file that the contributor has: never shipped, never mixed with the synthetic one.

Traps of the files (the reason for reading by line and not by a CSV parser): unescaped quotes make parsers lose
13 to 24 rows, the text is latin-1, the header of ``tweets2012`` would count as a tweet. Splitting each physical line
at its first three commas keeps all 1,578,627 rows.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bench.corpus import Rows
from bench.corpus_spec import FULL_ROWS
from bench.exits import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

_WORD = re.compile(r"[a-z0-9']+|[!?.]")
_UNKNOWN = 1
_FIRST_WORD = 2
_ORDER_KEY = 0x747765657473


class Format(NamedTuple):
    """How one corpus is laid out: label of a positive row, place of the text, header lines, exact rows."""

    positive: str
    label_field: int
    text_field: int
    header_lines: int
    rows: int


FORMATS = {
    "tweets2012": Format("1", 1, 3, 1, FULL_ROWS),
    "sentiment140": Format("4", 0, 5, 0, 1_600_000),
}


def _fields(line: str, layout: Format) -> list[str]:
    return [part.strip().strip('"') for part in line.split(",", layout.text_field)]


def _pairs(path: Path, layout: Format) -> Iterator[tuple[int, list[str]]]:
    """Label and words of each line."""
    with path.open(encoding="latin-1", newline="\n") as file:
        for number, line in enumerate(file):
            if number < layout.header_lines or not line.strip():
                continue
            fields = _fields(line.rstrip("\r\n"), layout)
            if len(fields) <= layout.text_field:
                raise UsageError(f"{path}, line {number + 1}: must have {layout.text_field + 1} fields, got {len(fields)}")
            words = _WORD.findall(html.unescape(fields[layout.text_field]).lower())
            yield int(fields[layout.label_field] == layout.positive), words


def _vocabulary(texts: list[list[str]], size: int) -> dict[str, int]:
    """The commonest words, ties in alphabetical order; 0 is padding and 1 every other word."""
    counts = Counter(word for text in texts for word in text)
    ranked = sorted(counts, key=lambda word: (-counts[word], word))[: size - _FIRST_WORD]
    return {word: index + _FIRST_WORD for index, word in enumerate(ranked)}


def _encode(texts: list[list[str]], vocabulary: dict[str, int], width: int) -> NDArray[np.int32]:
    encoded = np.zeros((len(texts), width), dtype="<i4")
    for row, text in enumerate(texts):
        ids = [vocabulary.get(word, _UNKNOWN) for word in text[:width]] or [_UNKNOWN]
        encoded[row, : len(ids)] = ids
    return encoded


def load(dataset: str, path: Path, vocabulary_size: int, width: int) -> Rows:
    """Read a corpus whole, in a fixed shuffled order.

    Args:
        dataset: ``tweets2012`` or ``sentiment140``.
        path: the contributor's file.
        vocabulary_size: ids, padding and unknown included.
        width: tokens of a row; longer texts are cut.

    Raises:
        UsageError: when the file is missing, cut, or not this corpus.
    """
    layout = FORMATS[dataset]
    if not path.is_file():
        raise UsageError(f"--data-file {path} is not a file; {dataset} is not shipped, give the path of your own copy")
    pairs = list(_pairs(path, layout))
    if len(pairs) != layout.rows:
        raise UsageError(f"{path} must hold exactly {layout.rows:,} rows of {dataset}, got {len(pairs):,}")
    texts = [words for _, words in pairs]
    labels = np.array([label for label, _ in pairs], dtype="<i4")
    order = np.argsort(np.random.Philox(key=np.array([_ORDER_KEY, 0], dtype=np.uint64)).random_raw(len(pairs)), kind="stable")
    tokens = _encode(texts, _vocabulary(texts, vocabulary_size), width)[order]
    return Rows(tokens, labels[order], labels[order])


def file_sha256(path: Path) -> str:
    """Hash of the contributor's file: the identity of a data set that is not ours."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
