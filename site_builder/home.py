"""The home page: one chart, the ten best by time, cost and energy, what is new."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bench.catalog import HARDWARE
from site_builder import metrics
from site_builder.archive import timeline_frame
from site_builder.leaderboard import boards, default_view, records
from site_builder.rendering import page

if TYPE_CHECKING:
    import pandas as pd

    from site_builder.page import Page
    from site_builder.site import Site

_TOP = 10
_NEW = 5


class Measure(NamedTuple):
    """What a reader may order by: column, heading, kind and unit as in the board's columns, what to say where nobody has a value."""

    name: str
    heading: str
    kind: str
    unit: str
    nobody: str


MEASURES = (
    Measure("train_seconds", "Fastest", "seconds", "", "No run competes yet."),
    Measure("cost_usd", "Cheapest", "number", "USD", "No run is on hardware with a price yet."),
    Measure("energy_joules", "Least energy", "scaled", "J", "No run measured its energy yet."),
)


def best_by(frame: pd.DataFrame, measure: str, most: int = _TOP) -> list[dict[str, Any]]:
    """The best ranked run of each hardware and count by a measure where less is better, ``rank`` shared where intervals overlap.

    Args:
        frame: runs of one board with ``seconds_low`` and ``seconds_high``; their relative width carries over to the measure.
        measure: column.
        most: rows kept.
    """
    competing = frame[frame["ranked"].fillna(value=False).astype(bool)]
    best = metrics.best_per_hardware(competing, measure, ("hardware_id", "device_count"))
    value, seconds = best[measure].astype("float64"), best["train_seconds"].astype("float64")
    ends = best.assign(low=value * best["seconds_low"] / seconds, high=value * best["seconds_high"] / seconds)
    return records(ends.assign(rank=metrics.ranks(ends, measure, "low", "high")).head(most))


def newest_files(runs: pd.DataFrame, most: int = _NEW) -> list[dict[str, Any]]:
    """The first run of each of the newest files."""
    ordered = runs.sort_values(["created_at", "run_id"], ascending=[False, True], kind="stable")
    return records(ordered.drop_duplicates("result_id").head(most))


def _charts(site: Site, first: pd.DataFrame) -> dict[str, Any]:
    timeline = metrics.published_timeline(timeline_frame(site.published))
    return {
        "chart": site.figures.place("cost-against-time", metrics.cost_against_time(first, site.money.costs), ""),
        "timeline": site.figures.place("published-timeline", timeline, ""),
    }


def home(site: Site) -> Page:
    """What should I train on?"""
    runs, parts = site.runs, boards(site.runs)
    ranked = [part for part in parts if part.ranked]
    lead = ranked[0] if ranked else None
    context = {
        "lead": lead, "tops": [(item, best_by(lead.frame, item.name)) for item in MEASURES] if lead else [],
        "others": [(part, records(default_view(part.frame).head(_TOP))) for part in ranked[1:]],
        "unranked": [row for part in parts if not part.ranked for row in part.rows(_TOP)], "new": newest_files(runs),
        "files": len(site.board.sources.results), "kinds": runs["hardware_id"].nunique(), "known": len(HARDWARE),
        "price_rows": len(site.board.prices), "newest": max(runs["date"], default="none yet"),
    }  # fmt: skip
    return page("", "What should I train on?", "board/home.html", **context, **_charts(site, lead.frame if lead else runs))
