"""How fast the judge is beside a plain check, on a directory of made-up results.

    python benchmarks/judge_speed.py --files 10000

Both run in the same way: a process of its own that is given the directory, walks it, reads every file and exits. The
plain one is what a careful person writes in ten minutes: ``json.load`` and six fields. The judge runs all its rules,
those that compare files with one another too: *cold* keeps no verdicts, *first* keeps them in an empty folder, *warm* finds
all of them there, *one changed* finds all but one. Prints one JSON object; times are wall seconds, the best of ``--rounds``.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from submission_factory import make_submission, write_submission  # noqa: E402

PLAIN = """
import json, os, sys
bad = count = 0
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            value = json.load(file)
        run = value["runs"][0]
        good = (
            value["schema_version"] == "1.0"
            and isinstance(value["created_at"], str)
            and isinstance(value["system"]["hardware_id"], str)
            and run["workload"] in ("sentiment-bilstm", "resnet50", "bert-base", "matmul", "memory-bandwidth")
            and run["summary"]["samples_per_second"] > 0
            and 0 <= run["summary"]["final_accuracy"] <= 1
        )
        bad += not good
        count += 1
print(count, bad)
"""
JUDGE = "import sys; from bench.cli import main; sys.exit(main(['validate', sys.argv[1]]))"
HARDWARE = ("nvidia-v100-sxm2-16gb", "nvidia-a100-sxm4-40gb", "nvidia-t4", "nvidia-h100-sxm5-80gb")


def make(folder: Path, files: int) -> int:
    """Write the results of many people; the size of all of them, bytes."""
    for number in range(files):
        value = make_submission(HARDWARE[number % 4], 40.0 + number % 7, number, preset_id="tenth", day=f"2026-11-{1 + number % 28:02d}")
        write_submission(folder, value, f"person{number // 28}")
    return sum(path.stat().st_size for path in folder.rglob("*.json"))


def clock(code: str, folder: Path, rounds: int, kept: Path | None = None) -> tuple[float, str]:
    """Best wall seconds of a process that runs ``code`` and keeps verdicts in ``kept``, and the last line that it printed."""
    best, said = float("inf"), ""
    environment = {**os.environ, "TRAINBOARD_VERDICTS": str(kept or "")}
    for _ in range(rounds):
        begin = time.perf_counter()
        command = [sys.executable, "-c", code, str(folder)]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        best = min(best, time.perf_counter() - begin)
        said = (done.stdout.strip().splitlines() or [done.stderr[-200:]])[-1]
    return best, said


def main() -> None:
    """Make the files, time both, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, kept = Path(name) / "submissions", Path(name) / "kept"
        size = make(folder, arguments.files)
        plain, plain_said = clock(PLAIN, folder, arguments.rounds)
        cold, judge_said = clock(JUDGE, folder, arguments.rounds)
        first, _ = clock(JUDGE, folder, 1, kept)
        warm, warm_said = clock(JUDGE, folder, arguments.rounds, kept)
        write_submission(folder, make_submission(HARDWARE[0], 41.0, arguments.files, preset_id="tenth", day="2026-11-29"), "late")
        changed, _ = clock(JUDGE, folder, 1, kept)
        single, _ = clock(JUDGE, next(folder.rglob("*.json")), 3 * arguments.rounds)
        nothing, _ = clock("pass", folder, 3 * arguments.rounds)
    result = {
        "files": arguments.files,
        "megabytes": round(size / 1e6, 1),
        "cores": os.cpu_count(),
        "plain_seconds": round(plain, 2),
        "cold_seconds": round(cold, 2),
        "first_seconds": round(first, 2),
        "warm_seconds": round(warm, 2),
        "one_changed_seconds": round(changed, 2),
        "plain_files_per_second": round(arguments.files / plain),
        "cold_ratio": round(plain / cold, 2),
        "warm_ratio": round(plain / warm, 2),
        "one_changed_ratio": round(plain / changed, 2),
        "one_file_seconds": round(single, 3),
        "empty_python_seconds": round(nothing, 3),
        "plain_said": plain_said,
        "judge_said": [judge_said, warm_said],
    }
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
