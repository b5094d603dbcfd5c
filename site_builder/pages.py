"""Which pages there are and what each is given. Words stand in ``templates/board``, arithmetic in ``metrics`` and ``cost``."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from bench.catalog import HARDWARE
from bench.validation.engine import judge_bytes
from bench.validation.rules import RULES
from bench.workloads import WORKLOADS, workload
from site_builder import metrics
from site_builder.archive_pages import archive_pages
from site_builder.coverage import coverage_pages
from site_builder.guide import guide
from site_builder.home import home
from site_builder.leaderboard import boards, default_view, grouped, leaderboard_pages, records
from site_builder.load import COLUMNS
from site_builder.money_pages import money_pages
from site_builder.page import root_of
from site_builder.paper import READ_FROM, figures
from site_builder.rendering import page
from site_builder.result_page import result_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import pandas as pd
    from markupsafe import Markup

    from site_builder.leaderboard import BoardPart
    from site_builder.page import Page
    from site_builder.site import Site
    from site_builder.sources import ResultFile

_MOST_PRICES = 30
_TOP = 10


def _workload(site: Site, workload_id: str) -> Page:
    path, facts = f"workloads/{workload_id}/", workload(workload_id)
    sections = [
        (part, records(default_view(part.frame).head(_TOP)), _speed_charts(site, part, path))
        for part in boards(site.runs)
        if part.workload == workload_id
    ]
    return page(path, f"{facts.title}: what exactly is measured?", "board/workload.html", facts=facts, sections=sections)


def _speed_charts(site: Site, part: BoardPart, path: str) -> Markup:
    name, root = f"{part.workload}-{part.preset}", root_of(path)
    times = site.figures.place("time-by-hardware", metrics.time_by_hardware(part.frame), root, f"time-{name}")
    return times + site.figures.place("throughput-by-hardware", metrics.throughput_by_hardware(part.frame), root, f"rate-{name}")


def neighbours(hardware: pd.DataFrame, each: int = 2) -> dict[str, list[dict[str, Any]]]:
    """The hardware of the same kind next below and above by memory bandwidth, by id; nothing where that figure is unknown."""
    found: dict[str, list[dict[str, Any]]] = {}
    known = hardware[hardware["bandwidth_bytes_per_second"].notna()].sort_values(
        ["bandwidth_bytes_per_second", "hardware_id"], kind="stable"
    )
    for _, group in known.groupby("kind", sort=True):
        rows = records(group)
        for place, row in enumerate(rows):
            found[row["hardware_id"]] = rows[max(0, place - each) : place] + rows[place + 1 : place + 1 + each]
    return found


def _hardware(item: dict[str, Any], runs: list[dict[str, Any]], offers: list[dict[str, Any]], near: list[dict[str, Any]]) -> Page:
    facts = HARDWARE.get(item["hardware_id"])
    return page(
        f"hardware/{item['hardware_id']}/", str(item["hardware"]), "board/hardware.html",
        item=item, runs=runs, facts=facts, figures=figures(facts) if facts else [], read_from=READ_FROM, prices=offers[:_MOST_PRICES],
        near=near, names=sorted({run["raw_name"] for run in runs if run["raw_name"]}),
    )  # fmt: skip


def _hardware_pages(site: Site) -> list[Page]:
    runs = grouped(records(site.runs.sort_values(["workload", "preset", "train_seconds"], kind="stable")), "hardware_id")
    prices = site.board.prices
    rents = prices[prices["provider"].notna()].sort_values("date_seen", ascending=False, kind="stable") if not prices.empty else prices
    offers = grouped(records(rents), "hardware_id")
    keys, near = [(item, item["hardware_id"]) for item in records(site.board.hardware)], neighbours(site.board.hardware)
    return [_hardware(item, runs.get(key, []), offers.get(key, []), near.get(key, [])) for item, key in keys]


def _hardware_index(site: Site) -> Page:
    frame = site.board.hardware
    measured = frame[frame["hardware_id"].isin(set(site.runs["hardware_id"]))]
    listed = frame[frame["listed"]]
    return page(
        "hardware/",
        "Is this card good for my work?",
        "board/hardware_index.html",
        measured=records(measured),
        rows=records(listed),
        total=len(listed),
    )


def result_pages(site: Site, files: Sequence[ResultFile]) -> Iterator[Page]:
    """The pages of some accepted files, one at a time: ten thousand of them do not fit well into memory."""
    by_file = grouped(records(site.runs[site.runs["result_id"].isin({file.result_id for file in files})]), "result_id")
    for file in files:
        if file.result_id in by_file:
            data = (site.submissions / file.path).read_bytes()
            day = datetime.fromisoformat(file.submission.created_at).date()
            yield result_page(file, by_file[file.result_id], judge_bytes(data, None, day=day), site.figures)


def _compare(site: Site) -> Page:
    return page("compare/", "A or B?", "board/compare.html", parts=boards(site.runs))


def _rules() -> Page:
    return page("rules/", f"The {len(RULES)} rules of the judge", "board/rules.html", rules=RULES)


def data_page(site: Site, files: Mapping[str, bytes]) -> Page:
    """The downloads: tables first, then every accepted file."""
    tables = [(name, len(data)) for name, data in sorted(files.items())]
    sources = site.board.sources
    results = [file for file in sources.results if file.status != "withdrawn"]
    return page(
        "data/", "All data, to download", "board/data.html", files=tables, columns=COLUMNS, results=results, refused=sources.refused
    )


def pages(site: Site) -> list[Page]:
    """Every generated page but the downloads and those of single results."""
    made = [home(site), *leaderboard_pages(site), guide(site), _hardware_index(site), _compare(site), _rules()]
    made += [_workload(site, facts.id) for facts in WORKLOADS]
    return made + coverage_pages(site) + _hardware_pages(site) + money_pages(site) + archive_pages(site.board, site.published)
