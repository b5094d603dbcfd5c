"""What the judge says to trainings that were spoilt on purpose: the power of the learning rules, as a Markdown table.

    python benchmarks/sabotage_verdicts.py --preset tenth LINES.jsonl

Lines as ``reference_runs.py`` prints them, with a ``"name"`` that says what was done. Each curve is put into an
otherwise honest submission of the preset, so that only what the training did differently is judged.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from submission_factory import make_submission, submission_bytes  # noqa: E402

from bench.submission import Submission  # noqa: E402
from bench.validation.context import Context, today  # noqa: E402
from bench.validation.engine import judge_bytes  # noqa: E402
from bench.validation.rules.summary_recomputed import recomputed  # noqa: E402

CURVE = ("train_loss", "train_accuracy", "eval_loss", "eval_accuracy", "eval_correct")
COUNTED = ("steps", "samples")


def submission(preset_id: str, line: dict[str, Any]) -> bytes:
    """An honest submission with the curve of a line; fewer epochs, steps or rows stay as the line has them."""
    value = make_submission(preset_id=preset_id, seed=line["seed"])
    run = value["runs"][0]
    repeat = run["repeats"][0]
    repeat["seed"] = line["seed"]
    repeat["epochs"] = repeat["epochs"][: len(line["epochs"])]
    for mine, theirs in zip(repeat["epochs"], line["epochs"], strict=True):
        mine.update({key: theirs[key] for key in (*CURVE, *COUNTED) if key in theirs})
    data = submission_bytes(value)
    context = Context(Submission.model_validate_json(data), data, None, today())
    summary = recomputed(context.runs[0])
    run["summary"] = summary.model_dump(mode="json") if summary else run["summary"]
    return submission_bytes(value)


def verdict(preset_id: str, line: dict[str, Any]) -> tuple[str, set[str]]:
    """Worst severity and the rules that speak."""
    found = [item for item in judge_bytes(submission(preset_id, line)) if item.severity != "note"]
    worst = min((item.severity for item in found), key=("error", "review").index, default="note")
    return {"error": "blocked", "review": "sent to review", "note": "passes"}[worst], {item.rule for item in found}


def main() -> None:
    """Print one row for each name."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="tenth")
    parser.add_argument("lines", type=Path)
    arguments = parser.parse_args()
    rows: dict[str, list[tuple[str, set[str], float]]] = defaultdict(list)
    for text in arguments.lines.read_text().splitlines():
        line = json.loads(text)
        rows[line.get("name", "honest")].append((*verdict(arguments.preset, line), line["epochs"][-1]["eval_accuracy"]))
    print("| training | seeds | final accuracy | verdict | by |\n|---|--:|---|---|---|")
    for name, found in rows.items():
        words = sorted({word for word, _, _ in found})
        rules = sorted({rule for _, fired, _ in found for rule in fired})
        accuracies = ", ".join(f"{accuracy:.4f}" for _, _, accuracy in found[:3])
        print(f"| {name} | {len(found)} | {accuracies} | {', '.join(words)} | {', '.join(rules) or '-'} |")


if __name__ == "__main__":
    main()
