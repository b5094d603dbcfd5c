from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench import tweets
from bench.exits import UsageError
from bench.tweets import Format

if TYPE_CHECKING:
    from pathlib import Path

LINES = [
    "ItemID,Sentiment,SentimentSource,SentimentText",
    '1,0,Sentiment140,is so sad, for my "APL friend.............',
    "2,1,Sentiment140,\xe9t\xe9 &lt;3 omg it's great!",
    '3,1,Sentiment140,"quoted, with commas',
    "4,0,Kaggle,",
]


@pytest.fixture
def corpus_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(tweets.FORMATS, "tweets2012", Format("1", 1, 3, 1, 4))
    path = tmp_path / "Sentiment Analysis Dataset.csv"
    path.write_bytes("\r\n".join(LINES).encode("latin-1") + b"\r\n")
    return path


def test_no_line_is_lost_to_quotes_commas_or_encoding(corpus_file: Path) -> None:
    rows = tweets.load("tweets2012", corpus_file, 50, 12)
    assert rows.tokens.shape == (4, 12)
    assert sorted(rows.labels.tolist()) == [0, 0, 1, 1]
    assert (rows.tokens[:, 0] > 0).all()


def test_the_order_is_fixed(corpus_file: Path) -> None:
    first, second = (tweets.load("tweets2012", corpus_file, 50, 12) for _ in range(2))
    assert first.tokens.tobytes() == second.tokens.tobytes()


def test_a_cut_file_is_refused_with_both_counts(corpus_file: Path) -> None:
    corpus_file.write_bytes(corpus_file.read_bytes().rsplit(b"4,0", 1)[0])
    with pytest.raises(UsageError, match=r"exactly 4 rows .* got 3"):
        tweets.load("tweets2012", corpus_file, 50, 12)


def test_a_missing_file_and_a_wrong_layout_are_answered(corpus_file: Path) -> None:
    with pytest.raises(UsageError, match="not shipped"):
        tweets.load("tweets2012", corpus_file.with_name("none.csv"), 50, 12)
    corpus_file.write_text("header\nno commas here\n")
    with pytest.raises(UsageError, match="line 2"):
        tweets.load("tweets2012", corpus_file, 50, 12)
