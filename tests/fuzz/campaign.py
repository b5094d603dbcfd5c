"""A coverage-guided campaign against the judge: ``python tests/fuzz/campaign.py --inputs 1000000`` (needs ``atheris``).

Not part of the test suite. The target is everything between a stranger's bytes and the three reports; it fails when
anything is raised, when a rule crashes, when a report holds a control character, or when an answer takes over a second.
The corpus starts from small submissions that keep the contract, and four mutations of five replace a value of the
JSON instead of bytes, so that many inputs get past the reader to the rules.

Coverage guides by all of the judge but the modules of ``PLAIN``, which loop over single characters: counting each turn of
those loops costs several times the judging. They run all the same; ``--all`` counts them too.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import random
import re
import sys
import tempfile
import time
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Any

import atheris  # type: ignore[import-not-found,import-untyped,unused-ignore]

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS.parent), str(TESTS), str(TESTS / "validation")]
PLAIN = ("bench.strict_json", "bench.validation.locating", "bench.validation.finding", "bench.validation.strings")
if "--all" not in sys.argv:
    for name in PLAIN:
        importlib.import_module(name)

with atheris.instrument_imports(include=["bench"]):
    from bench.validation.engine import judge_bytes
    from bench.validation.fixing import mend
    from bench.validation.report import FORMATS, Report, summary

from mutations import honest  # noqa: E402

DAY = date(2026, 12, 1)
NAME = PurePosixPath("results/nvidia-t4/20261120-example-0123abcd.json")
PROGRESS_INPUTS = 50_000
SLOWEST_SECONDS = 1.0
JSON_SHARE = 0.8
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")
WRITERS = (*FORMATS.values(), summary)

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    0.5,
    1e18,
    10**15,
    79.2,
    "",
    "x",
    "2026-02-30T00:00:00Z",
    "\u202e",
    "<b>",
    [],
    {},
    [0] * 20,
    5e-324,
)


def _slim(value: Any) -> Any:
    """The same without nulls and empty lists, and with short lists."""
    if isinstance(value, dict):
        return {key: _slim(inner) for key, inner in value.items() if inner not in (None, [])}
    return [_slim(inner) for inner in value[:3]] if isinstance(value, list) else value


def small(preset_id: str, *, measured: bool) -> bytes:
    """A short submission that keeps the contract."""
    value = honest(preset_id=preset_id)
    run = value["runs"][0]
    run["telemetry"] = run["telemetry"][:1]
    if not measured:
        run.update(repeats=[], summary=None, status="failed", failure={"reason": "error", "message": "x"}, energy=None)
    slim = _slim(value)
    slim["runs"][0].setdefault("repeats", [])
    slim["runs"][0].setdefault("summary", None)
    return json.dumps(slim, separators=(",", ":")).encode()


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, inner in items for place in ((*path, key), *_leaves(inner, (*path, key)))]


def mutate(data: bytes, limit: int, seed: int) -> bytes:
    """Mostly replace one value of the JSON, else bytes."""
    rng = random.Random(seed)  # noqa: S311 - a fuzzer's choices
    value: Any = None
    with contextlib.suppress(ValueError, RecursionError):
        value = json.loads(data) if rng.random() < JSON_SHARE else None
    places = _leaves(value)
    if not places:
        return bytes(atheris.Mutate(data, limit))
    *path, last = rng.choice(places)
    target: Any = value
    for part in path:
        target = target[part]
    old = target[last]
    numbers = (old * rng.choice((0, -1, 0.5, 2, 1000, 1.0001)),) if isinstance(old, (int, float)) else ()
    target[last] = rng.choice((*ODD, *numbers * 6))
    return json.dumps(value, separators=(",", ":")).encode()[:limit]


class Campaign:
    """What was seen so far."""

    def __init__(self, inputs: int) -> None:
        self.inputs, self.done, self.slowest, self.start = inputs, 0, 0.0, time.perf_counter()
        self.rules: dict[str, int] = {}

    def target(self, data: bytes) -> None:
        """Judge one input, with a place and without in turn; write its report in one of the forms, in turn."""
        begin = time.process_time()
        findings = judge_bytes(data, NAME if self.done % 2 else None, day=DAY)
        text = WRITERS[self.done // 2 % len(WRITERS)](Report(1, findings))
        if self.done % 16 == 0:
            mend(data)
        self.slowest = max(self.slowest, time.process_time() - begin)
        self._check(findings, text)
        for rule in {item.rule for item in findings}:
            self.rules[rule] = self.rules.get(rule, 0) + 1
        self.done += 1
        if self.done % PROGRESS_INPUTS == 0:
            self.say()

    def _check(self, findings: tuple[object, ...], text: str) -> None:
        if any(getattr(item, "rule", "") == "rule-crashed" for item in findings):
            raise AssertionError(f"a rule crashed: {findings}")
        if CONTROL.search(text):
            raise AssertionError("a control character reached a report")
        if self.slowest > SLOWEST_SECONDS:
            raise AssertionError(f"an answer took {self.slowest:.2f} s")

    def say(self) -> None:
        """One line of JSON on standard error."""
        seconds = round(time.perf_counter() - self.start, 1)
        line = {
            "inputs": self.done,
            "seconds": seconds,
            "slowest_seconds": round(self.slowest, 4),
            "rules": dict(sorted(self.rules.items())),
        }
        sys.stderr.write(json.dumps(line) + "\n")
        sys.stderr.flush()


def main() -> None:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit-bytes", type=int, default=4096)
    parser.add_argument("--all", action="store_true", help="let the modules that loop over characters guide too")
    arguments = parser.parse_args()
    campaign = Campaign(arguments.inputs)
    with tempfile.TemporaryDirectory() as folder:
        for preset_id in ("tenth", "quick", "standard", "rare2018"):
            for measured in (True, False):
                (Path(folder) / f"{preset_id}-{measured}").write_bytes(small(preset_id, measured=measured))
        options = [
            f"-runs={arguments.inputs}",
            f"-seed={arguments.seed}",
            f"-max_len={arguments.limit_bytes}",
            "-print_final_stats=1",
            "-verbosity=0",
        ]
        atheris.Setup([sys.argv[0], folder, *options], campaign.target, custom_mutator=mutate)
        try:
            atheris.Fuzz()
        finally:
            campaign.say()


if __name__ == "__main__":
    main()
