"""What a rule is given: the submission with its facts looked up once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from bench import catalog, summary
from bench.validation.corpora import CORPORA
from bench.workloads import WORKLOADS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import PurePosixPath

    from bench.catalog import Hardware
    from bench.submission import Device, Epoch, Repeat, Run, Submission
    from bench.validation.corpora import KnownCorpus
    from bench.workloads import Preset, Workload

UNLISTED = "unlisted-"
"""Begins the id of hardware that the catalogue did not know when the file was written."""

_WORKLOADS = {item.id: item for item in WORKLOADS}
_PRESETS = {(item.id, preset.id): preset for item in WORKLOADS for preset in item.presets}


@lru_cache(maxsize=4096)
def hardware_of(raw_name: str, memory_bytes: int | None) -> Hardware | None:
    """The catalogue's entry of a device's own name."""
    return catalog.lookup(raw_name, memory_bytes)


@lru_cache(maxsize=512)
def nearest(raw_name: str) -> tuple[str, ...]:
    """Up to three ids of the catalogue whose names are near."""
    return tuple(catalog.suggest(raw_name, 3))


def moment(text: str) -> datetime | None:
    """A contract time, None where the calendar has no such day."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def seconds_between(start: str, end: str) -> float | None:
    """Seconds from one contract time to another, None where one of them does not exist."""
    first, last = moment(start), moment(end)
    return None if first is None or last is None else (last - first).total_seconds()


@dataclass(frozen=True)
class RunView:
    """One run with the facts that rules ask for.

    Attributes:
        index: place in ``runs``.
        run: as submitted.
        context: the submission it belongs to.
    """

    index: int
    run: Run
    context: Context

    @property
    def pointer(self) -> str:
        """JSON pointer of the run."""
        return f"/runs/{self.index}"

    @cached_property
    def workload(self) -> Workload | None:
        """Facts of the workload, None for one that this version does not know."""
        return _WORKLOADS.get(self.run.workload)

    @cached_property
    def preset(self) -> Preset | None:
        """Facts of the preset, None for one that the workload does not have."""
        return _PRESETS.get((self.run.workload, self.run.preset))

    @cached_property
    def corpus(self) -> KnownCorpus | None:
        """The corpus whose best possible accuracy is known, None for any other data set."""
        trained = self.preset is not None and self.preset.corpus is not None
        return CORPORA.get(self.run.dataset.sha256 or "") if trained else None

    @cached_property
    def devices(self) -> tuple[Device, ...]:
        """Devices that the run used on the first node, as far as their indices exist."""
        found = self.context.submission.system.devices
        return tuple(found[index] for index in self.run.device_indices if index < len(found))

    @property
    def device_count(self) -> int:
        """Devices used on all nodes."""
        nodes = self.context.submission.system.nodes
        return sum(nodes) if self.run.node_count > 1 else len(self.run.device_indices)

    @property
    def on_accelerator(self) -> bool:
        """Whether the run used something else than the CPU."""
        return any(device.kind != "cpu" for device in self.devices)

    @cached_property
    def train_seconds(self) -> float:
        """Timed seconds of all repeats together."""
        return sum(repeat.clock.train_seconds for repeat in self.run.repeats)

    @cached_property
    def rates(self) -> tuple[float, ...]:
        """Samples per second of each repeat."""
        return tuple(summary.rate(repeat) for repeat in self.run.repeats)

    def repeats(self) -> Iterator[tuple[str, Repeat]]:
        """Repeats with their pointers."""
        for index, repeat in enumerate(self.run.repeats):
            yield f"{self.pointer}/repeats/{index}", repeat

    def epochs(self) -> Iterator[tuple[str, Epoch]]:
        """Epochs of all repeats with their pointers."""
        for place, repeat in self.repeats():
            for index, epoch in enumerate(repeat.epochs):
                yield f"{place}/epochs/{index}", epoch


@dataclass(frozen=True)
class Context:
    """One submission under judgement.

    Attributes:
        submission: as read.
        data: the bytes of the file.
        name: place below ``submissions/``, None for a file that is not in its place yet.
        today: the day of judgement, UTC.
    """

    submission: Submission
    data: bytes
    name: PurePosixPath | None
    today: date

    @cached_property
    def runs(self) -> tuple[RunView, ...]:
        """All runs."""
        return tuple(RunView(index, run, self) for index, run in enumerate(self.submission.runs))

    @cached_property
    def complete_runs(self) -> tuple[RunView, ...]:
        """Runs that ended well and have something measured."""
        return tuple(view for view in self.runs if view.run.status == "complete" and view.run.repeats)

    @cached_property
    def hardware(self) -> Hardware | None:
        """The catalogue's entry of the hardware id, None where it has none.

        A file keeps the ``unlisted-`` id that it was written with; the device's own name is asked in its place.
        """
        system = self.submission.system
        if system.hardware_id.startswith(UNLISTED):
            return hardware_of(system.devices[0].name, system.devices[0].memory_bytes)
        return catalog.HARDWARE.get(system.hardware_id)


def today() -> date:
    """The present day, UTC."""
    return datetime.now(tz=UTC).date()
