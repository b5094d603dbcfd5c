"""The one script that draws live charts: Vega, Vega-Lite and vega-embed out of ``vl_convert``, wrapped so that it leaves one name."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import vl_convert

CACHE = Path(".cache/trainboard")
VERSION = version("vl-convert-python")
_SNIPPET = "window.vegaEmbed = vegaEmbed;"


def vega_bundle(cache: Path = CACHE) -> bytes:
    """The script as bytes; made once per version of ``vl_convert``, then read from the cache.

    The bare bundle declares many one-letter globals, which collide with other scripts: the function around it keeps them in.

    Args:
        cache: folder of earlier bundles.
    """
    file = cache / f"vega-{VERSION}.js"
    if not file.exists():
        script = f"(() => {{\n{vl_convert.javascript_bundle(_SNIPPET)}\n}})();\n"
        cache.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_text(script, encoding="utf-8")
        part.replace(file)
    return file.read_bytes()
