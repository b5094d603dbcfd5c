"""One line of the doctor: what is wrong, why it matters, what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Status = Literal["ok", "warning", "blocking"]


@dataclass(frozen=True)
class Check:
    """The outcome of one check.

    Attributes:
        id: of the check.
        status: ``ok``; ``warning`` spoils or disturbs a measurement; ``blocking`` makes it wrong or impossible.
        what: the finding, with its figures.
        why: what it does to a run; empty when nothing is wrong.
        action: what to do next; likewise.
    """

    id: str
    status: Status
    what: str
    why: str = ""
    action: str = ""

    @property
    def blocks(self) -> bool:
        """Whether a run makes no sense before this is mended."""
        return self.status == "blocking"
