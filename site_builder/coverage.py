"""What the board knows and what it lacks, and a page for each backend: what runs, by which kernel, in which versions."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.engines import BACKENDS
from bench.workloads import WORKLOADS
from site_builder.leaderboard import boards, records
from site_builder.load import COLUMNS
from site_builder.prices import STALE_DAYS, current, stale
from site_builder.rendering import page

if TYPE_CHECKING:
    import pandas as pd

    from site_builder.page import Page
    from site_builder.site import Site

_MOST_RUNS = 100
_PROJECT = Path(__file__).resolve().parent.parent


def build_commit() -> str | None:
    """The commit that the site is built from; None outside a checkout."""
    try:
        done = subprocess.run(["git", "-C", str(_PROJECT), "rev-parse", "HEAD"], capture_output=True, text=True, check=False)  # noqa: S603, S607 - our own words
    except OSError:
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None


def known_shares(runs: pd.DataFrame) -> list[tuple[str, str, float]]:
    """Name, meaning and share of runs in which a column is known, the least known first; nothing without runs."""
    if runs.empty:
        return []
    found = [(column.name, column.meaning, float(runs[column.name].notna().mean())) for column in COLUMNS]
    return sorted(found, key=lambda item: (item[2], item[0]))


def measured(runs: pd.DataFrame) -> list[dict[str, Any]]:
    """Every workload and size of the bench: files, rows, hardware, runs by backend, days; zero where nobody ran it."""
    rows = []
    for facts in WORKLOADS:
        for preset in facts.presets:
            kept = runs[(runs["workload"] == facts.id) & (runs["preset"] == preset.id)]
            days = sorted(kept["date"])
            rows.append({
                "workload": facts.id, "preset": preset.id, "ranked": preset.ranked, "rows": len(kept), "files": kept["result_id"].nunique(),
                "hardware": kept["hardware_id"].nunique(), "backends": [int((kept["backend"] == item).sum()) for item in BACKENDS],
                "first": days[0] if days else None, "last": days[-1] if days else None,
            })  # fmt: skip
    return rows


def coverage_page(site: Site) -> Page:
    """What is measured, what is wanted, how much of it is known and how old it is."""
    hardware = site.board.hardware[site.board.hardware["listed"].astype(bool)]
    seen = set(site.runs["hardware_id"])
    classes = [
        (str(name), len(group), int(group["hardware_id"].isin(seen).sum())) for name, group in hardware.groupby("hardware_class", sort=True)
    ]
    prices = site.money.prices
    context = {
        "rows": measured(site.runs), "backends": BACKENDS, "classes": classes, "listed": len(hardware),
        "missing": len(hardware) - int(hardware["hardware_id"].isin(seen).sum()), "shares": known_shares(site.runs),
        "runs": len(site.runs), "stale": len(stale(prices)), "offers": len(current(prices.rents)), "priced": len(prices.rents),
        "stale_days": STALE_DAYS, "newest": prices.newest, "commit": build_commit(), "refused": len(site.board.sources.refused),
        "last": max(site.runs["date"], default=None),
    }  # fmt: skip
    return page("coverage/", "What is measured, and what is not?", "board/coverage.html", **context)


def _backend(site: Site, name: str) -> Page:
    runs = site.runs[site.runs["backend"] == name].sort_values(["workload", "preset", "train_seconds", "run_id"], kind="stable")
    kernels = runs.groupby(["workload", "kernel"]).size().reset_index(name="runs")
    versions = runs.groupby("framework_version").agg(runs=("run_id", "size"), last=("date", "max")).reset_index()
    context = {
        "name": name, "runs": len(runs), "rows": records(runs.head(_MOST_RUNS)), "kernels": records(kernels), "versions": records(versions),
        "workloads": WORKLOADS, "have": set(runs["workload"]),
        "boards": [part for part in boards(site.runs) if name in set(part.frame["backend"])],
    }  # fmt: skip
    return page(f"backends/{name}/", f"What runs on {name}?", "board/backend.html", **context)


def coverage_pages(site: Site) -> list[Page]:
    """The page of coverage and one page per backend."""
    return [coverage_page(site), *(_backend(site, name) for name in BACKENDS)]
