"""The site that the browser tests share: built once from the project's data and made-up files, some with hostile words."""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from submission_factory import make_submission

from site_builder.build import build
from site_builder.demo import place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = "<img src=x onerror=window.pwned=1><script>window.pwned=1</script>\"'`{{7*7}}"
CARDS = (
    ("nvidia-rtx-4090", 90.0, 1), ("nvidia-rtx-4090", 99.0, 2), ("nvidia-rtx-4090", 120.0, 1), ("nvidia-a100-sxm4-80gb", 70.0, 1),
    ("nvidia-t4", 410.0, 1), ("nvidia-v100-sxm2-16gb", 150.0, 1),
)  # fmt: skip


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("web")
    shutil.copytree(ROOT / "submissions", top / "submissions")
    for seed in range(1, 5):
        made = make_submission(seed=seed) | {"notes": HOSTILE}
        (top / "made.json").write_text(json.dumps(made))
        place(top / "made.json", top / "submissions", handle="hostile")
    for number, (hardware_id, seconds, devices) in enumerate(CARDS):
        made = make_submission(hardware_id, seconds, number, devices=devices, day=f"2026-0{1 + number}-1{number}")
        (top / "made.json").write_text(json.dumps(made))
        place(top / "made.json", top / "submissions", handle="card")
    build(top / "submissions", top / "pages" / "board")
    return top / "pages"


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    handler = functools.partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/board/"
        server.shutdown()


@pytest.fixture(scope="session")
def hostile() -> str:
    """What the made-up contributors wrote."""
    return HOSTILE


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()
