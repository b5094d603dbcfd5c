"""Writes ``submissions/published/`` from a list of transcribed rows: ``python -m bench.publishing ROWS.json [--out DIR]``.

The input is a JSON list of objects with the keys source, seen_at, license, kind, provider, instance, gpu, gpu_count, workload,
framework, epochs, training_time_s, price_per_hour, currency, cost, accuracy, derived, notes, and for some rows metric_value,
metric_unit, precision, runs_s, runs_status, price_per_minute_range. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import catalog
from bench.published import PUBLISHED_VERSION, Durations, Figure, Price, Published, PublishedRow
from bench.publishing_sources import DEVICES, FROM_INSTANCE, SOURCES, TASK_OF, TASKS
from bench.strict_json import loads, model_bytes, write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.published import Caveat, PublishedSource

    Row = dict[str, Any]

_MONTHS = {"July 2017": "2017-07", "Nov 2017": "2017-11", "March 2019": "2019-03"}
_DERIVED = {
    "training_time_s=sum(elapsed)": "train_seconds: sum of the printed epochs' seconds",
    "training_time_s=hours*3600": "train_seconds: printed hours x 3600",
    "runs_s=(run_stop-run_start)/1000": "durations: difference of two printed time stamps in milliseconds",
}


class UnknownSourceError(ValueError):
    """The input has a row of a source, task or device that the importer does not know."""


def _source(row: Row) -> tuple[str, PublishedSource]:
    for start, found in SOURCES.items():
        if row["source"].startswith(start):
            return found
    raise UnknownSourceError(f"source: must be one of bench.publishing_sources.SOURCES, got {row['source']!r}")


def _task(row: Row) -> str | None:
    if row["workload"] is None:
        return None
    for start, task in TASK_OF:
        if row["workload"].startswith(start):
            return task
    raise UnknownSourceError(f"workload: must start as one of bench.publishing_sources.TASK_OF, got {row['workload']!r}")


def hardware(printed: str | None) -> tuple[str | None, str | None, int | None]:
    """Catalogue id and family of a printed device, and the count that its string holds; None for what is not clear."""
    name, count = DEVICES.get(printed or "", (printed or "", None))
    found = catalog.candidates(name)
    families = {item.family for item in found}
    family = families.pop() if len(families) == 1 else None
    return found[0].id if len(found) == 1 else None, family, count


def _caveats(row: Row, hardware_id: str | None, count: int | None) -> tuple[Caveat, ...]:
    notes, printed = row["notes"] or "", row["gpu"] or ""
    found: dict[Caveat, bool] = {
        "aborted-runs": "aborted" in (row.get("runs_status") or ()),
        "count-not-stated": count is None and row["kind"] != "price_point",
        "figure-changed": "An earlier commit" in notes,
        "hardware-from-instance": printed in FROM_INSTANCE,
        "interruptible": "preemptible" in (row["instance"] or ""),
        "name-doubtful": printed.startswith("GTX 1080 X") or "file name says" in notes,
        "not-remeasured": "byte-identical" in notes,
        "tf32-possible": row.get("precision") == "fp32" and _has_tf32(hardware_id),
        "two-die-card": hardware_id == "nvidia-k80" and row["kind"] != "price_point" and count == 1,
        "unit-not-stated": "not stated" in (row.get("metric_unit") or ""),
    }
    return tuple(caveat for caveat, holds in found.items() if holds)


def _has_tf32(hardware_id: str | None) -> bool:
    known = catalog.HARDWARE.get(hardware_id or "")
    return known is not None and known.kind == "gpu" and (known.launched or "") >= "2020-05" and known.vendor == "nvidia"


def _measured(row: Row) -> str | None:
    notes = row["notes"] or ""
    dated = re.search(r"submitted (20\d\d-\d\d-\d\d)", notes)
    return dated[1] if dated else next((month for words, month in _MONTHS.items() if notes.startswith(words)), None)


def _price(row: Row) -> Price | None:
    if row.get("price_per_minute_range"):
        low, high = row["price_per_minute_range"]
        return Price(low=low, high=high, currency=row["currency"], unit="minute")
    if row["price_per_hour"] is None:
        return None
    return Price(low=row["price_per_hour"], currency=row["currency"], unit="hour")


def _quality(row: Row, task: str | None) -> Figure | None:
    if row["accuracy"] is None:
        return None
    if task == "dawnbench-squad":
        return Figure(name="F1", value=row["accuracy"], unit="share")
    return Figure(name="accuracy", value=row["accuracy"], unit="per cent" if row["accuracy"] > 1 else "share")


def _figure(row: Row) -> Figure | None:
    if row.get("metric_value") is None:
        return None
    unit = row["metric_unit"]
    speed = unit == "it/s" or unit.endswith("per second")
    return Figure(name="speed" if speed else "duration", value=row["metric_value"], unit=unit)


def _notes(row: Row) -> str | None:
    """What the transcriber noted, without what other fields say."""
    told = re.sub(r"CAUTION: |^(?:July 2017|Nov 2017)[.,] ?", "", row["notes"] or "").strip()
    model = re.search(r"model (.+)$", row["workload"] or "") if "DAWNBench" in (row["workload"] or "") else None
    told = told.replace("<", ", left ").replace(">=", "at least").replace("training_time_s", "train_seconds")
    return told or (model[0] if model else None)


def _where(row: Row) -> str:
    text: str = row["seen_at"].split(": ", 1)[-1] if "@" in row["seen_at"] else "the section on hardware prices"
    return text


def published_row(row: Row) -> PublishedRow:
    """One transcribed row as the contract holds it.

    Raises:
        UnknownSourceError: for a workload that is in no list.
        pydantic.ValidationError: when the row breaks the contract.
    """
    task, (hardware_id, family, counted) = _task(row), hardware(row["gpu"])
    count = row["gpu_count"] if row["gpu_count"] is not None else counted
    runs = Durations(seconds=tuple(row["runs_s"]), ended=tuple(row["runs_status"])) if row.get("runs_s") else None
    repeat = re.search(r"run (\d+) of \d+", row["notes"] or "")
    return PublishedRow(
        task=task,
        hardware_as_printed=row["gpu"] or row["instance"],
        hardware_id=hardware_id,
        hardware_family=family,
        count=count,
        provider=row["provider"],
        instance=row["instance"],
        software=row["framework"],
        precision=row.get("precision"),
        measured=_measured(row),
        epochs=row["epochs"],
        train_seconds=row["training_time_s"],
        repeat=int(repeat[1]) if repeat else None,
        durations=runs,
        price=_price(row),
        cost=row["cost"],
        cost_currency=row["currency"] if row["cost"] is not None else None,
        quality=_quality(row, task),
        figure=_figure(row),
        derived=tuple(_DERIVED[item] for item in row["derived"]),
        caveats=_caveats(row, hardware_id, count),
        where=_where(row),
        notes=_notes(row),
    )


def published_files(rows: Sequence[Row]) -> dict[str, bytes]:
    """File names and their bytes, one for each source.

    Raises:
        UnknownSourceError: for a row that no list knows.
    """
    by_file: dict[str, list[PublishedRow]] = defaultdict(list)
    sources = {}
    for row in rows:
        slug, source = _source(row)
        sources[slug] = source
        by_file[slug].append(published_row(row))
    found = {}
    for slug, listed in sorted(by_file.items()):
        tasks = {task: TASKS[task] for task in TASKS if any(row.task == task for row in listed)}
        made = Published(schema_version=PUBLISHED_VERSION, source=sources[slug], tasks=tasks, rows=tuple(listed))
        found[f"{slug}.json"] = model_bytes(made)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the rows, write the files, say what was written."""
    parser = argparse.ArgumentParser(prog="python -m bench.publishing", description="Write submissions/published/ from transcribed rows.")
    parser.add_argument("rows", type=Path, nargs="+", help="JSON lists of transcribed rows")
    parser.add_argument("--out", type=Path, default=Path("submissions/published"), help="folder of the files")
    given = parser.parse_args(arguments)
    try:
        files = published_files([row for path in given.rows for row in loads(path.read_bytes())])
    except (OSError, ValueError) as error:
        sys.stderr.write(f"bench.publishing: {error}\n")
        return 2
    for name, data in files.items():
        write_whole(given.out / name, data)
        sys.stdout.write(f"{given.out / name}: {len(data):,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
