"""``bench prices refresh``: today's offers from the catalogue of ``gpuhunt`` as new rows of the price files.

Only what changed is written: an offer whose newest row has the same price gets no row. A provider that fails is named and
leaves the others alone. Of an instance that is sold in many regions the cheapest region is kept, and named.
"""

from __future__ import annotations

import importlib
import logging
import re
import socket
import sys
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import catalog, exits
from bench.price import PriceRow, csv_bytes, read_rows
from bench.strict_json import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PROVIDERS = {
    "aws": ("aws", "AWS"), "azure": ("azure", "Azure"), "cloudrift": ("cloudrift", "CloudRift"), "crusoe": ("crusoe", "Crusoe"),
    "digitalocean": ("digitalocean", "DigitalOcean"), "google-cloud": ("gcp", "Google Cloud"), "hotaisle": ("hotaisle", "Hot Aisle"),
    "jarvislabs": ("jarvislabs", "Jarvislabs"), "lambda": ("lambdalabs", "Lambda"), "nebius": ("nebius", "Nebius"),
    "oracle-cloud": ("oci", "Oracle Cloud"), "runpod": ("runpod", "RunPod"), "seeweb": ("seeweb", "Seeweb"),
    "vast-ai": ("vastai", "Vast.ai"), "verda": ("verda", "Verda"), "vultr": ("vultr", "Vultr"),
}  # fmt: skip
"""Our name of a provider -> its name in the catalogue, and its name for readers."""

SLOWEST_ANSWER_SECONDS = 20.0
BYTES_PER_GIB = 2**30


class ProviderFailedError(Exception):
    """The catalogue gave nothing for a provider; the message says why."""


def _library() -> Any:  # noqa: ANN401 - an optional package
    try:
        return importlib.import_module("gpuhunt")
    except ImportError:
        raise exits.UsageError('the price catalogue is not installed: pip install "trainboard[prices]"') from None


def fetch(provider: str) -> list[Any]:
    """Offers with an accelerator of one provider.

    Raises:
        ProviderFailedError: when the network or the catalogue fails, or there is no offer.
    """
    library, before = _library(), socket.getdefaulttimeout()
    logging.getLogger("gpuhunt").setLevel(logging.CRITICAL)
    socket.setdefaulttimeout(SLOWEST_ANSWER_SECONDS)
    try:
        offers = list(library.query(provider=PROVIDERS[provider][0], min_gpu_count=1))
    except Exception as error:
        cause = error.__cause__ or error
        raise ProviderFailedError(f"{type(cause).__name__}: {cause}; is there a network?") from error
    finally:
        socket.setdefaulttimeout(before)
    if not offers:
        raise ProviderFailedError("the catalogue holds no offer; it may need the provider's key (see the documentation of gpuhunt)")
    return offers


def _slug(text: str) -> str | None:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or None


def _hardware(item: Any, known: dict[tuple[str | None, str], str | None]) -> str | None:  # noqa: ANN401
    """The id of an offer's hardware: by name and memory where they leave one, else as an older row of the instance has it."""
    found = catalog.lookup(item.gpu_name, int(item.gpu_memory * BYTES_PER_GIB)) if item.gpu_memory else None
    return found.id if found else known.get((item.instance_name, item.gpu_name))


def _row(item: Any, provider: str, day: str, version: str, known: dict[tuple[str | None, str], str | None]) -> PriceRow:  # noqa: ANN401
    memory = f" ({item.gpu_memory:g} GB)" if item.gpu_memory else ""
    return PriceRow(
        provider=provider, provider_name=PROVIDERS[provider][1], instance=item.instance_name, region=_slug(item.location),
        hardware_id=_hardware(item, known), hardware_as_printed=f"{item.gpu_name}{memory}", count=item.gpu_count, per="machine",
        amount=float(item.price), currency="USD", unit="hour", commitment="spot" if item.spot else "on_demand", host_included="yes",
        tax="unknown", date_seen=day, source=f"https://github.com/dstackai/gpuhunt catalogue, gpuhunt {version}", licence="MPL-2.0",
        added_by="refresh", notes="cheapest region of the instance",
    )  # fmt: skip


def cheapest(offers: Iterable[Any]) -> list[Any]:
    """One offer for each instance, accelerator and commitment: the cheapest region, by name where two are alike."""
    best: dict[tuple[Any, ...], Any] = {}
    for item in sorted(offers, key=lambda item: (item.price, item.location)):
        if item.price > 0 and item.gpu_name:
            best.setdefault((item.instance_name, item.gpu_name, item.gpu_count, item.spot), item)
    return sorted(best.values(), key=lambda item: (item.instance_name, item.spot))


def _offer(row: PriceRow) -> tuple[Any, ...]:
    return (row.instance, row.hardware_as_printed, row.count, row.commitment)


def changed(old: Sequence[PriceRow], new: Iterable[PriceRow]) -> list[PriceRow]:
    """Rows whose price or region the newest old row of the same offer does not have."""
    newest = {_offer(row): (row.amount, row.region) for row in sorted(old, key=lambda row: row.date_seen)}
    return [row for row in new if newest.get(_offer(row)) != (row.amount, row.region)]


def refresh_one(provider: str, folder: Path, day: str) -> int:
    """Append the rows of one provider that changed.

    Returns:
        How many rows were written.

    Raises:
        ProviderFailedError: as ``fetch``, or when the price file breaks its contract.
    """
    path, offers = folder / f"{provider}.csv", cheapest(fetch(provider))
    data = path.read_bytes() if path.exists() else csv_bytes([], PriceRow)
    numbered, faults = read_rows(data, PriceRow)
    if faults:
        raise ProviderFailedError(f"{path}:{faults[0].line} must {faults[0].must}; mend it first")
    old = [row for _, row in numbered]
    known = {(row.instance, row.hardware_as_printed.split(" (")[0]): row.hardware_id for row in old}
    version = metadata.version("gpuhunt")
    rows = changed(old, [_row(item, provider, day, version, known) for item in offers])
    if rows:
        write_whole(path, data + csv_bytes(rows, PriceRow, header=False))
    return len(rows)


def refresh(providers: Sequence[str]) -> int:
    """Refresh the price files below ``submissions/prices/`` of the present folder.

    Args:
        providers: our names of them; none: all, of which some fail on most machines, since they want a key.

    Returns:
        Exit status: 0, or 2 when a provider that was named failed, or all of them (the others are written).

    Raises:
        UsageError: for an unknown provider, a wrong folder, or a missing package.
    """
    unknown = [name for name in providers if name not in PROVIDERS]
    if unknown:
        raise exits.UsageError(f"unknown provider {unknown[0]!r}: choose from {', '.join(PROVIDERS)}")
    folder = Path("submissions") / "prices"
    if not folder.is_dir():
        raise exits.UsageError("no folder submissions/prices here: run this in a clone of the board")
    _library()
    day, failed = datetime.now(tz=UTC).date().isoformat(), 0
    asked = providers or tuple(PROVIDERS)
    for provider in asked:
        try:
            print(f"{provider}: {refresh_one(provider, folder, day)} new rows")  # noqa: T201
        except ProviderFailedError as error:
            failed += 1
            print(f"{provider}: failed, nothing written: {error}", file=sys.stderr)  # noqa: T201
    most = 0 if providers else len(asked) - 1
    return exits.COULD_NOT_RUN if failed > most else exits.CLEAN
