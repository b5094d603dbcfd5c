"""The leaderboard: one page per workload and size, the rows of its default view as HTML, all of its rows as one compact file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from bench.workloads import WORKLOADS
from site_builder import metrics
from site_builder.page import root_of
from site_builder.rendering import page, scaled

if TYPE_CHECKING:
    from bench.workloads import Preset, Workload
    from site_builder.page import Page
    from site_builder.site import Site

FIRST_ROWS = 50
"""Rows that the page itself holds; the browser shows as many at a time."""
_TOP = 5
_DIGITS = 7
"""Significant digits of numbers in the file of a board; ``data/runs.csv`` has all of them."""


class Field(NamedTuple):
    """A column that a reader may see.

    Attributes:
        name: of the board's frame.
        heading: as shown.
        kind: how it is worded: text, count, seconds, share, scaled or number.
        unit: after the figure.
        better: low or high, where one end is the better one.
        default: shown unless the reader chooses otherwise.
        facet: whether one can filter by its values.
        spreads: whether it is a multiple of the time or its inverse, so that the time's interval carries over.
    """

    name: str
    heading: str
    kind: str = "text"
    unit: str = ""
    better: str = ""
    default: bool = False
    facet: bool = False
    spreads: bool = False


FIELDS: tuple[Field, ...] = (
    Field("train_seconds", "Time", "seconds", better="low", default=True, spreads=True),
    Field("cost_usd", "Cost", "number", "USD", better="low", default=True, spreads=True),
    Field("energy_joules", "Energy", "scaled", "J", better="low", default=True, spreads=True),
    Field("samples_per_second", "Samples/s", "number", better="high", default=True, spreads=True),
    Field("accuracy", "Accuracy", "share", default=True),
    Field("precision", "Precision", default=True, facet=True),
    Field("backend", "Backend", default=True, facet=True),
    Field("date", "Date", default=True),
    Field("badges", "Notes", default=True),
    Field("hardware", "Hardware", facet=True),
    Field("vendor", "Vendor", facet=True),
    Field("hardware_class", "Class", facet=True),
    Field("memory_bytes", "Memory", "scaled", "B"),
    Field("device_count", "Devices", "count", facet=True),
    Field("node_count", "Nodes", "count"),
    Field("mode", "Mode", facet=True),
    Field("kernel", "Kernel", facet=True),
    Field("provider", "Provider", facet=True),
    Field("instance", "Instance"),
    Field("region", "Region"),
    Field("commitment", "Commitment", facet=True),
    Field("price_per_hour_usd", "Price an hour", "number", "USD", better="low"),
    Field("cost_then_usd", "Cost at its date", "number", "USD", better="low", spreads=True),
    Field("cost_basis", "Cost is"),
    Field("tier", "Tier", facet=True),
    Field("protocol", "Protocol", facet=True),
    Field("status", "Status", facet=True),
    Field("seconds_low", "Time, shortest", "seconds"),
    Field("seconds_high", "Time, longest", "seconds"),
    Field("block_spread", "Spread of blocks", "share"),
    Field("repeats", "Repeats", "count"),
    Field("best_accuracy", "Best accuracy", "share"),
    Field("flops_per_second", "Achieved", "scaled", "FLOP/s", better="high", spreads=True),
    Field("mean_power_watts", "Mean power", "number", "W"),
    Field("power_limit_watts", "Power limit", "number", "W"),
    Field("thermal_share", "Held back by heat", "share"),
    Field("peak_device_bytes", "Peak memory", "scaled", "B"),
    Field("evaluate_seconds", "Evaluation", "seconds"),
    Field("compile_seconds", "Compilation", "seconds"),
    Field("total_seconds", "Whole process", "seconds"),
    Field("interruptions", "Interruptions", "count"),
    Field("framework_version", "Framework"),
    Field("cuda_version", "CUDA"),
    Field("cudnn_version", "cuDNN"),
    Field("driver_version", "Driver"),
    Field("cpu", "Processor of the host"),
    Field("operating_system", "System"),
    Field("raw_name", "Name the machine printed"),
    Field("handle", "Sent by"),
)
"""In the order of the column chooser."""

_KEYS = ("run_id", "result_id", "run_number", "hardware_id", "ranked", "cost_date")
_PRESET_WORDS = {
    "standard": "the full size",
    "tenth": "a tenth of the rows, for machines without a GPU",
    "large": "a model that fills a data-centre GPU",
    "quick": "smoke runs, never ranked",
    "rare2018": "as published in 2018, not ranked",
}


class BoardPart(NamedTuple):
    """The runs of one workload and size.

    Attributes:
        workload: id.
        preset: id.
        title: for headings.
        words: what one run does.
        ranked: whether its runs compete.
        frame: its runs, best first.
    """

    workload: str
    preset: str
    title: str
    words: str
    ranked: bool
    frame: pd.DataFrame

    @property
    def path(self) -> str:
        """Of its page."""
        return f"leaderboard/{self.workload}-{self.preset}/"

    @property
    def files(self) -> int:
        """How many files its runs come from."""
        return int(self.frame["result_id"].nunique())

    def rows(self, limit: int | None = None) -> list[dict[str, Any]]:
        """Its runs for a template, missing values None."""
        return records(self.frame if limit is None else self.frame.head(limit))


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Rows with None for what is missing."""
    columns = [column.astype(object).where(column.notna(), None).tolist() for _, column in frame.items()]
    return [dict(zip(frame.columns, row, strict=True)) for row in zip(*columns, strict=True)]


