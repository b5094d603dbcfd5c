"""The drawing library: made once, closed in a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from site_builder import bundle

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_bundle_leaves_one_name_and_comes_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = bundle.vega_bundle(tmp_path)
    assert made.startswith(b"(() => {")
    assert made.rstrip().endswith(b"})();")
    assert b"window.vegaEmbed=" in made[-400:].replace(b" ", b"")
    assert len(made) < 1_000_000
    monkeypatch.setattr("vl_convert.javascript_bundle", None)
    assert bundle.vega_bundle(tmp_path) == made
