"""The page of one result: everything of the submission that a reader may doubt."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING, Any

from bench.validation.bands import Key, band
from bench.validation.rules.full_size_accuracy import least_best
from bench.workloads import workload
from site_builder import metrics
from site_builder.page import Page, root_of
from site_builder.rendering import page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.submission import Run
    from bench.validation.finding import Finding
    from site_builder.figures import Figures
    from site_builder.sources import ResultFile

_CLOCK = (
    ("Import of the framework", "import_seconds"),
    ("Making the data", "data_seconds"),
    ("First step, with compilation", "compile_seconds"),
    ("Warm-up", "warmup_seconds"),
    ("Training (the ranked time)", "train_seconds"),
    ("Evaluation", "evaluate_seconds"),
    ("Whole process", "total_seconds"),
)


def band_of(run: Run) -> tuple[float, float] | None:
    """Accepted final accuracy of a run's setting, None where no reference exists."""
    if not run.repeats or not run.repeats[0].epochs or run.dataset.sha256 is None:
        return None
    key = Key(run.preset, run.dataset.sha256, run.precision, run.settings.batch_size, run.settings.epochs)
    found = band(run.workload, key, "eval_accuracy", run.settings.epochs - 1, run.dataset.eval_rows)
    return (found.low, found.high) if found else None


def scaled_band(run: Run) -> tuple[float, float] | None:
    """Bounds of ``standard`` from the references of ``tenth``: its best epoch below, the corpus' ceiling above.

    Ten times the rows cannot teach less; nothing beats the planted truth by more than sampling (four standard errors).
    """
    facts = workload(run.workload)
    if run.preset != "standard" or facts.kind != "training":
        return None
    lowest = least_best(run.workload, run.settings.batch_size, run.settings.epochs)
    spec = facts.preset(run.preset).corpus
    if lowest is None or spec is None:
        return None
    best = spec.bayes_accuracy
    return lowest, best + 4 * math.sqrt(best * (1 - best) / run.dataset.eval_rows)


def band_words(run: Run) -> str:
    """Whether the final accuracy lies in the band, in one sentence."""
    if run.summary is None or run.summary.final_accuracy is None:
        return ""
    ends, source = band_of(run), "the band of the reference runs"
    if ends is None:
        ends, source = (
            scaled_band(run),
            "the bounds scaled from the references of a tenth of the rows (no five seeds of this size exist yet)",
        )
    if ends is None:
        return "No reference runs exist for this setting yet: the accuracy is unverified."
    place = "inside" if ends[0] <= run.summary.final_accuracy <= ends[1] else "outside"
    return f"Final accuracy {run.summary.final_accuracy:.4f} is {place} {source}, {ends[0]:.4f} to {ends[1]:.4f}."


def _clock(run: Run) -> list[tuple[str, float]]:
    return (
        [(label, statistics.median(getattr(repeat.clock, name) for repeat in run.repeats)) for label, name in _CLOCK] if run.repeats else []
    )


def _run(row: dict[str, Any], run: Run, figures: Figures, root: str) -> dict[str, Any]:
    ends = band_of(run)
    low, high = ends or scaled_band(run) or (None, None)
    return {
        "row": row, "run": run, "band": band_words(run), "clock": _clock(run),
        "curve": figures.place_rows("accuracy-by-epoch", metrics.epoch_rows(run, low, high), metrics.EPOCH_COLUMNS, root),
        "strip": figures.place_rows("block-times", metrics.block_rows(run), metrics.BLOCK_COLUMNS, root),
        "telemetry": figures.place_rows("telemetry", metrics.telemetry_rows(run), metrics.TELEMETRY_COLUMNS, root),
    }  # fmt: skip


def result_page(file: ResultFile, rows: list[dict[str, Any]], findings: Sequence[Finding], figures: Figures) -> Page:
    """One accepted file.

    Args:
        file: the submission and what is known about its file.
        rows: its runs as the board's table has them, in order.
        findings: of the judge, at the file's own date.
        figures: collects the charts.
    """
    path = f"results/{file.result_id}/"
    root = root_of(path)
    runs = [_run(row, file.submission.runs[row["run_number"] - 1], figures, root) for row in rows]
    counts = {severity: sum(item.severity == severity for item in findings) for severity in ("error", "review", "note")}
    verdict = f"{counts['error']} blocking, {counts['review']} to review, {counts['note']} notes"
    title = f"{rows[0]['hardware']}, {file.submission.created_at[:10]}"
    return page(path, title, "board/result.html", file=file, rows=rows, runs=runs, findings=findings, verdict=verdict)
