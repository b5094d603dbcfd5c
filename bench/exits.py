"""Exit statuses of every command, and the error that a person can mend."""

from __future__ import annotations

CLEAN = 0
FINDINGS = 1
COULD_NOT_RUN = 2
STOPPED = 143
"""As the shell reports a process that ended on SIGTERM."""


class UsageError(Exception):
    """Something the person can mend; the message says how."""
