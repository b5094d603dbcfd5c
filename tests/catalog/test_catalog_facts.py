"""The rows are complete, sourced and consistent with one another."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from pydantic import TypeAdapter

import bench.catalog
from bench.catalog import HARDWARE, Source
from bench.catalog.hardware import FIGURES
from bench.catalog.loading import stated_facts
from bench.fields import Name, Slug

CLASSES = {"data-centre", "workstation", "desktop", "laptop", "embedded", "server-cpu", "desktop-cpu", "laptop-cpu", "workstation-cpu"}
GIB = 1 << 30


def test_there_are_enough_rows_of_every_vendor() -> None:
    count = Counter((row.vendor, row.kind) for row in HARDWARE.values())
    assert len(HARDWARE) >= 150
    assert set(count) == {
        ("nvidia", "gpu"), ("amd", "gpu"), ("intel", "gpu"), ("apple", "gpu"), ("google", "tpu"),
        ("intel", "cpu"), ("amd", "cpu"), ("apple", "cpu"), ("arm", "cpu"),
    }  # fmt: skip


@pytest.mark.parametrize("hardware_id", sorted(HARDWARE))
def test_a_row_keeps_the_words(hardware_id: str) -> None:
    row = HARDWARE[hardware_id]
    TypeAdapter(Slug).validate_python(row.id)
    TypeAdapter(Slug).validate_python(row.family)
    TypeAdapter(Name).validate_python(row.name)
    assert row.class_ in CLASSES
    assert row.class_.endswith("-cpu") == (row.kind == "cpu") or row.class_ == "embedded"
    assert row.aliases[0] == row.name
    assert row.launched is None or re.fullmatch(r"20\d\d(-\d\d(-\d\d)?)?", row.launched)
    assert all(source.url.startswith("https://") for source in row.facts.values())
    assert set(row.derived) <= set(row.peak_flops)


@pytest.mark.parametrize("hardware_id", sorted(item for item in HARDWARE if HARDWARE[item].kind != "cpu"))
def test_figures_are_possible(hardware_id: str) -> None:
    row = HARDWARE[hardware_id]
    assert row.memory_bytes is None or GIB <= row.memory_bytes <= 512 * GIB
    assert row.bandwidth_bytes_per_second is None or 2e10 <= row.bandwidth_bytes_per_second <= 1e13
    assert row.tdp_watts is None or 10 <= row.tdp_watts <= 1500
    assert all(5e11 <= value <= 3e15 for value in row.peak_flops.values())
    assert row.devices_per_card == 1 or row.tdp_watts is None, "the power of a card with several devices is not a device's"


@pytest.mark.parametrize("hardware_id", sorted(HARDWARE))
def test_precisions_are_in_order(hardware_id: str) -> None:
    peaks = HARDWARE[hardware_id].peak_flops
    ladder = [peaks[name] for name in ("fp32", "tf32", "fp16") if name in peaks]
    assert ladder == sorted(ladder), "a lower precision is never slower on these devices"
    if "tf32" in peaks and "fp16" in peaks:
        assert peaks["fp16"] == pytest.approx(2 * peaks["tf32"], rel=0.03), "dense tensor rates double from TF32 to FP16"


def test_a_peak_from_cores_and_clock_is_their_product() -> None:
    computed = [row for row in HARDWARE.values() if "fp32" in row.derived and row.cores and row.boost_hertz]
    assert len(computed) > 30
    assert all(row.peak_flops["fp32"] == 2 * row.cores * row.boost_hertz for row in computed if row.cores and row.boost_hertz)


def test_a_stated_peak_agrees_with_cores_and_clock() -> None:
    stated = [row for row in HARDWARE.values() if row.cores and row.boost_hertz and "fp32" not in row.derived]
    for row in stated:
        assert row.cores
        assert row.boost_hertz
        assert row.peak_flops["fp32"] == pytest.approx(2 * row.cores * row.boost_hertz, rel=0.03), row.id


def test_memory_variants_of_one_name_differ_clearly() -> None:
    by_family: dict[tuple[str, str | None], list[int]] = {}
    for row in HARDWARE.values():
        if row.memory_bytes:
            by_family.setdefault((row.family, row.form_factor), []).append(row.memory_bytes)
    for sizes in by_family.values():
        ordered = sorted(set(sizes))
        assert all(small * 1.03 < large * 0.88 for small, large in pairwise(ordered))


@pytest.mark.parametrize("hardware_id", sorted(HARDWARE))
def test_every_figure_has_a_document(hardware_id: str) -> None:
    row = HARDWARE[hardware_id]
    stated = {name for name in FIGURES if getattr(row, name) is not None} | set(row.peak_flops)
    assert set(row.facts) == stated
    assert sorted(name for names in row.cited.values() for name in names) == sorted(stated), "each figure is cited once"
    assert [source.checked for source in row.cited] == sorted((source.checked for source in row.cited), reverse=True)


def test_a_row_is_checked_only_when_all_its_ratings_are() -> None:
    half = replace(
        HARDWARE["nvidia-l40s"],
        facts={"memory_bytes": Source("A", "https://a.example", read="table 1"), "fp32": Source("B", "https://b.example")},
    )
    assert not half.checked
    assert not replace(half, facts={}).checked
    assert replace(half, facts={"memory_bytes": Source("A", "https://a.example", read="table 1")}).checked


def test_no_document_of_the_data_is_idle() -> None:
    for path in sorted(Path(bench.catalog.__file__).with_name("data").glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        used = {name for row in data["hardware"] for name in (row["source"], *row["checked"].values())}
        assert set(data["documents"]) == used, path.name
        unread = {name for row in data["hardware"] for name in row["checked"].values() if "read" not in data["documents"][name]}
        assert not unread, f"{path.name}: a figure was checked against a document that says not what was read"


def test_a_claim_about_a_figure_that_is_not_there_is_refused() -> None:
    row = {"id": "x", "source": "a", "memory_bytes": 1, "peak_flops": {}, "checked": {"tdp_watts": "a"}}
    with pytest.raises(ValueError, match="x: checked names tdp_watts"):
        stated_facts(dict.fromkeys(FIGURES) | row, {"a": Source("A", "https://a.example", read="page 2")})
