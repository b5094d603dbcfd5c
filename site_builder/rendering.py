"""Jinja2 for all templates: one environment, autoescape on, missing names are errors; and how figures are worded."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from site_builder.metrics.badges import BADGES, badges_of
from site_builder.page import Page, root_of

if TYPE_CHECKING:
    from collections.abc import Callable

DASH = "\u2013"
"""Where there is no figure."""
SIGNIFICANT = 3
_TEMPLATES = Path(__file__).parent / "templates"


def shown(value: float | None) -> str:
    """A figure with three significant digits, never in powers of ten; a dash where there is none."""
    if value is None or pd.isna(value):
        return "\u2013"
    if value == 0:
        return "0"
    digits = SIGNIFICANT - 1 - int(f"{abs(value):e}".partition("e")[2])
    return f"{round(value, digits):,.{max(0, digits)}f}"


def duration(seconds: float) -> str:
    """A time as one says it."""
    whole = round(seconds)
    hours, minutes, rest = whole // 3600, whole % 3600 // 60, whole % 60
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{shown(seconds)} s"


def anchor(file: str, line: int) -> str:
    """The place of a row on the page of prices."""
    return f"{file.removesuffix('.csv').replace('.', '-')}-{line}"


def _missing(value: Any) -> bool:  # noqa: ANN401 - whatever a frame holds
    return value is None or bool(pd.isna(value))


def seconds_text(value: Any) -> str:  # noqa: ANN401
    """A time as one says it; a dash where there is none."""
    return DASH if _missing(value) else duration(float(value))


def share_text(value: Any) -> str:  # noqa: ANN401
    """A share as a percentage with two decimals; a dash where there is none."""
    return DASH if _missing(value) else f"{100 * float(value):.2f} %"


def scaled(value: Any, unit: str) -> str:  # noqa: ANN401
    """A large quantity with its decimal prefix, three significant digits."""
    if _missing(value):
        return DASH
    number, prefixes = float(value), ["", "k", "M", "G", "T", "P"]
    while abs(number) >= 1000 and len(prefixes) > 1:  # noqa: PLR2004 - the step of the prefixes
        number /= 1000
        prefixes.pop(0)
    return f"{shown(number)} {prefixes[0]}{unit}"


def worded(value: Any, kind: str, unit: str = "") -> str:  # noqa: ANN401
    """A value of a column of the board: its kind is text, count, seconds, share, scaled or number."""
    if _missing(value):
        return DASH
    if kind == "number":
        return f"{shown(float(value))} {unit}".rstrip()
    if kind == "scaled":
        return scaled(value, unit)
    words: dict[str, Callable[[Any], str]] = {
        "seconds": seconds_text,
        "share": share_text,
        "count": lambda count: f"{count:,}",
        "text": lambda text: str(text).replace("_", " "),
    }
    return words[kind](value)


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The environment of ``templates``: a template is named by folder and file."""
    made = Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.globals.update(
        shown=shown,
        duration=duration,
        anchor=anchor,
        seconds=seconds_text,
        percent=share_text,
        scaled=scaled,
        missing=_missing,
        worded=worded,
        badges_of=badges_of,
        all_badges=BADGES,
    )
    return made


def page(path: str, title: str, template: str, **context: Any) -> Page:  # noqa: ANN401
    """A page from a template, which is given ``root`` besides its context."""
    return Page(path, title, environment().get_template(template).render(root=root_of(path), **context))
