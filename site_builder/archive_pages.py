"""The pages of the archive: figures of 2017 to 2023, the two studies' questions then and now, and the wanted hardware."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bench.catalog import HARDWARE
from site_builder.archive import figure_text, sections, timeline_frame
from site_builder.rendering import page

if TYPE_CHECKING:
    from bench.catalog import Hardware
    from site_builder.archive import Kept
    from site_builder.load import Board
    from site_builder.page import Page

_WANTED_CLASSES = ("data-centre", "workstation", "desktop", "laptop")


class Question(NamedTuple):
    """A question of a study: what it answered, and which page answers it from the board's own runs."""

    asked: str
    then: str
    link: str
    now: str
    workload: str | None = None


QUESTIONS_2018 = (
    Question(
        "From whom should one rent?",
        "A dedicated server if kept busy; a small provider billed by the second for occasional use; the large clouds for all around them.",
        "costs/", "Cost of each run at each offer, with billing steps and minimum charges", "sentiment-bilstm",
    ),
    Question(
        "Is a faster card worth its price?",
        "Seldom: faster cards returned less for the money, and paid only where time counted more than cost.",
        "costs/", "Steps along the front of time and cost: what an hour less costs", "sentiment-bilstm",
    ),
    Question(
        "Do two cards train faster than one?",
        "Two GTX 1080 did, two P100 were slower than one.",
        "guide/", "Time of n cards against one, on the same host", "sentiment-bilstm",
    ),
    Question(
        "Do platforms train equally well?",
        "Yes: no clear difference of final accuracy, which was the check of the set-up.",
        "leaderboard/", "Accuracy of each run within the band of its preset", "sentiment-bilstm",
    ),
)  # fmt: skip
"""RARE Technologies, 2018. Its table of figures is lost; the answers are those of its text, in our words."""

QUESTIONS_2019 = (
    Question(
        "Which figure of the data sheet predicts the speed?",
        "CNN and Transformer: tensor cores, then FLOP/s, bandwidth, 16 bit. LSTM: bandwidth, then 16 bit, tensor cores, FLOP/s. "
        "In 2023 its author put tensor cores first, then bandwidth, cache, FLOP/s.",
        "guide/", "Measured speed against each specification, by workload", "resnet50",
    ),
    Question(
        "How much faster are CNN, LSTM and Transformer on each card?",
        "Bars for many cards, of which three were measured (Titan Xp, Titan RTX, RTX 2080 Ti) and the rest scaled by specification.",
        "leaderboard/", "Measured runs only; an estimate is always drawn as one", "bert-base",
    ),
    Question(
        "Which card gives most for the money?",
        "Small ones: the RTX 2060 several times a V100, with a bias to cards that cannot hold the model.",
        "own-or-rent/", "Purchase, rent and electricity, with a filter by memory", None,
    ),
    Question(
        "What does 16 bit bring?",
        "Half the memory, and speed where there are tensor cores.",
        "guide/", "Each probe in 32 and 16 bit", "matmul",
    ),
    Question(
        "Do cards side by side overheat?",
        "With open fans yes; blowers do not.",
        "guide/", "Temperature, clocks and throttle reasons sampled in the run", None,
    ),
)  # fmt: skip
"""Tim Dettmers, April 2019, in our words."""


def _runs_of(board: Board, workload: str | None) -> int:
    return len(board.runs) if workload is None else int((board.runs["workload"] == workload).sum())


def questions_page(board: Board) -> Page:
    """What the two studies asked, what they answered, and how many runs of the board speak to it today."""
    studies = [
        ("RARE Technologies, 2018: which provider of GPUs?", [(item, _runs_of(board, item.workload)) for item in QUESTIONS_2018]),
        ("Tim Dettmers, 2019: which GPU for deep learning?", [(item, _runs_of(board, item.workload)) for item in QUESTIONS_2019]),
    ]
    return page("archive/questions/", "What two studies asked, then and now", "archive/questions.html", studies=studies)


def numbers_page(kept: list[Kept]) -> Page:
    """Every published figure, by task, in the units of its source."""
    rows = sum(len(item.content.rows) for item in kept)
    context = {
        "kept": kept,
        "sections": sections(kept),
        "timeline": timeline_frame(kept).to_dict("records"),
        "rows": rows,
        "figure_text": figure_text,
    }
    return page("archive/", "2017 to 2023 in numbers that others published", "archive/numbers.html", **context)


class Wanted(NamedTuple):
    """Hardware without a run: what is known of it, and who rents it out."""

    hardware: Hardware
    providers: tuple[str, ...]


def wanted(board: Board) -> list[Wanted]:
    """Accelerators of the catalogue without a run: those that most providers rent out first, then the newest."""
    seen = set(board.runs["hardware_id"])
    offered: dict[str, set[str]] = {}
    if not board.prices.empty:
        for hardware_id, provider in zip(board.prices["hardware_id"], board.prices["provider"], strict=True):
            offered.setdefault(str(hardware_id), set()).add(str(provider))
    missing = [item for item in HARDWARE.values() if item.class_ in _WANTED_CLASSES and item.id not in seen]
    found = [Wanted(item, tuple(sorted(offered.get(item.id, set())))) for item in missing]
    found.sort(key=lambda item: item.hardware.launched or "", reverse=True)
    found.sort(key=lambda item: -len(item.providers))
    return found


def wanted_page(board: Board) -> Page:
    """What nobody has measured yet."""
    found = wanted(board)
    total = sum(item.class_ in _WANTED_CLASSES for item in HARDWARE.values())
    return page("wanted/", "Hardware that nobody has measured yet", "archive/wanted.html", wanted=found, total=total)


def archive_pages(board: Board, published: list[Kept]) -> list[Page]:
    """All pages of the archive: figures of others, questions, wanted hardware."""
    return [numbers_page(published), questions_page(board), wanted_page(board)]
