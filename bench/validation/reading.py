"""From bytes to a submission, or to the problems that stop all deeper rules.

The fast path is pydantic's own JSON parser. It does not see keys that come twice, so its answer is taken only
when the text provably has none: without backslashes, and where no colon follows white space, every key is a string
directly followed by a colon, so that the number of such places is at least the number of keys written. When that equals
the number of distinct keys that the models took in, no key came twice. Everything else goes through the strict reader.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from bench.strict_json import JsonError, loads
from bench.submission import Submission

if TYPE_CHECKING:
    from collections.abc import Sequence

_SLOW = (b"\\", b" :", b"\t:", b"\r:", b"\n:")


@lru_cache(maxsize=64)
def _nested(model: type[BaseModel]) -> tuple[str, ...]:
    """Fields of a model that hold other models."""
    return tuple(name for name, field in model.model_fields.items() if "bench.submission" in repr(field.annotation))


def _keys(model: BaseModel) -> int:
    """Distinct keys that a model and those below it were read from."""
    total = len(model.model_fields_set)
    values = model.__dict__
    for name in _nested(type(model)):
        value = values[name]
        if isinstance(value, tuple):
            total += sum(_keys(item) for item in value)
        elif value is not None:
            total += _keys(value)
    return total


def read(data: bytes) -> Submission:
    """Read a submission.

    Raises:
        JsonError: when the bytes are not strict JSON.
        ValidationError: when the value breaks the contract.
    """
    try:
        submission = Submission.model_validate_json(data)
    except ValidationError:
        loads(data)
        raise
    if any(mark in data for mark in _SLOW) or data.count(b'":') != _keys(submission):
        loads(data)
    return submission


def value_at(data: bytes, parts: Sequence[str | int]) -> Any:  # noqa: ANN401 - any JSON value
    """The value at a place of strict JSON, None where there is none."""
    try:
        value = loads(data)
        for part in parts:
            value = value[part]
    except (JsonError, KeyError, IndexError, TypeError, RecursionError):
        return None
    return value