def grouped(rows: list[dict[str, Any]], name: str) -> dict[Any, list[dict[str, Any]]]:
    """Rows by one of their columns, in their order: cheaper than a search of the frame for each page."""
    found: dict[Any, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row[name], []).append(row)
    return found


def size_words(facts: Workload, preset: Preset) -> str:
    """What one run of a size does, in one sentence."""
    epochs = f", {preset.epochs} epochs" if facts.kind == "training" else ""
    return f"{preset.rows:,} {facts.sample}s{epochs}, batch {preset.batch_size:,}, {scaled(facts.parameters(preset), '')} weights."


def boards(runs: pd.DataFrame) -> list[BoardPart]:
    """One part per workload and size that has runs, in the order of the workloads."""
    found = []
    for facts in WORKLOADS:
        for preset in facts.presets:
            kept = runs[(runs["workload"] == facts.id) & (runs["preset"] == preset.id)]
            if not kept.empty:
                title = f"{facts.title}, {preset.id}: {_PRESET_WORDS[preset.id]}"
                ordered = kept.sort_values(["train_seconds", "run_id"], kind="stable", ignore_index=True)
                found.append(BoardPart(facts.id, preset.id, title, size_words(facts, preset), preset.ranked, ordered))
    return found


def default_view(frame: pd.DataFrame) -> pd.DataFrame:
    """The best run of each hardware and count, fastest first, ranked among themselves: what the browser shows first too."""
    competes = frame["ranked"].fillna(value=False).astype(bool)
    ordered = frame.assign(_late=~competes).sort_values(["_late", "train_seconds", "run_id"], kind="stable")
    best = ordered.drop_duplicates(["hardware_id", "device_count"]).sort_values(["train_seconds", "run_id"], kind="stable")
    kept = best[best["ranked"].fillna(value=False).astype(bool)]
    ranks = metrics.ranks(kept, "train_seconds", "seconds_low", "seconds_high").reindex(best.index)
    return best.assign(rank=ranks).drop(columns="_late")


def _packed(values: pd.Series) -> Any:  # noqa: ANN401 - JSON
    """A column for the browser: words once and referred to by number, numbers with seven digits."""
    if pd.api.types.is_bool_dtype(values.dtype):
        return [int(value) for value in values.fillna(value=False)]
    if pd.api.types.is_integer_dtype(values.dtype):
        return [None if pd.isna(value) else int(value) for value in values]
    if pd.api.types.is_float_dtype(values.dtype):
        return [None if pd.isna(value) else float(f"{value:.{_DIGITS}g}") for value in values]
    codes, words = pd.factorize(values)
    return {"words": [str(word) for word in words], "at": [int(code) for code in codes]}


def board_file(part: BoardPart) -> bytes:
    """All rows of a board and what its columns mean; the same frame gives the same bytes."""
    frame = part.frame.assign(badges=[" ".join(badge.id for badge in metrics.badges_of(row)) for row in part.rows()])
    names = dict.fromkeys([*_KEYS, *(field.name for field in FIELDS)])
    badges = {badge.id: [badge.label, badge.tone, badge.meaning] for badge in metrics.BADGES}
    content = {
        "files": part.files, "columns": [field._asdict() for field in FIELDS], "badges": badges,
        "data": {name: _packed(frame[name]) for name in names},
    }  # fmt: skip
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _board_page(site: Site, part: BoardPart) -> Page:
    view = default_view(part.frame)
    fields = [field for field in FIELDS if field.default and (field.name == "badges" or part.frame[field.name].notna().any())]
    site.figures.files[part.path + "rows.json"] = board_file(part)
    rows = records(view.head(FIRST_ROWS))
    longest = max((row["seconds_high"] or 0 for row in rows), default=0)
    fastest = metrics.time_by_hardware(part.frame)
    return page(
        part.path, part.title, "board/ranking.html",
        part=part, rows=rows, fields=fields, longest=longest, shown_rows=len(view),
        chart=site.figures.place("time-by-hardware", fastest, root_of(part.path), f"time-{part.workload}-{part.preset}"),
    )  # fmt: skip


def leaderboard_pages(site: Site) -> list[Page]:
    """The overview, and one page per workload and size."""
    parts = boards(site.runs)
    tops = [(part, records(default_view(part.frame).head(_TOP))) for part in parts]
    title = "Who is fastest, and what does it cost?"
    index = page("leaderboard/", title, "board/leaderboard.html", tops=tops, total=len(site.runs), files=len(site.board.sources.results))
    return [index, *(_board_page(site, part) for part in parts)]
