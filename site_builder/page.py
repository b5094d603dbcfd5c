"""What a page is before it is written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """One generated page.

    Attributes:
        path: below the site's root, with a slash at the end; empty for the home page.
        title: a sentence, plain text.
        body: HTML in which everything that a person wrote is escaped.
    """

    path: str
    title: str
    body: str

    @property
    def depth(self) -> int:
        """Folders between the page and the root."""
        return self.path.count("/")


def root_of(path: str) -> str:
    """The relative way from a page to the site's root."""
    return "../" * path.count("/")
