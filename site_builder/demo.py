"""Put one result into a copy of the data folder under the name it would have: for ``make demo``, never for git."""

from __future__ import annotations

import sys
from pathlib import Path

from bench.strict_json import content_hash
from bench.submission import Submission


def place(result: Path, submissions: Path, handle: str = "you") -> Path:
    """Copy a result to its place below ``submissions`` and return that path."""
    data = result.read_bytes()
    submission = Submission.model_validate_json(data)
    day = submission.created_at[:10].replace("-", "")
    target = submissions / "results" / submission.system.hardware_id / f"{day}-{handle}-{content_hash(data)}.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    return target


if __name__ == "__main__":
    place(Path(sys.argv[1]), Path(sys.argv[2]))
