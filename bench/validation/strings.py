"""Which strings of a submission a person wrote, and which a machine printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.validation.context import Context


def free_texts(context: Context) -> Iterator[tuple[str, str]]:
    """Texts that allow any character, with their pointers."""
    submission = context.submission
    if submission.notes is not None:
        yield "/notes", submission.notes
    if submission.provider is not None and submission.provider.trouble is not None:
        yield "/provider/trouble", submission.provider.trouble
    for view in context.runs:
        if view.run.failure is not None:
            yield f"{view.pointer}/failure/message", view.run.failure.message


def names(context: Context) -> Iterator[tuple[str, str]]:
    """Names as machines print them, and the instance of a provider, with their pointers."""
    system = context.submission.system
    yield "/system/hardware_name", system.hardware_name
    for index, device in enumerate(system.devices):
        yield f"/system/devices/{index}/name", device.name
    for key in ("cpu_name", "operating_system", "kernel"):
        yield f"/system/host/{key}", getattr(system.host, key)
    if context.submission.provider is not None:
        yield "/provider/instance", context.submission.provider.instance
    for view in context.runs:
        if view.run.kernel is not None:
            for key in ("static_evidence", "runtime_evidence"):
                for index, text in enumerate(getattr(view.run.kernel, key)):
                    yield f"{view.pointer}/kernel/{key}/{index}", text
