"""``--fix``: mends what is safe to mend, that is, what changes no measured figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from bench.strict_json import JsonError, content_hash, dumps, loads, write_whole
from bench.submission import MAXIMUM_BYTES, Submission
from bench.validation.context import Context, hardware_of, today
from bench.validation.finding import printable
from bench.validation.gathering import gather
from bench.validation.kinds import RESULT, kind_of
from bench.validation.rules.file_name import handle_of
from bench.validation.rules.summary_recomputed import recomputed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path, PurePosixPath

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Fixed:
    """One mended file: where it is now, and what was done."""

    path: Path
    done: tuple[str, ...]


def _context(value: Any) -> Context | None:  # noqa: ANN401 - any JSON value
    data = dumps(value)
    try:
        return Context(Submission.model_validate_json(data), data, None, today())
    except ValidationError:
        return None


def _summaries(value: dict[str, Any], context: Context) -> Iterator[str]:
    for view, run in zip(context.runs, value["runs"], strict=True):
        wanted = recomputed(view) if view.run.status == "complete" else None
        if wanted is not None and wanted != view.run.summary:
            run["summary"] = wanted.model_dump(mode="json")
            yield f"computed the summary of run {view.index} again"


def _hardware(value: dict[str, Any], context: Context) -> Iterator[str]:
    system = context.submission.system
    found = hardware_of(system.devices[0].name, system.devices[0].memory_bytes)
    if found is not None and found.id != system.hardware_id and (context.hardware is None or context.hardware.id == found.id):
        value["system"]["hardware_id"] = found.id
        yield f"set hardware_id to {found.id}, which goes by the device's name"


def _place(path: Path, name: PurePosixPath, value: dict[str, Any], data: bytes) -> Path:
    """Where a result that stands below ``submissions/`` belongs; its own place without a handle in the name."""
    handle = handle_of(name)
    day, hardware_id = str(value["created_at"])[:10].replace("-", ""), str(value["system"]["hardware_id"])
    if handle is None or len(name.parts) < 2:  # noqa: PLR2004
        return path
    root = path.parents[len(name.parts) - 1]
    return root / "results" / hardware_id / f"{day}-{handle}-{content_hash(data)}.json"


def mend(data: bytes) -> tuple[dict[str, Any], list[str]] | None:
    """The value of a submission with what is safe mended, and what was done; None for what cannot be read.

    Args:
        data: the file; a byte-order mark and any layout are taken.
    """
    try:
        value = loads(data.removeprefix(_BOM))
    except (JsonError, RecursionError):
        return None
    context = _context(value)
    if context is None:
        return None
    return value, [*_summaries(value, context), *_hardware(value, context)]


def _fix(path: Path, name: PurePosixPath | None) -> Fixed | None:
    data = path.read_bytes()
    mended = mend(data) if len(data) <= MAXIMUM_BYTES else None
    if mended is None:
        return None
    value, done = mended
    written = dumps(value)
    if done or b"\r" in data or not data.endswith(b"\n") or data.startswith(_BOM):
        done.append("wrote it in the project's layout")
    else:
        written = data
    place = path if name is None else _place(path, name, value, written)
    if place != path and not place.exists():
        done.append(f"moved it to {place.parent.name}/{place.name}")
    elif place != path:
        place = path
    if not done:
        return None
    write_whole(place, written)
    if place != path:
        path.unlink()
    return Fixed(place, tuple(done))


def fix_paths(paths: Sequence[Path]) -> tuple[list[Path], list[str]]:
    """Mend the results among the paths.

    Args:
        paths: files or folders.

    Returns:
        The paths with those that were moved replaced, and one line for each mended file.
    """
    moved: dict[Path, Path] = {}
    lines = []
    for item in gather(paths):
        kind = RESULT if item.name is None else kind_of(item.name)
        if kind is not RESULT or item.path.is_symlink() or not item.path.is_file():
            continue
        fixed = _fix(item.path, item.name)
        if fixed is not None:
            moved[item.path] = fixed.path
            lines.append(f"fixed {printable(item.shown, 300)}: {', '.join(fixed.done)}")
    return [moved.get(path, path) for path in paths], lines
