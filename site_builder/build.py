"""The only module that writes files: pages and assets into ``build/docs``, MkDocs over them, bodies into its shells.

MkDocs builds one page per depth and per hand-written document; every generated page is stamped into such a shell,
so that no contributor's word goes through Markdown and a thousand results cost no thousand MkDocs pages.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from bench.exits import UsageError
from site_builder.bundle import vega_bundle
from site_builder.downloads import table_files
from site_builder.pages import data_page, pages, result_pages
from site_builder.parts import in_parts
from site_builder.policy import policy, script_hashes, with_policy
from site_builder.prices import stale
from site_builder.site import site_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from site_builder.load import Board
    from site_builder.page import Page
    from site_builder.site import Site
    from site_builder.sources import ResultFile

PROJECT = Path(__file__).resolve().parent.parent
_BODY = "TRAINBOARD-BODY"
_TITLE = "TRAINBOARD-TITLE"
_SHELL = "shell/deep/"
_DEEP = 2
"""Folders below which pages share one shell, and MkDocs does not see them."""
_MANY = 400
"""Results from which several processes are worth their start."""
_TRUSTED = ("methodology/index.html", "shell/deep/index.html", "404.html")


def _write(path: Path, data: bytes) -> None:
    """Write when changed, so that live reload does not go round in circles."""
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _stub(title: str) -> bytes:
    # A front-matter title runs as HTML in the theme: escaped first, then quoted for YAML.
    return f"---\ntitle: {json.dumps(title)}\nhide: [toc, navigation]\n---\n\n# {title}\n\n{_BODY}\n".encode()


def _documents(docs: Path, made: Iterable[Page]) -> None:
    """Fill the docs folder: hand-written pages, assets, and a stub for each generated page that is in the navigation."""
    shutil.rmtree(docs, ignore_errors=True)
    shutil.copytree(PROJECT / "docs", docs, ignore=shutil.ignore_patterns("decisions"))
    _write(docs / "assets" / "vega.js", vega_bundle())
    for item in made:
        if item.depth < _DEEP:
            _write(docs / item.path / "index.md", _stub(escape(item.title)))
    _write(docs / _SHELL / "index.md", _stub(_TITLE))


def _mkdocs(docs: Path, out: Path, stamp: int, *, strict: bool) -> None:
    """Run MkDocs on the docs folder.

    Raises:
        UsageError: with its messages when it fails.
    """
    config = docs.parent / "mkdocs.yml"
    settings = (PROJECT / "mkdocs.yml").read_text(encoding="utf-8")
    settings = settings.replace("docs_dir: build/docs", f"docs_dir: {json.dumps(str(docs.resolve()))}")
    _write(config, settings.replace("site_dir: build/site", f"site_dir: {json.dumps(str(out.resolve()))}").encode())
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--quiet",
        "--clean",
        "--config-file",
        str(config),
        *(["--strict"] if strict else []),
    ]
    surroundings = {**os.environ, "SOURCE_DATE_EPOCH": str(stamp), "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    if done.returncode != 0:
        raise UsageError(f"mkdocs could not build the site:\n{done.stderr or done.stdout}")


_SCRIPTS = ("board.js", "charts.js", "money-page.js")


def _finish(out: Path, hashes: list[str]) -> None:
    """Our scripts and the policy on every page that MkDocs made, the shell of the deep pages among them."""
    text = policy(hashes)
    for path in sorted(out.rglob("*.html")):
        html = path.read_text(encoding="utf-8")
        root = "../" * (len(path.relative_to(out).parts) - 1)
        tags = "".join(f'<script type="module" src="{root or "./"}assets/{name}"></script>' for name in _SCRIPTS)
        path.write_text(with_policy(html.replace("</body>", f"{tags}</body>", 1), text), encoding="utf-8")


def _write_page(out: Path, item: Page, shell: str) -> None:
    """Put a page's body into its shell: MkDocs' own page where it made one, else the shell of the deep pages."""
    target = out / item.path / "index.html"
    html = target.read_text(encoding="utf-8") if item.depth < _DEEP else shell.replace(_TITLE, escape(item.title))
    before, _, after = html.partition(f"<p>{_BODY}</p>")
    _write(target, f'{before}<div class="tb">{item.body}</div>{after}'.encode())


def _write_results(site: Site, out: Path, shell: str) -> None:
    """The pages of all results, on all processors where there are many.

    Each process works on its own part, writes its pages, and gives back the specifications of charts that it met first.
    """
    files = [file for file in site.board.sources.results if file.status != "withdrawn"]

    def write(part: Sequence[ResultFile]) -> dict[str, bytes]:
        for item in result_pages(site, part):
            _write_page(out, item, shell)
        return site.figures.files

    if len(files) >= _MANY and hasattr(os, "fork"):
        for found in in_parts(files, write):
            site.figures.files.update(found)
    else:
        write(files)


def _data_files(site: Site) -> dict[str, bytes]:
    board = site.board
    return {
        **table_files("runs", site.runs),
        **table_files("epochs", board.epochs),
        **table_files("hardware", board.hardware),
        **table_files("prices", board.prices),
        **table_files("costs", site.money.costs),
    }


def _check_count(board: Board, out: Path) -> None:
    """Every accepted file has a page and a copy.

    Raises:
        UsageError: with the files that are missing.
    """
    wanted = [file for file in board.sources.results if file.status != "withdrawn"]
    lost = [
        file.path
        for file in wanted
        if not (out / "results" / file.result_id / "index.html").exists() or not (out / "data" / file.path).exists()
    ]
    if lost:
        raise UsageError(f"{len(lost)} accepted files are not on the site: {', '.join(lost[:5])}")


def _newest(board: Board) -> int:
    """Seconds since 1970 of the newest submission: the only date of a build."""
    stamps = [file.submission.created_at for file in board.sources.results] or ["2026-01-01T00:00:00Z"]
    return int(datetime.strptime(max(stamps), "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC).timestamp())


def build(submissions: Path, out: Path, *, strict: bool = False) -> list[str]:
    """Build the site.

    Args:
        submissions: the folder of data.
        out: where the site goes; replaced.
        strict: MkDocs' warnings, refused files and the like fail the build.

    Returns:
        Warnings for the maintainer.

    Raises:
        UsageError: when the site cannot be built or a file would be lost.
    """
    if not (submissions / "results").is_dir():
        raise UsageError(f"{submissions} must hold a folder results/; give the data folder by --submissions")
    site = site_of(submissions)
    board = site.board
    made, files = pages(site), _data_files(site)
    made.append(data_page(site, files))
    docs = out.parent / f".{out.name}-docs" / "docs"
    _documents(docs, made)
    _mkdocs(docs, out, _newest(board), strict=strict)
    hashes = script_hashes((out / name).read_text(encoding="utf-8") for name in ("index.html", *_TRUSTED))
    _finish(out, hashes)
    shell = (out / _SHELL / "index.html").read_text(encoding="utf-8")
    shutil.rmtree(out / "shell")
    for item in made:
        _write_page(out, item, shell)
    _write_results(site, out, shell)
    for name, data in {**site.figures.files, **{f"data/{name}": data for name, data in files.items()}}.items():
        _write(out / name, data)
    for file in board.sources.results:
        if file.status != "withdrawn":
            _write(out / "data" / file.path, (submissions / file.path).read_bytes())
    _check_count(board, out)
    return _warnings(site, strict=strict)


def _warnings(site: Site, *, strict: bool) -> list[str]:
    refused = [f"{item.path} is not on the board: {item.reason}" for item in site.board.sources.refused]
    if refused and strict:
        raise UsageError("\n".join(refused))
    old = stale(site.money.prices)
    return refused + ([f"{len(old)} price rows were seen more than 90 days before the newest one"] if old else [])
