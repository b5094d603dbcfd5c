from __future__ import annotations

import json
from typing import TYPE_CHECKING
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import strict_json
from bench.strict_json import JsonError

if TYPE_CHECKING:
    from pathlib import Path

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_what_is_written_is_read_back_and_by_any_reader(value: object) -> None:
    data = strict_json.dumps(value)
    assert json.loads(data) == value
    assert data.endswith(b"\n")


@pytest.mark.parametrize(
    ("data", "must"),
    [
        (b'{"a": NaN}', "finite"),
        (b'{"a": 1e999}', "finite"),
        (b'{"a": 1, "a": 2}', "duplicate"),
        (b"\xef\xbb\xbf{}", "byte-order mark"),
        (b'{"a": "\xff"}', "UTF-8"),
        (b"[" * 17 + b"]" * 17, "16 levels"),
        (b'{"a": ' + b"9" * 40 + b"}", "30 digits"),
        (b'{"a": ', "JSON"),
    ],
)
def test_bytes_that_are_not_strict_are_refused_in_words(data: bytes, must: str) -> None:
    with pytest.raises(JsonError, match=must):
        strict_json.loads(data)


def test_brackets_inside_strings_are_not_depth() -> None:
    assert strict_json.loads(json.dumps({"a": "[" * 40 + '\\"'}).encode()) == {"a": "[" * 40 + '\\"'}


def test_a_failed_write_leaves_the_old_file_and_no_rubbish(tmp_path: Path) -> None:
    target = tmp_path / "result.json"
    strict_json.write_whole(target, b"old")
    with mock.patch("os.fsync", side_effect=OSError(28, "No space left on device")), pytest.raises(OSError, match="No space"):
        strict_json.write_whole(target, b"new")
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]
