"""Write the example files: ``python tests/validation/write_examples.py`` from the root, with ``tests`` on the path.

``valid/`` holds files that every rule accepts, ``invalid/<rule-id>/`` one file on which that rule fires,
``golden/`` one file of each format version that was ever accepted, with the verdict of its time.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from datetime import date
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = Path(__file__).parent.parent / "examples"
sys.path[:0] = [str(EXAMPLES.parent), str(Path(__file__).parent)]

from mutations import A100, RULE_IDS, add_matmul, broken, honest  # noqa: E402
from submission_factory import result_path, submission_bytes  # noqa: E402

from bench.validation.engine import judge_bytes  # noqa: E402

DAY = date(2026, 12, 1)
VALID: dict[str, Callable[[], dict[str, Any]]] = {
    "gpu-tenth": lambda: honest(seed=11),
    "gpu-two-devices": lambda: honest(A100, devices=2, seed=12),
    "gpu-two-repeats": lambda: honest(repeats=2, seed=13),
    "gpu-with-matmul": lambda: add_matmul(honest(seed=14), 700.0),
    "cpu-tenth": lambda: honest("amd-epyc-7543", seconds=120.0, seed=15),
    "quick": lambda: honest(preset_id="quick", seed=16),
}


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def golden(data: bytes, name: str | None) -> str:
    """The verdict as it is compared: everything but words."""
    found = judge_bytes(data, PurePosixPath(name) if name else None, day=DAY)
    keys = ("rule", "severity", "pointer")
    return json.dumps([{key: asdict(item)[key] for key in keys} for item in found], indent=1) + "\n"


def main() -> None:
    """Write all of them."""
    for name, make in VALID.items():
        _write(EXAMPLES / "valid" / f"{name}.json", submission_bytes(make()))
    for rule_id in RULE_IDS:
        _write(EXAMPLES / "invalid" / rule_id / "example.json", broken(rule_id))
    value = honest()
    right = PurePosixPath(result_path(value))
    _write(EXAMPLES / "valid" / right, submission_bytes(value))
    _write(EXAMPLES / "invalid" / "file-name" / right.parent / "my-result.json", submission_bytes(value))
    _write(EXAMPLES / "invalid" / "file-folder" / "results" / "nvidia-t4" / right.name, submission_bytes(value))


if __name__ == "__main__":
    main()
