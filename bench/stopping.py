"""SIGTERM and Ctrl-C become a request that the training loop grants after the block under way."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType

_REASONS = {signal.SIGTERM: "terminated", signal.SIGINT: "interrupted"}
_requested: list[str] = []


def _handle(number: int, _frame: FrameType | None) -> None:
    if _requested:  # a second signal: the person means now
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)
    _requested.append(_REASONS[signal.Signals(number)])


def listen() -> None:
    """Take over SIGTERM and SIGINT for the life of the process."""
    for number in _REASONS:
        signal.signal(number, _handle)


def stop_requested() -> str | None:
    """Why to stop, or None."""
    return _requested[0] if _requested else None
