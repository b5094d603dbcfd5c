"""Names in the sheets of prices -> the board's providers and hardware: every line is a statement that can be checked.

A card that is sold in several form factors gets an id only where the instance type fixes the form factor (the clouds' own
documentation of their instance types) or the source prints it. Otherwise it has none: no guess.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

PROVIDERS = {
    "AWS": ("aws", "AWS"), "GCP": ("google-cloud", "Google Cloud"), "Google Cloud": ("google-cloud", "Google Cloud"),
    "Azure": ("azure", "Azure"), "Jarvislabs": ("jarvislabs", "Jarvislabs"), "Oblivus Cloud": ("oblivus", "Oblivus Cloud"),
    "Cudo Compute": ("cudo-compute", "Cudo Compute"), "Exoscale": ("exoscale", "Exoscale"), "NovoNimbus": ("novonimbus", "NovoNimbus"),
    "Paperspace": ("paperspace", "Paperspace"), "Lambda": ("lambda", "Lambda"), "OVHcloud": ("ovhcloud", "OVHcloud"),
    "Datacrunch": ("datacrunch", "DataCrunch"), "Baseten": ("baseten", "Baseten"), "Dataoorts": ("dataoorts", "Dataoorts"),
    "FluidStack": ("fluidstack", "FluidStack"), "Modal": ("modal", "Modal"), "Replicate": ("replicate", "Replicate"),
    "Oracle Cloud": ("oracle-cloud", "Oracle Cloud"), "RunPod": ("runpod", "RunPod"), "Latitude.sh": ("latitude-sh", "Latitude.sh"),
    "Mystic AI": ("mystic-ai", "Mystic AI"), "Inferless": ("inferless", "Inferless"), "CR8DL": ("cr8dl", "CR8DL"),
    "Beam": ("beam", "Beam"), "Baidu Cloud": ("baidu-cloud", "Baidu Cloud"), "Alibaba Cloud": ("alibaba-cloud", "Alibaba Cloud"),
    "Banana": ("banana", "Banana"),
}  # fmt: skip


class Setup(NamedTuple):
    """What a free-text hardware string of a source describes."""

    count: int
    instance: str | None


SETUPS = {
    "Baidu Cloud Tesla 8*V100-16GB/448 GB/96 CPU": Setup(8, None),
    "Baidu Cloud Tesla V100*1-16GB/56 GB/12 CPU": Setup(1, None),
    "V100 (AWS p3.2xlarge)": Setup(1, "p3.2xlarge"),
    "60 GB / 16 CPU (Google Cloud [n1-standard-16])": Setup(0, "n1-standard-16"),
    "1 K80 / 61 GB / 4 CPU (Amazon EC2 [p2.xlarge])": Setup(1, "p2.xlarge"),
    "1 K80 / 30 GB / 8 CPU (Google Cloud)": Setup(1, None),
    "g3.4xlarge": Setup(1, "g3.4xlarge"),
    "p3.2xlarge": Setup(1, "p3.2xlarge"),
    "8 * V100 (AWS p3.16xlarge)": Setup(8, "p3.16xlarge"),
    "Paperspace Volta (V100)": Setup(1, None),
    "Lambda GPU Cloud - 4x GTX 1080 Ti": Setup(4, None),
    "16 ecs.gn6e-c12g1.24xlarge (AlibabaCloud)": Setup(128, "16 x ecs.gn6e-c12g1.24xlarge"),
    "1 ecs.gn6e-c12g1.24xlarge (AlibabaCloud)": Setup(8, "ecs.gn6e-c12g1.24xlarge"),
    "4 M60 / 488 GB / 64 CPU (Amazon EC2 [g3.16xlarge])": Setup(4, "g3.16xlarge"),
    "8 K80 / 488 GB / 32 CPU (Amazon EC2 [p2.8xlarge])": Setup(8, "p2.8xlarge"),
    "p3.16xlarge": Setup(8, "p3.16xlarge"),
    "16 p3.16xlarge (AWS)": Setup(128, "16 x p3.16xlarge"),
    "32 * V100 (4 machines - AWS p3.16xlarge)": Setup(32, "4 x p3.16xlarge"),
    "64 * V100 (8 machines - AWS p3.16xlarge)": Setup(64, "8 x p3.16xlarge"),
    "8*V100 (single p3.16xlarge)": Setup(8, "p3.16xlarge"),
    "GCP n1-standard-2, Cloud TPU": Setup(1, "n1-standard-2 + Cloud TPU"),
    "Azure ND40s_v2": Setup(8, "ND40s v2"),
    "1 K80 / AWS p2.xlarge": Setup(1, "p2.xlarge"),
    "1 V100 / AWS p3.2xlarge": Setup(1, "p3.2xlarge"),
    "1 P4 / GCP": Setup(1, None),
    "1 T4 / GCP": Setup(1, None),
}
"""Hardware strings of DAWNBench entries: devices and instance type of the whole set-up."""

_BY_INSTANCE = (
    ("aws", r"(?:\d+ x )?p3\.\d*xlarge", "nvidia-v100-sxm2-16gb"),
    ("aws", r"p3dn\.24xlarge", "nvidia-v100-sxm2-32gb"),
    ("aws", r"p4d\.24xlarge", "nvidia-a100-sxm4-40gb"),
    ("aws", r"p4de\.24xlarge", "nvidia-a100-sxm4-80gb"),
    ("aws", r"p2\.\d*xlarge", "nvidia-k80"),
    ("aws", r"g3\.\d*xlarge", "nvidia-m60"),
    ("azure", r"NC\d+ads A100 v4", "nvidia-a100-pcie-80gb"),
    ("azure", r"ND96amsr A100 v4", "nvidia-a100-sxm4-80gb"),
    ("azure", r"NC\d+s v3", "nvidia-v100-pcie-16gb"),
    ("azure", r"NC\d+s v2", "nvidia-p100-pcie-16gb"),
    ("google-cloud", r"a2-(?:high|mega)gpu-\d+g", "nvidia-a100-sxm4-40gb"),
    ("google-cloud", r"n1-highmem-\d+ V100.*", "nvidia-v100-sxm2-16gb"),
    ("google-cloud", r"n1-highmem-\d+ P100.*", "nvidia-p100-pcie-16gb"),
    ("oracle-cloud", r"BM\.GPU\.A4\.8|BM\.GPU4\.8", "nvidia-a100-sxm4-40gb"),
    ("oracle-cloud", r"BM\.GPU\.A100-v2\.8", "nvidia-a100-sxm4-80gb"),
    ("oracle-cloud", r"BM\.GPU\.H100\.8", "nvidia-h100-sxm5-80gb"),
)
"""Provider, instance type (on Google Cloud with the card attached), hardware: as the provider's page on its instance types has it."""

