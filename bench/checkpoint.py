"""What survives a stop: the state of the training at the last finished epoch, written whole or not at all."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np

from bench.fields import Model, Seconds, Sha256, Utc
from bench.strict_json import model_bytes, write_whole
from bench.submission import Epoch, Interruption
from bench.timestamp import now

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


class Ledger(Model):
    """The measured part of an unfinished repeat: everything but the weights."""

    fingerprint: Sha256
    """Hash of the settings; a checkpoint of other settings is refused."""
    started_at: Utc
    epochs: tuple[Epoch, ...] = ()
    block_seconds: tuple[Seconds, ...] = ()
    steps_per_block: int = 0
    compile_seconds: Seconds = 0.0
    warmup_seconds: Seconds = 0.0
    data_seconds: Seconds = 0.0
    import_seconds: Seconds = 0.0
    elapsed_seconds: Seconds = 0.0
    saved_at: Utc | None = None
    """End of the last finished epoch."""
    interruptions: tuple[Interruption, ...] = ()


class Stop(Model):
    """Left beside a checkpoint by a process that was told to end."""

    stopped_at: Utc
    reason: str
    lost_seconds: Seconds


class CheckpointError(ValueError):
    """The checkpoint cannot be used; the message says why and what to do."""


def save(path: Path, ledger: Ledger, state: list[NDArray[Any]]) -> None:
    """Write ledger and state to one file.

    Raises:
        OSError: when the disk is full or the folder cannot be written.
    """
    buffer = io.BytesIO()
    arrays = {f"state_{index:05d}": array for index, array in enumerate(state)}
    np.savez(buffer, ledger=np.frombuffer(model_bytes(ledger), dtype=np.uint8), **arrays)  # type: ignore[arg-type]
    write_whole(path, buffer.getvalue())
    stop_note(path).unlink(missing_ok=True)


def stop_note(path: Path) -> Path:
    """Where a terminated process says when and why it ended."""
    return path.with_name(path.name + ".stop")


def load(path: Path, fingerprint: str) -> tuple[Ledger, list[NDArray[Any]]]:
    """Read a checkpoint back.

    Raises:
        CheckpointError: when it is damaged or of other settings.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            ledger = Ledger.model_validate_json(file["ledger"].tobytes())
            state = [file[name] for name in sorted(file.files) if name.startswith("state_")]
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise CheckpointError(f"{path} cannot be read ({error}); delete it to start again") from None
    if ledger.fingerprint != fingerprint:
        raise CheckpointError(f"{path} belongs to a run with other settings; repeat those settings or delete it to start again")
    return ledger, state


def leave_note(path: Path | None, reason: str, lost_seconds: float) -> None:
    """Say beside the checkpoint when and why a process ended, and how much work is to be redone."""
    if path is not None:
        write_whole(stop_note(path), model_bytes(Stop(stopped_at=now(), reason=reason, lost_seconds=lost_seconds)))


def read_stop(path: Path) -> Stop | None:
    """The note of a terminated process, if it had time to leave one."""
    try:
        return Stop.model_validate_json(stop_note(path).read_bytes())
    except (OSError, ValueError):
        return None


def remove(path: Path) -> None:
    """Delete a checkpoint and its note."""
    path.unlink(missing_ok=True)
    stop_note(path).unlink(missing_ok=True)
