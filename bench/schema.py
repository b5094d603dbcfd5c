"""The JSON Schema of the contract, generated; ``submissions/schema.json`` is this text."""

from __future__ import annotations

from bench.strict_json import dumps
from bench.submission import SCHEMA_VERSION, Submission


def schema_bytes() -> bytes:
    """The schema file, byte for byte."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"Trainboard submission {SCHEMA_VERSION}"}
    return dumps({**Submission.model_json_schema(), **head})
