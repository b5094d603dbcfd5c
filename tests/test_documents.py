"""What the documents say is true: commands exist, links lead somewhere, the picture of the rooms is the code's."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import draw_rooms
import pytest

from bench.cli import make_parser

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / ".github").rglob("*.md")], key=lambda path: path.relative_to(ROOT)
)
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
_CODE = re.compile(r"```[a-z]*\n(.*?)```|^((?: {4}[^\n]*\n)+)|`([^`\n]+)`", re.DOTALL | re.MULTILINE)


def _lines(path: Path) -> list[str]:
    """Lines of code of a document, without comments."""
    spans = [next(part for part in found if part) for found in _CODE.findall(path.read_text(encoding="utf-8")) if any(found)]
    return [line.partition(" # ")[0].strip() for span in spans for line in span.splitlines() if line.strip()]


def _commands(name: str) -> list[tuple[str, list[str]]]:
    found = []
    for path in DOCUMENTS:
        for line in _lines(path):
            words = re.match(rf"^(?:\S*/)?{name} (.+)$", line)
            if words:
                found.append((f"{path.relative_to(ROOT)}: {line}", shlex.split(words[1])))
    return found


def test_every_command_in_the_documents_is_understood() -> None:
    commands = _commands("bench")
    assert len(commands) > 20
    for where, words in commands:
        if words in ([command] for command in ("run", "validate", "submit")):
            continue  # spoken of, not spelt out
        try:
            make_parser().parse_args(words)
        except SystemExit as stop:  # argparse ends the process: 0 where the words ask for help or the version
            assert stop.code == 0, where  # noqa: PT017


def test_every_make_target_in_the_documents_exists() -> None:
    asked = {(path.name, word) for path in DOCUMENTS for line in _lines(path) for word in re.findall(r"^make ([a-z-]+)", line)}
    assert {word for _, word in asked} >= {"demo", "test", "serve"}
    assert {(file, word) for file, word in asked if word not in TARGETS} == set()


def test_every_script_in_the_documents_exists() -> None:
    asked = {word for path in DOCUMENTS for line in _lines(path) for word in re.findall(r"\b(benchmarks/[a-z_/]+\.py)\b", line)}
    assert asked
    assert {word for word in asked if not (ROOT / word).exists()} == set()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_between_documents_leads_to_a_file(path: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8"))
    local = [link for link in links if not re.match(r"[a-z]+:|/|\{", link)]
    generated = re.compile(r"(\.\./)*(rules|costs|prices|data|wanted|guide|hardware|archive|leaderboard|own-or-rent)/")
    missing = [link for link in local if not (path.parent / link).exists() and not generated.match(link)]
    assert missing == []


def test_the_picture_of_the_rooms_is_drawn_from_the_code() -> None:
    assert draw_rooms.PICTURE.read_text(encoding="utf-8") == draw_rooms.picture(draw_rooms.modules()), "run python benchmarks/draw_rooms.py"


def test_no_two_modules_import_each_other_in_a_circle() -> None:
    graph = draw_rooms.modules()
    assert len(draw_rooms.floors(graph)) == len(graph) > 200
    with pytest.raises(ValueError, match="circle"):
        draw_rooms.floors({"a": {"b"}, "b": {"a"}})
