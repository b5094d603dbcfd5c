"""Content-Security-Policy of every page: scripts of our own files, and the theme's few inline ones by hash.

The hashes come from pages in which no contributor's word stands. Taken from every page they would allow an
injected script too.
"""

from __future__ import annotations

import base64
import re
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_INLINE = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>(.*?)</script>", re.DOTALL)


def script_hashes(known_good: Iterable[str]) -> list[str]:
    """CSP sources of the inline scripts of trusted pages, sorted."""
    found = {script for html in known_good for script in _INLINE.findall(html) if script.strip()}
    return sorted(f"'sha256-{base64.b64encode(sha256(script.encode()).digest()).decode()}'" for script in found)


def policy(hashes: list[str]) -> str:
    """The policy: nothing from another host, no ``unsafe-inline`` or ``unsafe-eval`` for scripts."""
    scripts = " ".join(["'self'", *hashes])
    parts = (
        "default-src 'self'", f"script-src {scripts}", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:", "object-src 'none'",
        "base-uri 'self'", "form-action 'self'",
    )  # fmt: skip
    return "; ".join(parts)


def with_policy(html: str, text: str) -> str:
    """The page with the policy as the first thing in its head."""
    meta = f'<meta http-equiv="Content-Security-Policy" content="{escape(text, quote=True)}">'
    return html.replace("<head>", f"<head>{meta}", 1)
