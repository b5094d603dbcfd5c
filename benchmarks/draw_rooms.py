"""Draw the rooms of the project and what imports what: ``docs/assets/rooms.svg``, the picture of ``docs/architecture.md``.

    python benchmarks/draw_rooms.py

A room is a package. The loose modules of ``bench`` and ``site_builder`` are rooms by storey: ground (stand on no package),
middle (stand on some, and packages stand on them), upper (nothing stands on them but each other). A room stands one floor
above the highest that it imports, so every line goes down.
Imports that only a type checker follows are left out.
"""

from __future__ import annotations

import ast
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "assets" / "rooms.svg"
PACKAGES = ("bench", "site_builder")
WIDTH, BOX, HIGH, FLOOR = 900, 150, 44, 96
Graph = dict[str, set[str]]


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(node: ast.AST, known: set[str]) -> set[str]:
    """Modules of the project that one import statement asks for."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and node.module:
        names = [f"{node.module}.{alias.name}" for alias in node.names]
        names = [name if name in known else node.module for name in names]
    else:
        return set()
    return {name for name in names if name in known}


def _for_types(tree: ast.Module) -> set[int]:
    blocks = [node for node in ast.walk(tree) if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"]
    return {id(inner) for block in blocks for inner in ast.walk(block)}


def modules() -> Graph:
    """Module -> the modules of the project that it imports, late imports inside functions too."""
    files = {_name(path): path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))}
    found: Graph = {}
    for name, path in files.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        skipped = _for_types(tree)
        wanted = [_imported(node, set(files)) for node in ast.walk(tree) if id(node) not in skipped]
        found[name] = set().union(*wanted) - {name}
    return found


def floors(graph: Graph) -> dict[str, int]:
    """Node -> its floor, the ground being 0.

    Raises:
        ValueError: naming the nodes of a circle.
    """
    found: dict[str, int] = {}
    while len(found) < len(graph):
        ready = [name for name in sorted(graph) if name not in found and graph[name] <= found.keys()]
        if not ready:
            raise ValueError(f"these import each other in a circle, or what does: {sorted(graph.keys() - found.keys())}")
        found |= {name: 1 + max((found[other] for other in graph[name]), default=-1) for name in ready}
    return found


def _reach(graph: Graph, start: str) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for other in graph[waiting.pop()] - seen:
            seen.add(other)
            waiting.append(other)
    return seen


def _package(name: str) -> str | None:
    parts = name.split(".")
    return ".".join(parts[:2]) if len(parts) > 1 and (ROOT / parts[0] / parts[1]).is_dir() else None


def _room(graph: Graph, name: str, under: set[str]) -> str:
    """A package, or the storey of a loose module: ground stands on no package, middle under some, upper under none."""
    package = _package(name)
    if package:
        return package
    top = name.partition(".")[0]
    ground = not any(_package(other) for other in _reach(graph, name) if other.startswith(top))
    return f"{top}, {'ground' if ground else 'middle' if name in under else 'upper'}"


def rooms(graph: Graph) -> tuple[Graph, dict[str, int]]:
    """Room -> the rooms that it imports, and room -> how many modules it has."""
    under = set().union(*(_reach(graph, name) for name in graph if _package(name)))
    home = {name: _room(graph, name, under) for name in graph}
    found: Graph = {room: set() for room in home.values()}
    for name, others in graph.items():
        found[home[name]] |= {home[other] for other in others} - {home[name]}
    return found, {room: sum(1 for where in home.values() if where == room) for room in found}


def reduced(graph: Graph) -> Graph:
    """The same graph without the edges that a longer way already says."""
    return {name: {other for other in others if not any(other in _reach(graph, way) for way in others)} for name, others in graph.items()}


def _places(level: dict[str, int]) -> dict[str, tuple[float, float]]:
    top = max(level.values())
    places: dict[str, tuple[float, float]] = {}
    for floor in range(top + 1):
        row = sorted(room for room, where in level.items() if where == floor)
        for number, room in enumerate(row):
            places[room] = (WIDTH * (number + 0.5) / len(row), (top - floor) * FLOOR + HIGH)
    return places


def _box(room: str, count: int, x: float, y: float) -> str:
    text = f'<text x="{x:.0f}" y="{y - 3:.0f}">{escape(room)}</text><text x="{x:.0f}" y="{y + 13:.0f}" class="n">{count} modules</text>'
    return f'<rect x="{x - BOX / 2:.0f}" y="{y - HIGH / 2:.0f}" width="{BOX}" height="{HIGH}" rx="8"/>{text}'


def picture(graph: Graph) -> str:
    """The SVG: boxes on floors, a line from each room down to what it imports, unless another line leads there."""
    found, counts = rooms(graph)
    level = floors(found)
    places = _places(level)
    lines = [
        f'<line x1="{places[a][0]:.0f}" y1="{places[a][1] + HIGH / 2:.0f}" x2="{places[b][0]:.0f}" y2="{places[b][1] - HIGH / 2:.0f}"/>'
        for a in sorted(found)
        for b in sorted(reduced(found)[a])
    ]
    boxes = [_box(room, counts[room], *places[room]) for room in sorted(found)]
    high = (max(level.values()) + 1) * FLOOR
    style = (
        "rect{fill:#eef2f8;stroke:#33507a}line{stroke:#7b8aa3;stroke-width:1}"
        "text{font:12px sans-serif;text-anchor:middle;fill:#16233a}.n{font-size:10px;fill:#44536b}"
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" role="img"><title>Rooms and what they import</title>'
    ground = f'<rect width="{WIDTH}" height="{high}" style="fill:#fff;stroke:none"/>'
    return "\n".join([head, f"<style>{style}</style>", ground, *lines, *boxes, "</svg>\n"])


if __name__ == "__main__":
    PICTURE.write_text(picture(modules()), encoding="utf-8")
    print(f"wrote {PICTURE.relative_to(ROOT)}")
