"""No string may hold what looks like a password, key or token.

Why: Everything in a submission is public at once and for ever; so is a key.

Fix: Remove it and revoke the key: it has been in a public pull request.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bench.validation.finding import Problem
from bench.validation.strings import free_texts, names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context

SEVERITY = "error"
VERSION = 1
_SECRETS = re.compile(
    r"gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{30,}"
    r"|xox[abprs]-[\w-]{10,}|sk-[A-Za-z0-9_-]{20,}|hf_[A-Za-z0-9]{20,}|npm_[A-Za-z0-9]{30,}|pypi-[\w-]{30,}|-----BEGIN [A-Z ]*KEY"
    r"|eyJ[\w-]{10,}\.eyJ[\w-]{10,}|(?:password|passwd|secret|api[_-]?key|token)\s*[:=]\s*\S{6,}|://[^/\s:@]{1,64}:[^/\s:@]{1,64}@"
    r"|(?-i:\b(?=[A-Za-z+]*[0-9])(?=[a-z0-9+]*[A-Z])(?=[A-Z0-9+]*[a-z])[A-Za-z0-9+]{40,})",
    re.IGNORECASE,
)


def check(context: Context) -> Iterator[Problem]:
    """Search all strings; never repeat what was found."""
    found = (*names(context), *free_texts(context))
    if not _SECRETS.search("\n".join(text for _, text in found)):
        return
    for place, text in found:
        match = _SECRETS.search(text)
        if match:
            yield Problem(
                place, "not hold a key, token or password", f"something like one at character {match.start() + 1}, not repeated here"
            )
