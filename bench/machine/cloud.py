"""Which cloud instance is this? Read from the firmware's strings; the provider's metadata service only when asked.

The metadata service is contacted by address (no name look-up, no proxy, no redirect), only where the firmware
names a provider that has one, with 0.5 s a socket operation and 1 s for everything. Of its answers only the
instance type and the region are kept, and only when they look like one.
"""

from __future__ import annotations

import http.client
import json
import re
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bench.machine.reading import read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

METADATA_ADDRESS = ("169.254.169.254", 80)
SOCKET_SECONDS = 0.5
WHOLE_SECONDS = 1.0
_LONGEST_ANSWER = 65_536
_AZURE_ASSET_TAG = "7783-7084-3265-9085-8269-3286-77"  # the same for every Azure machine: Azure's documentation
_AWS_TYPE = re.compile(r"[a-z][a-z0-9-]{0,15}\.[a-z0-9-]{1,20}")
_GCP_TYPE = re.compile(r"[a-z][a-z0-9]{0,15}(-[a-z0-9]{1,20}){1,4}")
_AZURE_TYPE = re.compile(r"(Standard|Basic)_[A-Za-z0-9_-]{1,40}")
_REGION = re.compile(r"[a-z]{2,20}[a-z0-9-]{0,20}")
_FIELDS = ("sys_vendor", "product_name", "bios_vendor", "board_vendor", "chassis_asset_tag", "product_version", "bios_version")


class Cloud(NamedTuple):
    """A rented machine, in the words of ``bench submit``."""

    provider: str
    instance: str | None = None
    region: str | None = None


_BY_TEXT: tuple[tuple[str, str], ...] = (
    ("amazon", "aws"),
    ("google compute engine", "google-cloud"),
    ("oraclecloud", "oracle-cloud"),
    ("hetzner", "hetzner"),
    ("digitalocean", "digitalocean"),
    ("alibaba cloud", "alibaba-cloud"),
    ("scaleway", "scaleway"),
    ("vultr", "vultr"),
    ("linode", "linode"),
    ("akamai", "linode"),
    ("exoscale", "exoscale"),
)
"""Words in the firmware's strings, and the provider."""


def firmware_strings(root: Path = Path("/")) -> dict[str, str]:
    """The DMI strings that any user may read; serial numbers and UUIDs are not among them."""
    folder = root / "sys/class/dmi/id"
    return {name: text for name in _FIELDS if (text := read_text(folder / name))}


def by_firmware(strings: Mapping[str, str]) -> Cloud | None:
    """The provider by the firmware's strings; the instance type too on Amazon's Nitro machines."""
    if strings.get("chassis_asset_tag") == _AZURE_ASSET_TAG:
        return Cloud("azure")
    text = " ".join(strings.values()).lower()
    provider = next((slug for words, slug in _BY_TEXT if words in text), None)
    if provider is None:
        return None
    product = strings.get("product_name", "")
    return Cloud(provider, product if provider == "aws" and _AWS_TYPE.fullmatch(product) else None)


@dataclass(frozen=True)
class _Connection:
    """Requests to one address, each bounded by the socket's time limit."""

    address: tuple[str, int]

    def ask(self, method: str, path: str, headers: Mapping[str, str]) -> str:
        """The text of an answer with status 200; empty for any other answer."""
        connection = http.client.HTTPConnection(*self.address, timeout=SOCKET_SECONDS)
        try:
            connection.request(method, path, headers=dict(headers))
            answer = connection.getresponse()
            return answer.read(_LONGEST_ANSWER).decode("utf-8", "replace").strip() if answer.status == http.client.OK else ""
        finally:
            connection.close()


def _kept(pattern: re.Pattern[str], text: object) -> str | None:
    return text if isinstance(text, str) and pattern.fullmatch(text) else None


def _aws(service: _Connection) -> Cloud:
    token = service.ask("PUT", "/latest/api/token", {"X-aws-ec2-metadata-token-ttl-seconds": "60"})
    headers = {"X-aws-ec2-metadata-token": token} if re.fullmatch(r"[\x21-\x7e]{1,256}", token) else {}
    kind = service.ask("GET", "/latest/meta-data/instance-type", headers)
    region = service.ask("GET", "/latest/meta-data/placement/region", headers)
    return Cloud("aws", _kept(_AWS_TYPE, kind), _kept(_REGION, region))


def _gcp(service: _Connection) -> Cloud:
    headers = {"Metadata-Flavor": "Google"}
    kind = service.ask("GET", "/computeMetadata/v1/instance/machine-type", headers).rpartition("/")[2]
    zone = service.ask("GET", "/computeMetadata/v1/instance/zone", headers).rpartition("/")[2]
    return Cloud("google-cloud", _kept(_GCP_TYPE, kind), _kept(_REGION, zone.rpartition("-")[0]))


def _azure(service: _Connection) -> Cloud:
    text = service.ask("GET", "/metadata/instance/compute?api-version=2021-02-01", {"Metadata": "true"})
    facts = json.loads(text) if text else {}
    facts = facts if isinstance(facts, dict) else {}
    return Cloud("azure", _kept(_AZURE_TYPE, facts.get("vmSize")), _kept(_REGION, facts.get("location")))


SERVICES: dict[str, Callable[[_Connection], Cloud]] = {"aws": _aws, "google-cloud": _gcp, "azure": _azure}


def by_metadata(provider: str, address: tuple[str, int] = METADATA_ADDRESS) -> Cloud | None:
    """Ask the provider's metadata service, for at most a second; None for no, a late or a senseless answer."""
    answers: list[Cloud] = []

    def ask() -> None:
        try:
            answers.append(SERVICES[provider](_Connection(address)))
        except (OSError, http.client.HTTPException, ValueError, RecursionError):
            return

    if provider not in SERVICES:
        return None
    thread = threading.Thread(target=ask, name="metadata", daemon=True)
    thread.start()
    thread.join(WHOLE_SECONDS)
    found = answers[0] if answers else None
    return found if found and found.instance else None


def detect_cloud(*, ask_metadata: bool = False, root: Path = Path("/")) -> Cloud | None:
    """The cloud instance that this is, or None.

    Args:
        ask_metadata: contact the provider's metadata service too; only with the person's consent.
        root: of the file system.
    """
    found = by_firmware(firmware_strings(root))
    if found is None or not ask_metadata:
        return found
    return by_metadata(found.provider) or found
