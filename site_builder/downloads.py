"""The board's tables as files: CSV, JSON, Parquet."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


def table_files(name: str, frame: pd.DataFrame) -> dict[str, bytes]:
    """File name -> bytes; the same frame gives the same bytes."""
    records = json.loads(frame.to_json(orient="records", double_precision=15))
    parquet = io.BytesIO()
    frame.to_parquet(parquet, index=False, compression="zstd")
    return {
        f"{name}.csv": frame.to_csv(index=False, lineterminator="\n").encode(),
        f"{name}.json": (json.dumps(records, ensure_ascii=False, separators=(",", ":")) + "\n").encode(),
        f"{name}.parquet": parquet.getvalue(),
    }