_BY_NAME = {
    r"K80": "nvidia-k80", r"P4": "nvidia-p4", r"M4000": "nvidia-quadro-m4000", r"T4": "nvidia-t4",
    r"A10G": "nvidia-a10g", r"A10": "nvidia-a10", r"A40": "nvidia-a40", r"L4": "nvidia-l4",
    r"(?:RTX )?A6000": "nvidia-rtx-a6000", r"A5000": "nvidia-rtx-a5000", r"A4000": "nvidia-rtx-a4000",
    r"RTX5000": "nvidia-quadro-rtx-5000", r"RTX4000": "nvidia-quadro-rtx-4000", r"Quadro RTX 6000": "nvidia-quadro-rtx-6000",
    r"3080Ti": "nvidia-rtx-3080-ti", r"H100 HGX": "nvidia-h100-sxm5-80gb", r"H100 PCIe": "nvidia-h100-pcie-80gb",
}  # fmt: skip
"""Cards that are sold in one form factor, or whose name says it; the GPU memory in brackets is cut off before."""

_PURCHASED = {
    "A100 40GB PCIe": "nvidia-a100-pcie-40gb", "A100 40GB SXM4": "nvidia-a100-sxm4-40gb", "A100 80GB PCIe": "nvidia-a100-pcie-80gb",
    "A100 80GB SXM4": "nvidia-a100-sxm4-80gb", "Ada A6000": "nvidia-rtx-6000-ada", "GTX 1080Ti": "nvidia-gtx-1080-ti",
    "H100 80GB PCIe": "nvidia-h100-pcie-80gb", "H100 80GB PCIe Gen4": "nvidia-h100-pcie-80gb",
    "H100 80GB PCIe Gen5": "nvidia-h100-pcie-80gb",
    "H100 80GB SXM5": "nvidia-h100-sxm5-80gb", "A10": "nvidia-a10", "RTX A6000": "nvidia-rtx-a6000",
    "GH200 96GB": "nvidia-gh200-96gb", "Quadro RTX 5000": "nvidia-quadro-rtx-5000", "Quadro RTX 6000": "nvidia-quadro-rtx-6000",
    "Quadro RTX 8000": "nvidia-quadro-rtx-8000", "Quadro RTX 8000 V1": "nvidia-quadro-rtx-8000", "RTX 2080Ti": "nvidia-rtx-2080-ti",
    "RTX 3070": "nvidia-rtx-3070", "RTX 3080": "nvidia-rtx-3080-10gb", "RTX 3090": "nvidia-rtx-3090",
    "RTX 3090Ti": "nvidia-rtx-3090-ti", "RTX 4090": "nvidia-rtx-4090", "RTX 5000": "nvidia-quadro-rtx-5000",
    "RTX 6000": "nvidia-quadro-rtx-6000", "RTX 6000 Ada": "nvidia-rtx-6000-ada", "RTX 8000": "nvidia-quadro-rtx-8000",
    "RTX A40": "nvidia-a40", "RTX A4000": "nvidia-rtx-a4000", "RTX A4500": "nvidia-rtx-a4500", "RTX A5000": "nvidia-rtx-a5000",
    "RTX A5500": "nvidia-rtx-a5500", "Titan RTX": "nvidia-titan-rtx", "GeForce RTX 4090": "nvidia-rtx-4090",
    "GeForce RTX 4080 16GB": "nvidia-rtx-4080", "GeForce RTX 2080 Ti": "nvidia-rtx-2080-ti",
    "GeForce RTX 2080": "nvidia-rtx-2080", "RTX 2070 MAX-Q": "nvidia-rtx-2070-max-q",
    "RTX 2080 MAX-Q": "nvidia-rtx-2080-max-q",
    "RTX 2080 SUPER MAX-Q": "nvidia-rtx-2080-super-max-q",
}  # fmt: skip
"""Names of bought cards; ``V100 16GB`` and ``V100 32GB`` are absent: sold in two form factors."""

