"""Times as the contract writes them."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """The present, ISO-8601 in UTC, whole seconds, with ``Z``."""
    return datetime.now(tz=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def parse(text: str) -> datetime:
    """A contract time as an aware datetime.

    Raises:
        ValueError: when the date does not exist, such as 2026-02-30.
    """
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
