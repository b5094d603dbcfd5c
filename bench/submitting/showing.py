"""What would be published: the bytes themselves, and what they say in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.validation.finding import printable

if TYPE_CHECKING:
    from bench.submission import Run
    from bench.submitting.preparing import Prepared


def shown_bytes(prepared: Prepared) -> str:
    """The file as it is, with what a terminal would obey made visible."""
    lines = prepared.data.decode("utf-8", "backslashreplace").splitlines()
    return "\n".join(printable(line, len(line)) for line in lines)


def _run_words(run: Run) -> str:
    parts = [f"{run.workload}, {run.preset}, {run.precision}, {run.backend}: {run.status}"]
    if run.summary is not None:
        parts.append(f"{run.summary.train_seconds:,.1f} s of training, {run.summary.samples_per_second:,.0f} samples/s")
    parts.append(f"{len(run.telemetry)} telemetry series")
    return ", ".join(parts)


def shown_words(prepared: Prepared) -> str:
    """A short list of what the file holds."""
    submission = prepared.submission
    if submission is None:
        return ""
    system, rented = submission.system, submission.provider
    where = f"{rented.provider} {rented.instance}, {rented.commitment}" if rented else "not said (own machine)"
    lines = [
        f"{len(prepared.data):,} bytes, for {prepared.path}:",
        f"  machine   {len(system.devices)} x {printable(system.hardware_name)}, host {printable(system.host.cpu_name)}",
        f"  software  {len(system.software)} names with versions, {printable(system.host.operating_system)}",
        f"  rented    {where}",
        *(f"  run       {_run_words(run)}" for run in submission.runs),
        f"  notes     {printable(submission.notes, 1000) if submission.notes else 'none'}",
        "  made      " + submission.created_at,
        "Your GitHub handle is in the file's name. The format has no field for a user, host, serial, address or path.",
    ]
    return "\n".join(lines)
