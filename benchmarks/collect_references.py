"""Make a reference group from the lines of ``reference_runs.py`` and add it to the workload's references.

    python benchmarks/collect_references.py --preset tenth --hardware-id ID LINES.jsonl

The format is described in ``bench/validation/bands.py``.
"""

from __future__ import annotations

import argparse
import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.validation.bands import METRICS
from bench.validation.corpora import CORPORA
from bench.workloads import workload

FOLDER = Path(__file__).parent.parent / "bench/workloads/references"


def group(arguments: argparse.Namespace, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """One group of the references file."""
    preset = workload(arguments.workload).preset(arguments.preset)
    return {
        "preset": preset.id,
        "dataset": next(digest for digest, known in CORPORA.items() if preset.id in known.presets),
        "precision": arguments.precision,
        "batch_size": preset.batch_size,
        "epochs": preset.epochs,
        "backend": arguments.backend,
        "hardware_id": arguments.hardware_id,
        "software": {name: version(name) for name in arguments.packages},
        "date": max(line["date"] for line in lines),
        "seeds": [{"seed": line["seed"], **{name: [epoch[name] for epoch in line["epochs"]] for name in METRICS}} for line in lines],
    }


def text(groups: list[dict[str, Any]]) -> str:
    """One line a seed, so that a difference reads well."""
    parts = []
    for item in groups:
        head = json.dumps({key: value for key, value in item.items() if key != "seeds"}, indent=1)[:-2]
        seeds = ",\n  ".join(json.dumps(seed) for seed in item["seeds"])
        parts.append(f'{head},\n "seeds": [\n  {seeds}\n ]\n}}')
    return "[\n" + ",\n".join(parts) + "\n]\n"


def main() -> None:
    """Read the lines, write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workload", default="sentiment-bilstm")
    parser.add_argument("--preset", required=True)
    parser.add_argument("--precision", default="fp32")
    parser.add_argument("--backend", default="tensorflow")
    parser.add_argument("--hardware-id", required=True)
    parser.add_argument("--packages", nargs="*", default=["keras", "tensorflow-cpu"])
    parser.add_argument("lines", type=Path)
    arguments = parser.parse_args()
    lines = [json.loads(line) for line in arguments.lines.read_text().splitlines() if line.strip()]
    file = FOLDER / f"{arguments.workload}.json"
    groups = json.loads(file.read_text()) if file.exists() else []
    file.write_text(text([*groups, group(arguments, lines)]))


if __name__ == "__main__":
    main()
