"""What a large board may cost: results share specifications, pages are written in parts, no page is lost or differs."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from submission_factory import make_submission, write_submission

from bench.submission import Submission
from site_builder import build as building
from site_builder import metrics
from site_builder.charts import CHARTS
from site_builder.figures import Figures
from site_builder.pages import result_pages
from site_builder.parts import in_parts
from site_builder.site import site_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def board(folder: Path, count: int) -> Path:
    for seed in range(count):
        write_submission(folder, make_submission("nvidia-t4", 500.0 + seed, seed))
    return folder


def drawn(folder: Path) -> tuple[list[str], dict[str, bytes]]:
    site = site_of(folder)
    before = set(site.figures.files)
    bodies = [page.body for page in result_pages(site, site.board.sources.results)]
    return bodies, {name: data for name, data in site.figures.files.items() if name not in before}


def test_ten_results_need_no_more_specifications_than_two(tmp_path: Path) -> None:
    few, many = drawn(board(tmp_path / "few", 2)), drawn(board(tmp_path / "many", 10))
    assert (len(few[0]), len(many[0])) == (2, 10)
    assert few[1].keys() == many[1].keys()
    assert len(many[1]) == 3, "curve, blocks and telemetry of one kind of machine"


def test_a_page_carries_its_own_rows_and_a_picture_for_readers_without_scripts(tmp_path: Path) -> None:
    bodies, files = drawn(board(tmp_path, 1))
    blocks = [json.loads(text) for text in re.findall(r'<script type="application/json">(.*?)</script>', bodies[0])]
    assert [block["columns"] for block in blocks] == [
        list(columns) for columns in (metrics.EPOCH_COLUMNS, metrics.BLOCK_COLUMNS, metrics.TELEMETRY_COLUMNS)
    ]
    assert all(len(row) == len(block["columns"]) for block in blocks for row in block["rows"])
    assert bodies[0].count('class="tb-sketch"') == 3
    assert all(json.loads(data)["datasets"] == {} for data in files.values())


def test_what_a_specification_is_shared_by_is_all_that_it_depends_on() -> None:
    made = [json.dumps(make_submission("nvidia-t4", 300.0 + seed, seed, repeats=1 + seed % 2)) for seed in range(6)]
    runs = [Submission.model_validate_json(text).runs[0] for text in made]
    rows: dict[str, list[tuple[Any, tuple[str, ...]]]] = {
        "accuracy-by-epoch": [(metrics.epoch_rows(run, 0.8, 0.82), metrics.EPOCH_COLUMNS) for run in runs],
        "block-times": [(metrics.block_rows(run), metrics.BLOCK_COLUMNS) for run in runs],
        "telemetry": [(metrics.telemetry_rows(run), metrics.TELEMETRY_COLUMNS) for run in runs],
    }
    assert set(rows) == {chart.id for chart in CHARTS if chart.form}
    for chart_id, given in rows.items():
        alone = []
        for found, columns in given:
            figures = Figures()
            figures.place_rows(chart_id, found, columns, "")
            alone.append(dict(figures.files))
        together = Figures()
        for found, columns in given:
            together.place_rows(chart_id, found, columns, "")
        assert together.files == {name: data for files in alone for name, data in files.items()}, chart_id


def test_hostile_words_do_not_end_the_block_of_rows() -> None:
    figures = Figures()
    html = figures.place_rows("block-times", [("</script><script>alert(1)</script>", 1, 0.5, 2.0)], metrics.BLOCK_COLUMNS, "")
    assert html.count("</script>") == 1
    assert "<script>alert" not in html


def test_parts_cover_everything_once_and_a_fault_in_one_is_not_lost() -> None:
    found = list(in_parts(list(range(101)), list))
    assert sorted(number for part in found for number in part) == list(range(101))

    def fails(part: Sequence[int]) -> int:
        if 3 in part:
            raise OSError("no space left")
        return sum(part)

    with pytest.raises(OSError, match="no space left"):
        list(in_parts([1, 2, 3], fails))


def test_pages_written_by_several_processes_are_those_of_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = site_of(board(tmp_path / "data", 6))
    shell = f"<title>{building._TITLE}</title><p>{building._BODY}</p>"
    pages: list[dict[str, bytes]] = []
    for number, many in enumerate((1, 1000)):
        monkeypatch.setattr(building, "_MANY", many)
        out = tmp_path / str(number)
        building._write_results(site, out, shell)
        pages.append({str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*.html")})
    assert len(pages[0]) == 6
    assert pages[0] == pages[1]
