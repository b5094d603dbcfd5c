"""The built site in Chromium: nothing from outside, sorting, hostile words, a sub-path, files, phones."""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import sync_playwright
from submission_factory import make_submission

from site_builder.build import build
from site_builder.demo import place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]
HOSTILE = "<img src=x onerror=window.pwned=1><script>window.pwned=1</script>\"'`{{7*7}}"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"]


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("web")
    shutil.copytree(ROOT / "submissions", top / "submissions")
    for seed in range(1, 5):
        made = make_submission(seed=seed) | {"notes": HOSTILE}
        (top / "made.json").write_text(json.dumps(made))
        place(top / "made.json", top / "submissions", handle="hostile")
    build(top / "submissions", top / "pages" / "board")
    return top / "pages"


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    handler = functools.partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/board/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert Path("/usr/bin/chromium").exists(), "Chromium is missing: apt-get install chromium"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


def _kinds(folder: Path) -> list[str]:
    board = folder / "board"
    one = min((board / "results").glob("*hostile*")).name
    hardware = min(path.name for path in (board / "hardware").iterdir() if path.is_dir())
    provider = min(path.name for path in (board / "providers").iterdir() if path.is_dir())
    single = ["", "leaderboard/", "costs/", "prices/", "own-or-rent/", "hardware/", "archive/", "archive/questions/", "wanted/", "rules/"]
    return [
        *single,
        "data/",
        "methodology/",
        "submit/",
        "workloads/resnet50/",
        f"results/{one}/",
        f"hardware/{hardware}/",
        f"providers/{provider}/",
    ]


def test_no_page_asks_another_host_or_runs_a_contributors_word(page: Page, folder: Path, address: str) -> None:
    foreign: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: None if request.url.startswith((address, "data:", "blob:")) else foreign.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    for path in _kinds(folder):
        page.goto(address + path)
        page.wait_for_timeout(150)
        assert page.evaluate("window.pwned") is None, path
        assert page.locator("h1").count() == 1, path
    assert foreign == []
    assert faults == []


def test_the_note_of_a_contributor_is_shown_as_text(page: Page, folder: Path, address: str) -> None:
    page.goto(address + _kinds(folder)[14])
    assert HOSTILE in page.locator(".tb").inner_text()


def test_times_sort_as_numbers_by_keyboard_and_the_address_keeps_it(page: Page, address: str) -> None:
    page.goto(address + "leaderboard/")
    button = page.locator("table.tb-board th[data-sort=number] button", has_text="Samples/s").first
    button.focus()
    page.keyboard.press("Enter")
    read = "t => [...t.tBodies[0].rows].map(r => Number([...r.cells].find(c => c.dataset.label === 'Samples/s').dataset.v))"
    table = page.locator("table.tb-board").first
    ascending = table.evaluate(read)
    assert len(ascending) >= 2
    assert ascending == sorted(ascending)
    page.keyboard.press("Enter")
    assert table.evaluate(read) == sorted(ascending, reverse=True)
    assert "sort0=" in page.url
    page.reload()
    assert page.locator("table.tb-board").first.evaluate(read) == sorted(ascending, reverse=True)


def test_the_search_counts_what_it_hides(page: Page, address: str) -> None:
    page.goto(address + "leaderboard/?q=no-such-machine")
    assert page.locator("#tb-count").inner_text().startswith("0 of ")


def test_a_chart_comes_alive_and_keeps_its_table(page: Page, folder: Path, address: str) -> None:
    page.goto(address + _kinds(folder)[14])
    page.locator("figure.tb-chart").first.scroll_into_view_if_needed()
    page.wait_for_function("() => window.vegaEmbed !== undefined", timeout=20_000)
    assert page.locator("figure.tb-chart details table").count() >= 1


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("path", ["", "leaderboard/", "costs/", "prices/"])
def test_no_page_is_wider_than_the_screen(browser: Browser, address: str, width: int, path: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800})
    narrow = context.new_page()
    narrow.goto(address + path)
    assert narrow.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_the_board_is_readable_as_a_file_and_without_scripts(browser: Browser, folder: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto((folder / "board" / "index.html").as_uri())
    assert plain.locator("table.tb-board tbody tr").count() >= 2
    assert plain.locator("figure.tb-chart svg").count() >= 1
    context.close()
