"""Every kind of page, by day and by night, on a desk and on a phone: no violation of WCAG 2.2 AA that axe can see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}
SINGLE = (
    "", "leaderboard/", "leaderboard/sentiment-bilstm-standard/", "compare/",
    "compare/?hardware=nvidia-t4,nvidia-a100-sxm4-80gb", "costs/", "prices/", "own-or-rent/", "coverage/",
    "backends/tensorflow/", "guide/", "hardware/", "archive/",
    "archive/questions/", "wanted/", "rules/", "data/", "methodology/", "submit/",
)  # fmt: skip
DEEP = ("results", "hardware", "providers", "workloads")


LONG = {"prices/", "rules/", "data/", "methodology/", "submit/"}
"""Pages of hundreds of rows or of plain text: looked at once."""


def _paths(folder: Path) -> list[str]:
    board = folder / "board"
    deep = [min(path for path in (board / kind).iterdir() if path.is_dir()) for kind in DEEP if (board / kind).is_dir()]
    return [*SINGLE, *(f"{path.relative_to(board).as_posix()}/" for path in deep)]


def _told(found: list[dict[str, Any]]) -> list[tuple[str, str, int]]:
    return [(item["id"], item["nodes"][0]["html"][:160], len(item["nodes"])) for item in found]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (360, "light")])
def test_no_page_breaks_a_rule(browser: Browser, folder: Path, address: str, width: int, scheme: Any) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page, faults = context.new_page(), {}
    for path in [path for path in _paths(folder) if (width, scheme) == (1280, "light") or path not in LONG]:
        page.goto(address + path)
        page.wait_for_load_state("networkidle")
        found = Axe().run(page, options=RULES).response["violations"]
        if found:
            faults[path] = _told(found)
    context.close()
    assert faults == {}
