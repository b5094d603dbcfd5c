"""The table of figures on paper: every figure with its document, read or not."""

from __future__ import annotations

from dataclasses import replace

from bench.catalog import HARDWARE, Source
from site_builder.paper import figures

READ = Source("Data sheet", "https://vendor.example/sheet", "copy", "table 1, memory")
UNREAD = Source("Data sheet", "https://vendor.example/sheet")


def test_each_figure_names_its_document_and_whether_it_was_read() -> None:
    known = HARDWARE["nvidia-l40s"]
    half = replace(known, facts=dict.fromkeys(known.facts, UNREAD) | {"memory_bytes": READ})
    lines = {line.label: line for line in figures(half)}
    assert (lines["Memory"].document, lines["Memory"].checked) == (1, True)
    assert (lines["Memory bandwidth"].document, lines["Memory bandwidth"].checked) == (2, False)
    assert lines["Peak tf32"].value == "183 TFLOP/s"


def test_a_figure_that_is_not_known_has_no_document() -> None:
    line = next(line for line in figures(HARDWARE["nvidia-k80"]) if line.label == "Power limit")
    assert (line.value, line.document, line.checked) == ("\u2013", None, False)


def test_a_computed_figure_says_so() -> None:
    lines = {line.label: line for line in figures(HARDWARE["nvidia-rtx-a4000"])}
    assert lines["Peak fp16"].note
    assert not lines["Peak fp32"].note
