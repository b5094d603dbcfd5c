"""The pages of costs: one per workload and size, the fastest run of each hardware at every offer.

Words and placement stand in ``templates/money/costs.html``, arithmetic in ``cost.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from site_builder import cost, metrics
from site_builder.leaderboard import boards, records
from site_builder.owning import REFERENCE, electricity_row
from site_builder.page import root_of
from site_builder.prices import CURRENCY, HABIT, Prices, current
from site_builder.published_costs import published_costs
from site_builder.rates import newest_rates
from site_builder.rendering import anchor, page

if TYPE_CHECKING:
    import pandas as pd

    from site_builder.leaderboard import BoardPart
    from site_builder.page import Page
    from site_builder.site import Site

MOST_ROWS = 300
"""Ways on one page, the cheapest first; ``data/costs.csv`` has every run at every offer."""
_FIRST = ("sentiment-bilstm", "standard")
"""Whose costs stand at ``costs/``: the training of the study of 2018."""
_INDEX = "costs/"
_ONE_OF = ["hardware_id", "device_count", "node_count", "precision"]
_RUN_COLUMNS = [
    "run_id", "result_id", "run_number", "hardware_id", "hardware", "hardware_class", "device_count", "node_count", "workload", "preset",
    "precision", "date", "train_seconds", "ranked",
]  # fmt: skip


class CostBoard(NamedTuple):
    """The costs of one workload and size.

    Attributes:
        path: of its page.
        title: for headings.
        name: of its charts' files.
        runs: its runs.
        best: the fastest of each hardware, count and precision; a ranked run comes before one that is not.
    """

    path: str
    title: str
    name: str
    runs: pd.DataFrame
    best: pd.DataFrame


def _best(runs: pd.DataFrame) -> pd.DataFrame:
    complete = runs[runs["complete"].fillna(value=False).astype(bool)]
    late = ~complete["ranked"].fillna(value=False).astype(bool)
    ordered = complete.assign(late=late).sort_values(["late", "train_seconds", "run_id"], kind="stable")
    return ordered.assign(same=ordered.groupby(_ONE_OF)["run_id"].transform("size")).drop_duplicates(_ONE_OF)


def cost_boards(site: Site) -> list[CostBoard]:
    """The boards that have runs; the training of 2018 first, at ``costs/``."""

    def made(part: BoardPart) -> CostBoard:
        name = f"{part.workload}-{part.preset}"
        path = _INDEX if (part.workload, part.preset) == _FIRST else f"costs/{name}/"
        return CostBoard(path, part.title, name, part.frame, _best(part.frame))

    found = sorted((made(part) for part in boards(site.runs)), key=lambda board: board.path != _INDEX)
    return found or [CostBoard(_INDEX, "", "none", site.runs, _best(site.runs))]


def _tariff_data(prices: Prices) -> dict[tuple[str, int], Any]:
    """What the browser needs of a rent to compute it again: file and line -> tariff in its own currency."""
    found = {(item.file, item.line): cost.tariff(item.row, item.row.count) for item in prices.rents}
    return {key: value for key, value in found.items() if value is not None}


def _cost_rows(best: pd.DataFrame, costs: pd.DataFrame) -> pd.DataFrame:
    """The best runs at each offer of today, the cheapest first, beside what they cost at their own date."""
    today, then = costs[costs["at"] == "today"], costs[costs["at"] == "run"]
    keys = ["run_id", "provider", "offer", "region", "commitment", "devices_rented"]
    old = then.drop_duplicates(keys)[[*keys, "cost_machine", "date_seen"]]
    merged = today.merge(old, on=keys, how="left", suffixes=("", "_then")).merge(best[_RUN_COLUMNS], on="run_id")
    return merged.sort_values(["cost_machine", "run_id", "price_file", "price_line"], kind="stable")


def _with_tariffs(rows: pd.DataFrame, tariffs: dict[tuple[str, int], Any]) -> list[dict[str, Any]]:
    return [
        row
        | {
            "tariff": cost.several(tariffs[row["price_file"], row["price_line"]], row["node_count"]),
            "anchor": anchor(row["price_file"], row["price_line"]),
        }
        for row in records(rows)
    ]


def _figures(site: Site, board: CostBoard) -> dict[str, Any]:
    """The charts of the runs of one board."""
    prices, runs, root = site.money.prices, board.runs, root_of(board.path)
    costs = site.money.costs[site.money.costs["run_id"].isin(board.best["run_id"])]
    hourly = metrics.device_hour(current(prices.rents), site.money.dollars, prices.newest)
    scores = metrics.normalised(runs, metrics.baseline(runs))
    frames = (
        ("cost-against-time", metrics.cost_against_time(board.best, costs)),
        ("cost-by-instance", metrics.cost_by_instance(board.best, costs)),
        ("performance-per-dollar", metrics.performance_per_dollar(scores, hourly)),
        ("cost-of-latency", metrics.cost_of_latency(costs, board.best)),
    )
    placed = {name.replace("-", "_"): site.figures.place(name, frame, root, f"{name}-costs-{board.name}") for name, frame in frames}
    if board.path == _INDEX:
        placed["billing_models"] = site.figures.place("billing-models", metrics.billing_models(1.0), root, "billing-models-costs")
    return placed


def cost_page(site: Site, board: CostBoard, others: list[CostBoard]) -> Page:
    """What one training costs: rented and owned, today and at its date; what has no price is listed as that."""
    prices, _, costs, owned = site.money
    best, tariffs = board.best, _tariff_data(prices)
    rows, own = _cost_rows(best, costs), owned.merge(best[_RUN_COLUMNS], on="run_id").sort_values("own_cost", kind="stable")
    missing = best[~best["run_id"].isin(costs["run_id"]) & ~best["run_id"].isin(own["run_id"])]
    context = {
        "board": board, "others": others, "total": len(rows), "runs": len(board.runs), "classes": records(metrics.cost_by_class(rows)),
        "rows": _with_tariffs(rows.head(MOST_ROWS), tariffs), "owned": records(own.head(MOST_ROWS)),
        "priceless": records(missing[[*_RUN_COLUMNS, "same"]]), "figures": _figures(site, board), "habit": HABIT,
        "rates": newest_rates(CURRENCY, prices.newest), "electricity": electricity_row(prices), "reference": REFERENCE,
        "published": published_costs([kept.content for kept in site.published]) if board.path == _INDEX else None,
    }  # fmt: skip
    title = "What one training costs" if board.path == _INDEX else f"What it costs: {board.title}"
    return page(board.path, title, "money/costs.html", **context)


def cost_pages(site: Site) -> list[Page]:
    """One page per workload and size that has runs."""
    found = cost_boards(site)
    return [cost_page(site, board, [other for other in found if other is not board]) for board in found]
