"""The pages on how to run: every command in them is one that the program knows, every link leads somewhere."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from bench.cli import make_parser

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs/run-on").glob("*.md"))
NOTEBOOK = ROOT / "docs/run-on/colab.ipynb"


def fenced(text: str) -> list[str]:
    return [line.strip() for block in re.findall(r"```bash\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]


def notebook_lines() -> list[str]:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return [line.rstrip("\n") for cell in cells if cell["cell_type"] == "code" for line in cell["source"]]


def calls(lines: list[str], page: str = "") -> list[list[str]]:
    """Arguments of each call of ``bench`` in code lines, and of those in running text that have arguments."""
    prose = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    inline = [text for text in re.findall(r"`([^`\n]+)`", prose) if re.match(r"(?:caffeinate -i )?bench \S+ \S", text)]
    found = [re.search(r"(?:^|[ /])bench (.*)$", text) for text in [*lines, *inline]]
    return [shlex.split(match.group(1), comments=True) for match in found if match]


def commands() -> list[list[str]]:
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    return [call for text in texts for call in calls(fenced(text), text)] + calls(notebook_lines())


def test_pages_are_there() -> None:
    assert {page.stem for page in PAGES} == {"index", "cloud-gpu", "slurm", "colab", "container", "mac", "amd", "cpu-only"}
    assert len(commands()) > 15


@pytest.mark.parametrize("arguments", commands(), ids=" ".join)
def test_every_command_is_known(arguments: list[str]) -> None:
    make_parser().parse_args(arguments)


def test_every_extra_exists() -> None:
    known = set(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"])
    texts = [path.read_text(encoding="utf-8") for path in [*PAGES, NOTEBOOK]]
    named = {extra for text in texts for group in re.findall(r"(?:\"\.|trainboard)\[([a-z,-]+)\]", text) for extra in group.split(",")}
    assert {"nvidia", "tensorflow-cuda", "torch"} <= named <= known


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    assert not [link for link in links if not link.startswith("https://") and not (page.parent / link).exists()]


def test_image_installs_an_extra_that_exists() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    default = re.search(r"^ARG EXTRA=(\S+)$", text, re.MULTILINE)
    assert default is not None
    assert default.group(1) in known
    assert re.search(r"^FROM \S+@sha256:[0-9a-f]{64}$", text, re.MULTILINE)
    users = re.findall(r"^USER (\S+)$", text, re.MULTILINE)
    assert users == ["10001:10001"]
