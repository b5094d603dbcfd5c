"""The rows are complete, sourced and consistent with one another."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from bench.catalog import HARDWARE
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
    assert row.sources
    assert all(source.url.startswith("https://") for source in row.sources)
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


def test_a_checked_row_says_what_was_read_and_the_document_counts_them() -> None:
    checked = [row for row in HARDWARE.values() if any(source.checked for source in row.sources)]
    assert all(source.quote for row in checked for source in row.sources if source.checked)
    assert all(source.quote is None for row in HARDWARE.values() for source in row.sources if not source.checked)
    words = (Path(__file__).parents[2] / "docs" / "hardware-sources.md").read_text(encoding="utf-8")
    kinds = Counter(row.kind for row in HARDWARE.values())
    assert f"holds for {len(checked)} rows" in words
    assert f"{len(HARDWARE)} ids: {kinds['gpu']} GPUs, {kinds['tpu']} TPUs and {kinds['cpu']} CPUs" in words
