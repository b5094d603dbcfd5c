"""Strict reading and stable writing of the project's JSON files."""

from __future__ import annotations

import hashlib
import json
import math
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import BaseModel

MAXIMUM_DEPTH = 16
_MAXIMUM_DIGITS = 30


class JsonError(ValueError):
    """The bytes are not the strict JSON that the project accepts.

    Attributes:
        must: what was expected.
        got: what was found, shortened.
        line: line of the fault, from 1, where it is known.
    """

    def __init__(self, must: str, got: str, line: int | None = None) -> None:
        super().__init__(f"must be {must}, got {got}")
        self.must, self.got, self.line = must, got, line


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise JsonError("an object without duplicate keys", f"the key {twice[:64]!r} twice")
    return found


def _refuse_constant(text: str) -> float:
    raise JsonError("a finite number or null", text)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise JsonError("a finite number", text[:40])
    return value


def _integer(text: str) -> int:
    if len(text) > _MAXIMUM_DIGITS:
        raise JsonError(f"an integer of at most {_MAXIMUM_DIGITS} digits", text[:40])
    return int(text)


def _depth(text: str) -> int:
    """Deepest nesting, counted outside strings."""
    deepest = level = 0
    inside = escaped = False
    for char in text:
        if inside:
            inside = escaped or char != '"'
            escaped = not escaped and char == "\\"
        elif char == '"':
            inside = True
        elif char in "[{":
            level += 1
            deepest = max(deepest, level)
        elif char in "]}":
            level -= 1
    return deepest


def _decode(data: bytes) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        raise JsonError("UTF-8 without a byte-order mark", "a byte-order mark")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise JsonError("UTF-8 text", f"byte 0x{data[error.start]:02x} at offset {error.start}") from None


def loads(data: bytes) -> Any:  # noqa: ANN401 - any JSON value
    """Read strict JSON: UTF-8, no duplicate keys, no NaN or Infinity, at most 16 levels deep.

    Raises:
        JsonError: with what was expected and what was found.
    """
    text = _decode(data)
    if text.count("[") + text.count("{") > MAXIMUM_DEPTH and _depth(text) > MAXIMUM_DEPTH:
        raise JsonError(f"at most {MAXIMUM_DEPTH} levels deep", "deeper nesting")
    try:
        return json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_refuse_constant, parse_float=_finite, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise JsonError("JSON", f"{error.msg} at line {error.lineno} column {error.colno}", error.lineno) from None


def _flat(value: Any) -> bool:  # noqa: ANN401
    return isinstance(value, list) and not any(isinstance(item, (list, dict)) for item in value)


def _lines(value: Any, indent: str) -> Iterable[str]:  # noqa: ANN401
    """Indented JSON in which a list of plain values stays on one line: small, and readable in a diff."""
    if not isinstance(value, (dict, list)) or not value or _flat(value):
        yield json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
        return
    if isinstance(value, dict):
        ends, items = "{}", [(json.dumps(key) + ": ", item) for key, item in value.items()]
    else:
        ends, items = "[]", [("", item) for item in value]
    yield ends[0]
    for number, (key, item) in enumerate(items):
        comma = "," if number < len(items) - 1 else ""
        yield f"\n{indent} {key}"
        yield from _lines(item, indent + " ")
        yield comma
    yield f"\n{indent}{ends[1]}"


def dumps(value: Any) -> bytes:  # noqa: ANN401
    """Write a JSON value in the project's one layout, keys in the order given, a newline at the end."""
    return ("".join(_lines(value, "")) + "\n").encode("ascii")


def model_bytes(model: BaseModel) -> bytes:
    """The file of a contract model: nulls and defaults included."""
    return dumps(model.model_dump(mode="json"))


def content_hash(data: bytes) -> str:
    """First eight hexadecimal digits of the SHA-256: the name of a result's content."""
    return hashlib.sha256(data).hexdigest()[:8]


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: temporary file in the same folder, flush, rename.

    Raises:
        OSError: when the folder cannot be written or the disk is full; the old file is left as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
