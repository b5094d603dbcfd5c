"""NVIDIA's management library behind one question: an answer, or None where the card does not have it."""

from __future__ import annotations

from typing import Any


class Nvml:
    """An open NVML. ``ask`` never raises: old drivers, virtual cards and MIG slices lack many answers."""

    def __init__(self, library: Any) -> None:  # noqa: ANN401 - the pynvml module, or a stand-in
        self.library = library

    def ask(self, function: str, *arguments: Any) -> Any:  # noqa: ANN401
        """Call an NVML function by name; None when it fails or does not exist in this version."""
        call = getattr(self.library, function, None)
        try:
            return call(*arguments) if call else None
        except (self.library.NVMLError, ValueError, TypeError, AttributeError):
            return None

    def handles(self) -> list[Any]:
        """All cards, in NVML's order, which is not the frameworks' order."""
        found = [self.ask("nvmlDeviceGetHandleByIndex", index) for index in range(self.ask("nvmlDeviceGetCount") or 0)]
        return [handle for handle in found if handle is not None]

    def handle(self, identity: str) -> Any:  # noqa: ANN401
        """The card, or slice of one, with this UUID or PCI address."""
        if identity.startswith(("GPU-", "MIG-")):
            return self.ask("nvmlDeviceGetHandleByUUID", identity)
        return self.ask("nvmlDeviceGetHandleByPciBusId", identity)

    def text(self, function: str, *arguments: Any) -> str | None:  # noqa: ANN401
        """As ``ask``; old versions of the library answer in bytes."""
        answer = self.ask(function, *arguments)
        return answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer


def open_nvml() -> Nvml | None:
    """NVML, where the package ``nvidia-ml-py`` and a driver are there."""
    try:
        import pynvml
    except ImportError:
        return None
    nvml = Nvml(pynvml)
    try:
        pynvml.nvmlInit()
    except pynvml.NVMLError:
        return None
    return nvml
