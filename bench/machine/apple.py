"""Apple silicon: the graphics processor as ``system_profiler`` reports it. Its memory is the machine's."""

from __future__ import annotations

import json
import sys

import psutil

from bench.machine.accelerator import Accelerator
from bench.machine.reading import clean_name, output_of
from bench.submission import Device

_COMMAND = ("system_profiler", "-json", "SPDisplaysDataType")
_PROFILER_SECONDS = 15.0


def parsed(text: str | None, memory_bytes: int) -> tuple[Accelerator, ...]:
    """Apple graphics processors in the JSON of ``system_profiler``; cards of other makers train nothing on a Mac.

    The number of cores is part of the name, for a chip of one name is sold with two numbers.
    """
    try:
        rows = json.loads(text or "{}").get("SPDisplaysDataType", [])
    except (ValueError, AttributeError):
        return ()
    own = [row for row in rows if str(row.get("sppci_model", "")).startswith("Apple")]
    found = []
    for index, row in enumerate(own):
        cores = str(row.get("sppci_cores", ""))
        name = clean_name(f"{row['sppci_model']} {cores}-core GPU" if cores.isdigit() else row["sppci_model"]) or "Apple GPU"
        found.append(Accelerator(Device(index=index, name=name, kind="gpu", memory_bytes=memory_bytes, memory_source="unified"), "apple"))
    return tuple(found)


def accelerators() -> tuple[Accelerator, ...]:
    """The graphics processor of a Mac with Apple silicon."""
    if sys.platform != "darwin":
        return ()
    return parsed(output_of(_COMMAND, _PROFILER_SECONDS), psutil.virtual_memory().total)