_CONSUMERS = {"residential": "household", "household (2,500-5,000 kWh a year)": "household"}


def instance(printed: str) -> str | None:
    """An instance type as printed, without brackets; None where the provider names none."""
    return printed.strip("()") or None


def marketing_name(notes: str) -> str:
    """The name that the source prints where it does not print the accelerator."""
    found = re.search(r"name '([^']+)'", notes)
    if found is None:
        raise ValueError(f"no hardware is named in {notes!r}")
    return found[1]


def hardware_id(provider: str, instance: str | None, printed: str) -> str | None:
    """The hardware that a row is about; None where the source leaves it open."""
    for who, pattern, found in _BY_INSTANCE:
        if who == provider and any(re.fullmatch(pattern, name) for name in (instance or "", f"{instance} {printed}")):
            return found
    bare = re.sub(r"\s*\([^)]*\)$", "", printed).removeprefix("Nvidia ").strip()
    counted = re.fullmatch(r"1 (\w+)(?: / .*)?", bare)
    bare = counted[1] if counted else bare
    return next((found for pattern, found in _BY_NAME.items() if re.fullmatch(pattern, bare)), None)


def purchase_id(printed: str) -> str | None:
    """The card that was bought; None where the name leaves its form factor open."""
    return _PURCHASED.get(re.sub(r"^Lambda ?Cloud (?:— |1x )?", "", printed).removeprefix("Nvidia "))


def host_included(cells: dict[str, str], per: str) -> Literal["yes", "no", "unknown"]:
    """Whether the host is in the amount, as far as the source says."""
    if per == "device":
        return "no" if "GPU only" in cells["notes"] else "unknown"
    return "unknown" if "host probably not included" in cells["notes"] or "GPU-only" in cells["notes"] else "yes"


def consumer(printed: str) -> str:
    """The board's word for a kind of consumer."""
    return _CONSUMERS.get(printed, printed)
