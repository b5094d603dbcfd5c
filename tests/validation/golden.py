"""The golden corpus: verdicts that were given once. ``python tests/validation/golden.py`` adds what is new.

``tests/examples/golden/verdicts.json`` holds, for each example and each accepted result, what the judge said when the
file came in, and the version of each rule that spoke. A rule change that alters a verdict fails the test; whoever wants
the change runs this script with ``--accept`` and raises the rule's ``VERSION``: the difference then shows in review.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from bench.validation.context import today
from bench.validation.engine import judge_bytes
from bench.validation.gathering import place_of
from bench.validation.rules import BY_ID

ROOT = Path(__file__).parent.parent.parent
VERDICTS = ROOT / "tests/examples/golden/verdicts.json"
FOLDERS = ("tests/examples/valid", "tests/examples/invalid", "submissions/results")


def files() -> list[Path]:
    """Examples of every format version, and all accepted results."""
    return sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.json"))


def verdict(path: Path) -> list[str]:
    """What the judge says now: severity, rule, version and place of each finding."""
    found = judge_bytes(path.read_bytes(), place_of(path), day=today())
    return [f"{item.severity} {item.rule} v{BY_ID[item.rule].version} {item.pointer}".strip() for item in found]


def verdicts() -> dict[str, Any]:
    """Those that are written down."""
    return dict(json.loads(VERDICTS.read_text())) if VERDICTS.exists() else {}


def main(*, accept: bool) -> None:
    """Add new files; with ``accept`` take the changed verdicts too."""
    known = verdicts()
    for path in files():
        name = path.relative_to(ROOT).as_posix()
        if accept or name not in known:
            known[name] = verdict(path)
    VERDICTS.parent.mkdir(parents=True, exist_ok=True)
    VERDICTS.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main(accept="--accept" in sys.argv[1:])
