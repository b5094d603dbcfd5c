"""The whole site from real and made-up files: complete, the same bytes twice, no word of a contributor as markup."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from submission_factory import make_submission

from bench.exits import UsageError
from site_builder.build import build
from site_builder.demo import place
from site_builder.policy import policy, script_hashes, with_policy

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def submissions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import shutil

    folder = tmp_path_factory.mktemp("data") / "submissions"
    shutil.copytree(ROOT / "submissions", folder)
    source = folder.parent / "made.json"
    for seed, preset in enumerate(("standard", "standard", "quick"), start=1):
        source.write_text(json.dumps(make_submission(seed=seed, preset_id=preset)))
        place(source, folder, handle=f"maker-{seed}")
    return folder


@pytest.fixture(scope="module")
def site(submissions: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("built") / "site"
    build(submissions, out)
    return out


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def test_two_builds_are_the_same_bytes(submissions: Path, site: Path, tmp_path: Path) -> None:
    build(submissions, tmp_path / "again")
    first, second = dict(_files(site)), dict(_files(tmp_path / "again"))
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


def test_every_accepted_file_has_a_page_and_a_copy(submissions: Path, site: Path) -> None:
    accepted = list((submissions / "results").rglob("*.json"))
    assert len(accepted) >= 5
    for path in accepted:
        assert (site / "results" / path.stem / "index.html").is_file()
        assert (site / "data" / path.relative_to(submissions)).read_bytes() == path.read_bytes()


def test_every_link_inside_the_site_leads_somewhere(site: Path) -> None:
    broken = []
    for path in site.rglob("*.html"):
        if path.name == "404.html":
            continue
        for link in re.findall(r'(?:href|src|data-spec)="([^"#?]+)', path.read_text(encoding="utf-8")):
            if re.match(r"[a-z]+:|//|data:", link):
                continue
            target = (path.parent / link).resolve()
            if not (target.is_file() or (target / "index.html").is_file()):
                broken.append(f"{path.relative_to(site)} -> {link}")
    assert sorted(set(broken)) == []


def test_quick_runs_are_marked_and_not_ranked(site: Path) -> None:
    assert "not ranked" in (site / "index.html").read_text(encoding="utf-8")


def test_the_full_run_of_ours_is_inside_its_bounds(site: Path) -> None:
    (page,) = list((site / "results").glob("*-trainboard-a320da25/index.html"))
    assert "is inside the bounds scaled from the references" in page.read_text(encoding="utf-8")


def test_every_page_carries_a_policy_without_unsafe_scripts(site: Path) -> None:
    for path in site.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        found = re.search(r'Content-Security-Policy" content="([^"]+)"', html)
        assert found, path
        scripts = found[1].split("script-src")[1].split(";")[0]
        assert "unsafe" not in scripts
        assert "TRAINBOARD-" not in html


def test_an_injected_script_gets_no_hash() -> None:
    good = "<head><script>theme()</script></head>"
    hashes = script_hashes([good])
    assert len(hashes) == 1
    assert hashes[0] in with_policy(good, policy(hashes)).replace("&#x27;", "'")
    assert script_hashes([good + "<script>evil()</script>"]) != hashes


def test_a_folder_without_results_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="results/"):
        build(tmp_path, tmp_path / "out")
