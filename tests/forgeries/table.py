"""What the judge says to each forgery, over many seeds: ``python tests/forgeries/table.py`` writes ``docs/forgeries.md``.

Every forgery is put into a pull request beside six honest results of the same card, and beside its original where it
is a copy.
"""

from __future__ import annotations

import copy
import random
import sys
import tempfile
from collections import Counter
from datetime import date
from pathlib import Path

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS), str(TESTS / "validation"), str(TESTS / "forgeries")]

from forging import FORGERIES, Forgery  # noqa: E402
from mutations import honest  # noqa: E402
from submission_factory import write_submission  # noqa: E402

from bench.validation.gathering import gather  # noqa: E402
from bench.validation.judging import judge_file, together  # noqa: E402

DAY = date(2026, 12, 1)
SEEDS = 10
HONEST_SEEDS = 40
PAGE = TESTS.parent / "docs" / "forgeries.md"
HEAD = """# The forgery lab

Honest submissions are forged in {count} ways, from clumsy to careful, each with {seeds} seeds. Every forgery comes as a new file
beside six honest results of the same card (and beside its original where it is a copy). The forgers in
`tests/forgeries/forging.py` know what the documentation says; no limit of a rule is written in them.

This page is written by `python tests/forgeries/table.py`; a test makes some of its rows again and compares.

Verdicts over {seeds} seeds: a forgery is *blocked* when a finding is an error, *sent to review* when a person is asked, *not
caught* otherwise. {honest} honest files judged in the same way: {honest_blocked} blocked, {honest_review} sent to review.

| forgery | care | what is forged | blocked | review | not caught | by |
|---|---|---|--:|--:|--:|---|
"""
FOOT = """
{blocked} of {count} are always blocked, {seen} more are always blocked or sent to review, {missed} pass at least once.

## What is not caught, and why

A file is text. Whoever makes up a whole run by a program that knows the format, the corpus, the card and what others measured,
passes every rule that looks at one file: the rules make lying cost knowledge and care, they do not make it impossible. What is left
is outside of the file: a pull request has an author, the tier `verified` is for runs that a maintainer repeated, and a result that
others of the same card contradict is shown with them.

- Scaled times within the spread of a card's results, TF32 denied, two cards of which one is named: the outlier rule sees them only
  when they leave that spread.
- Energy made smaller together with its series: nothing else in the file measures it.
- An accuracy moved inside the band: it gains nothing on the board, for speed is what is ranked.
"""


def _tried(forgery: Forgery, seed: int) -> tuple[str, set[str]]:
    """Verdict and rules of one forgery with one seed."""
    rng = random.Random(f"{forgery.id} {seed}")  # noqa: S311 - test data
    devices = 2 if forgery.id == "one-of-two" else 1
    original = honest(seconds=20.0 * rng.uniform(0.97, 1.03) / devices, seed=1000 + seed, devices=devices)
    forged = forgery.forge(copy.deepcopy(original), rng)
    with tempfile.TemporaryDirectory() as folder:
        submissions = Path(folder) / "submissions"
        for number in range(6):
            write_submission(submissions, honest(seconds=20.0 * rng.uniform(0.97, 1.03), seed=number, day="2026-11-12"), f"person{number}")
        if forgery.beside:
            write_submission(submissions, original, "author")
        path = write_submission(submissions, forged, "forger")
        judged = [judge_file(item, DAY) for item in gather([submissions])]
        found = [item for item in together(judged, frozenset({str(path)})) if item.file == str(path)]
    worst = min((item.severity for item in found), key=("error", "review", "note").index, default="note")
    return worst, {item.rule for item in found if item.severity != "note"}


def row(forgery: Forgery, seeds: int = SEEDS) -> tuple[Counter[str], list[str]]:
    """Verdicts over all seeds, and the rules that fired most."""
    verdicts: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    for seed in range(seeds):
        verdict, fired = _tried(forgery, seed)
        verdicts[verdict] += 1
        rules.update(fired)
    return verdicts, [rule for rule, _ in sorted(rules.items(), key=lambda item: (-item[1], item[0]))[:4]]


def honest_verdicts(seeds: int = HONEST_SEEDS) -> Counter[str]:
    """Verdicts on honest files, judged as the forgeries are."""
    plain = Forgery("honest", "", "", lambda value, _rng: value)
    return Counter(_tried(plain, seed)[0] for seed in range(seeds))


def line(forgery: Forgery, verdicts: Counter[str], rules: list[str]) -> str:
    """One row of the table."""
    cells = (verdicts["error"], verdicts["review"], verdicts["note"], ", ".join(rules) or "nothing")
    return f"| {forgery.id} | {forgery.care} | {forgery.what} | " + " | ".join(str(cell) for cell in cells) + " |"


def page() -> str:
    """The whole page."""
    rows = [(forgery, *row(forgery)) for forgery in FORGERIES]
    honest_found = honest_verdicts()
    blocked = sum(verdicts["error"] == SEEDS for _, verdicts, _ in rows)
    missed = sum(verdicts["note"] > 0 for _, verdicts, _ in rows)
    words = {"count": len(rows), "seeds": SEEDS, "blocked": blocked, "missed": missed, "seen": len(rows) - blocked - missed}
    words |= {"honest": HONEST_SEEDS, "honest_blocked": honest_found["error"], "honest_review": honest_found["review"]}
    return HEAD.format(**words) + "\n".join(line(*item) for item in rows) + "\n" + FOOT.format(**words)


if __name__ == "__main__":
    PAGE.write_text(page())
