"""Asking the operating system: every answer may be missing, and none may raise."""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_UNWANTED = re.compile(r"[^A-Za-z0-9 ._+/@()\[\]:,#*-]+")
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
_LONGEST_FILE = 4 << 20


def read_text(path: Path) -> str | None:
    """The stripped text of a small file, or None when there is none to read."""
    try:
        with path.open("rb") as file:
            return file.read(_LONGEST_FILE).decode("utf-8", "replace").strip("\x00 \n\t")
    except OSError:
        return None


def read_integer(path: Path) -> int | None:
    """A file that holds one whole number, as in sysfs; anything else is None."""
    text = read_text(path)
    return int(text) if text and re.fullmatch(r"-?[0-9]{1,19}", text) else None


def output_of(command: Sequence[str], timeout_seconds: float = 5.0) -> str | None:
    """What a program prints, in the C locale; None when it is missing, fails or hangs."""
    environment = {**os.environ, "LC_ALL": "C", "LANG": "C"}
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout_seconds, env=environment, check=True, stdin=subprocess.DEVNULL)  # noqa: S603 - fixed commands of ours
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.decode("utf-8", "replace")


def clean_name(text: str | None) -> str | None:
    """A string of the machine in the characters that the contract allows, or None when nothing is left."""
    kept = " ".join(_UNWANTED.sub(" ", text or "").split()).lstrip(" ._+/@()[]:,#*-")
    return kept[:128].strip() or None


def clean_version(text: object) -> str | None:
    """The first thing in a text that looks like a version, or None."""
    found = _VERSION.search(str(text)) if text is not None else None
    return found.group() if found else None


def positive(value: float | None) -> int | None:
    """A whole number of at least one, or None: a reading of 0 bytes or lanes means that it is not known."""
    return int(value) if value is not None and value >= 1 else None
