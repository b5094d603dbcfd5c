"""AMD accelerators as ROCm sees them: the kernel's files, so that no library is needed.

Order and addresses from the KFD topology (``/sys/class/kfd``), which is ROCm's own order; facts from the
PCI device's folder (amdgpu documentation of the Linux kernel). Names by product file or ``rocm-smi``.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from bench.machine.accelerator import Accelerator
from bench.machine.reading import clean_name, output_of, positive, read_integer, read_text
from bench.submission import Device

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_ROOT = Path("/")
_VISIBLE = ("ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES")
_GENERATIONS = {"2.5": 1, "5.0": 2, "8.0": 3, "16.0": 4, "32.0": 5, "64.0": 6}
_SMI = ("rocm-smi", "--showproductname", "--showbus", "--json")


def pci_folder(root: Path, address: str) -> Path:
    """The folder of a PCI device."""
    return root / "sys/bus/pci/devices" / address


def pci_generation(folder: Path) -> int | None:
    """Highest generation of the link, from a text such as ``16.0 GT/s PCIe``."""
    found = re.match(r"([0-9.]+) ?GT/s", read_text(folder / "max_link_speed") or "")
    return _GENERATIONS.get(found.group(1)) if found else None


def hwmon(folder: Path) -> Path | None:
    """The folder of a device's sensors."""
    found = sorted((folder / "hwmon").glob("hwmon*")) if (folder / "hwmon").is_dir() else []
    return found[0] if found else None


def architecture(target_version: int) -> str:
    """LLVM's name of KFD's number: 90402 is ``gfx942``, 90010 is ``gfx90a``."""
    return f"gfx{target_version // 10_000}{target_version // 100 % 100:x}{target_version % 100:x}"


def _properties(text: str) -> dict[str, int]:
    rows = (line.split() for line in text.splitlines())
    return {row[0]: int(row[1]) for row in rows if len(row) == 2 and row[1].isdigit()}  # noqa: PLR2004 - name and number


def kfd_nodes(root: Path = _ROOT) -> list[dict[str, int]]:
    """Properties of the compute nodes that are no processors, in ROCm's order."""
    folder = root / "sys/class/kfd/kfd/topology/nodes"
    nodes = sorted(folder.glob("*"), key=lambda path: int(path.name)) if folder.is_dir() else []
    found = [_properties(read_text(node / "properties") or "") for node in nodes]
    return [node for node in found if node.get("simd_count") and node.get("gfx_target_version")]


def pci_address(node: Mapping[str, int]) -> str:
    """PCI address of a KFD node: domain, then bus, device and function packed in ``location_id``."""
    location = node.get("location_id", 0)
    return f"{node.get('domain', 0):04x}:{location >> 8 & 0xFF:02x}:{location >> 3 & 0x1F:02x}.{location & 7:x}"


def smi_names(text: str | None) -> dict[str, str]:
    """Product names by PCI address in the JSON of ``rocm-smi``, whose keys changed their case between versions."""
    try:
        cards = json.loads(text or "{}")
    except ValueError:
        return {}
    found = {}
    for card in cards.values() if isinstance(cards, dict) else ():
        facts = {key.lower(): value for key, value in card.items()} if isinstance(card, dict) else {}
        name, address = str(facts.get("card series", facts.get("device name", "N/A"))), str(facts.get("pci bus", "")).lower()
        if name not in ("N/A", "") and address:
            found[address] = name
    return found


def visible(count: int, environment: Mapping[str, str]) -> list[int]:
    """Numbers of the devices that the visibility variables leave, in their order; all when they name devices otherwise."""
    left = list(range(count))
    for variable in _VISIBLE:
        wanted = environment.get(variable)
        if wanted is not None and re.fullmatch(r"\d+(,\d+)*", wanted):
            left = [left[int(number)] for number in wanted.split(",") if int(number) < len(left)]
    return left


def _device(root: Path, node: Mapping[str, int], name: str | None, index: int) -> Device:
    folder = pci_folder(root, pci_address(node))
    sensors = hwmon(folder) or folder
    cap, default = read_integer(sensors / "power1_cap"), read_integer(sensors / "power1_cap_default")
    memory = positive(read_integer(folder / "mem_info_vram_total"))
    target = architecture(node["gfx_target_version"])
    return Device(
        index=index,
        name=clean_name(read_text(folder / "product_name")) or clean_name(name) or f"AMD {target}",
        kind="gpu",
        memory_bytes=memory,
        memory_source="amdgpu" if memory else None,
        power_limit_watts=cap / 1e6 if cap else None,
        default_power_limit_watts=default / 1e6 if default else None,
        pcie_generation=pci_generation(folder),
        pcie_width=positive(read_integer(folder / "current_link_width")),
        pcie_width_maximum=positive(read_integer(folder / "max_link_width")),
        compute_capability=target,
    )


def found_below(root: Path, names: Mapping[str, str], order: Sequence[int], nodes: Sequence[Mapping[str, int]]) -> tuple[Accelerator, ...]:
    """Accelerators of the nodes chosen by ``order``."""
    chosen = [(nodes[number], pci_address(nodes[number])) for number in order]
    return tuple(
        Accelerator(_device(root, node, names.get(address), index), "amd", address) for index, (node, address) in enumerate(chosen)
    )


def accelerators(root: Path = _ROOT) -> tuple[Accelerator, ...]:
    """The AMD accelerators that a framework in this process would see."""
    nodes = kfd_nodes(root)
    return found_below(root, smi_names(output_of(_SMI)), visible(len(nodes), os.environ), nodes) if nodes else ()
