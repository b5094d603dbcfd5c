"""Puts the files of a machine under a folder, so that the readers take it for the root of a system."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

FIXTURES = Path(__file__).parent / "fixtures"
MACHINES = sorted(path.stem for path in (FIXTURES / "machines").glob("*.json"))
NVML_CARDS = sorted(path.stem for path in (FIXTURES / "nvml").glob("*.json"))


def plant(root: Path, name: str, kind: str = "machines") -> dict[str, Any]:
    """Write a machine's files below ``root`` and return what the readers should say of it."""
    machine = json.loads((FIXTURES / kind / f"{name}.json").read_text(encoding="utf-8"))
    for path, lines in machine["files"].items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    expected: dict[str, Any] = machine["expect"]
    return expected


class FakeNvml:
    """The pynvml module of a made-up machine: a function that a card's record lacks is not supported by it.

    The record of a card holds each function's answer by the function's name; where a function takes an argument
    beside the card, the answers by argument.
    """

    class NVMLError(Exception):
        """As pynvml's."""

    def __init__(self, name: str) -> None:
        self.machine = json.loads((FIXTURES / "nvml" / f"{name}.json").read_text(encoding="utf-8"))
        self.cards: list[dict[str, Any]] = self.machine["cards"]

    def nvmlDeviceGetCount(self) -> int:  # noqa: N802 - NVML's names
        return len(self.cards)

    def nvmlDeviceGetHandleByIndex(self, index: int) -> dict[str, Any]:  # noqa: N802
        return self.cards[index]

    def _found(self, key: str, value: str) -> dict[str, Any]:
        found = next((card for card in self.cards if card.get(key) == value), None)
        if found is None:
            raise self.NVMLError(f"no card with {key} {value}")
        return found

    def nvmlDeviceGetHandleByUUID(self, uuid: str) -> dict[str, Any]:  # noqa: N802
        return self._found("nvmlDeviceGetUUID", uuid)

    def nvmlDeviceGetHandleByPciBusId(self, address: str) -> dict[str, Any]:  # noqa: N802
        return self._found("pci", address)

    def __getattr__(self, function: str) -> Any:
        if not function.startswith("nvml") or function in self.machine.get("missing_functions", []):
            raise AttributeError(function)

        def call(*arguments: Any) -> Any:
            source = arguments[0] if arguments else self.machine
            answer = source.get(function, "N/A")
            if isinstance(answer, dict) and len(arguments) > 1:
                answer = answer.get(str(arguments[1]), "N/A")
            if answer == "N/A":
                raise self.NVMLError("Not Supported")
            if isinstance(answer, dict):
                return SimpleNamespace(**answer)
            return [SimpleNamespace(**item) for item in answer] if function.endswith("RunningProcesses") else answer

        return call
