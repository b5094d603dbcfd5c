"""Convert sheets of sourced prices into the board's price files.

Usage: ``python benchmarks/import_prices.py SHEETS OUT [--added-by HANDLE]``

``SHEETS`` holds ``prices_rent.csv``, ``prices_purchase.csv`` and ``electricity.csv``: figures as their sources print them,
with a ``notes`` column in which an odd figure is marked ``ODD:``. Nothing is mended: a doubtful figure keeps its doubt and the
board computes nothing from it; a figure without a date is left out and named on stderr. Rows that ``OUT`` already has are kept
and come first, so a second run changes nothing.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from pathlib import Path
from typing import Any

import price_names as names

from bench.price import ELECTRICITY_FILE, PURCHASE_FILE, ElectricityRow, PriceRow, PurchaseRow, Row, csv_bytes, read_rows
from bench.strict_json import write_whole

_NEWS = "https://www.itnews.com.au/news/google-follows-aws-with-per-second-cloud-billing-474286"
_BILLING = {
    ("aws", "2017-10-02"): (1, 60, f"{_NEWS} (Linux; in force 2017-10-02)"),
    ("google-cloud", "2017-09-27"): (1, 60, _NEWS),
    ("lambda", "2024-01-31"): (60, None, "https://old.docs.lambdalabs.com/cloud/on-demand-instance-invoicing/ (last modified 2024-01-31)"),
}  # fmt: skip
_HARMLESS = ("printed Per-GPU", "GPU RAM 80 whatever")
"""Oddities of another column of the source, not of the price."""


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _address(source: str) -> str:
    """A source as an address that a reader can open."""
    package = re.fullmatch(r"pypi:([^=]+)==([^:]+):(.+)", source)
    if package:
        return f"https://pypi.org/project/{package[1]}/{package[2]}/ file {package[3]}"
    place = re.search(r"([\w.-]+/[\w.-]+)@([0-9a-f]+):(\S+)", source)
    return f"https://github.com/{place[1]}/blob/{place[2]}/{place[3]}" if place else source


def _plain(text: str) -> str:
    return re.sub(r"[<>]", "", " ".join(text.split())).lstrip("=+-@ ").strip("; ")


def _doubt_and_notes(text: str, date_basis: str) -> tuple[str | None, str | None]:
    """Split the remark of a sheet: what makes the figure doubtful, and the rest."""
    head, _, odd = text.partition("ODD: ")
    harmless = any(odd.startswith(start) for start in _HARMLESS)
    notes = _plain(f"{head}{odd if harmless else ''}; date: {date_basis}")
    return (None if harmless or not odd else _plain(odd)), notes[:600] or None


def _billing(provider: str, seen: str) -> dict[str, Any]:
    for (who, since), (increment, minimum, source) in _BILLING.items():
        if who == provider and seen >= since:
            return {"increment_seconds": float(increment), "minimum_seconds": minimum and float(minimum), "billing_source": source}
    return {}


def rent(cells: dict[str, str], added_by: str) -> PriceRow:
    """One row of the sheet of rents."""
    provider, shown = names.PROVIDERS[cells["provider"]]
    printed = cells["gpu"] or names.marketing_name(cells["notes"])
    setup = names.SETUPS.get(printed)
    doubt, notes = _doubt_and_notes(cells["notes"], cells["date_basis"])
    per = {"instance": "machine", "gpu": "device", "chip": "device"}.get(cells["price_is_per"], "unclear")
    if "several machines" in cells["notes"]:
        doubt = "the total of several machines together, not the price of one"
    if per == "unclear" and doubt is None:
        doubt = "the source does not say whether the amount is for a chip, a device or a slice"
    instance = setup.instance if setup else names.instance(cells["instance"])
    return PriceRow(
        provider=provider, provider_name=shown, instance=instance, region=cells["region"] or None,
        hardware_id=names.hardware_id(provider, instance, printed), hardware_as_printed=_plain(printed),
        count=setup.count if setup else int(cells["gpu_count"]), per=per,  # type: ignore[arg-type]
        amount=float(cells["amount"]), currency=cells["currency"], unit=cells["unit"], commitment=cells["commitment"],  # type: ignore[arg-type]
        host_included=names.host_included(cells, per), tax="unknown", date_seen=cells["date_seen"], source=_address(cells["source"]),
        licence=_plain(cells["licence"]), added_by=added_by, doubt=doubt, notes=notes, **_billing(provider, cells["date_seen"]),
    )  # fmt: skip


def purchase(cells: dict[str, str], added_by: str) -> PurchaseRow:
    """One row of the sheet of purchases."""
    doubt, notes = _doubt_and_notes(cells["notes"], cells["date_basis"])
    if doubt is None and "not stated" in cells["notes"]:
        doubt = "the source states neither currency nor basis: list price, or with a margin or a share of the host"
    return PurchaseRow(
        hardware_id=names.purchase_id(cells["gpu"]), hardware_as_printed=_plain(cells["gpu"]), amount=float(cells["amount"]),
        currency=cells["currency"], condition=cells["condition"], date_seen=cells["date_seen"], source=_address(cells["source"]),  # type: ignore[arg-type]
        licence=_plain(cells["licence"]), added_by=added_by, doubt=doubt, notes=notes,
    )  # fmt: skip


def electricity(cells: dict[str, str], added_by: str) -> ElectricityRow:
    """One row of the sheet of electricity prices."""
    return ElectricityRow(
        country=_plain(cells["country"]), region=_plain(cells["region"]) or None, consumer=names.consumer(cells["consumer"]),
        price_per_kwh=float(cells["price_per_kwh"]), currency=cells["currency"], period=cells["period"],
        as_printed=_plain(cells["as_printed"]), date_seen=cells["date"], source=_address(cells["source"]),
        licence=_plain(cells["licence"]), added_by=added_by, notes=_plain(cells["notes"]) or None,
    )  # fmt: skip


def _convert(path: Path, convert: Any, added_by: str) -> list[Any]:  # noqa: ANN401 - one of the three functions above
    rows = []
    for number, cells in enumerate(_rows(path), start=2):
        if not cells.get("date_seen", cells.get("date")):
            print(f"{path.name}:{number}: left out, the source has no date", file=sys.stderr)
            continue
        rows.append(convert(cells, added_by))
    return rows


def _write(path: Path, rows: list[Any], model: type[Row]) -> None:
    old = [row for _, row in read_rows(path.read_bytes(), model)[0]] if path.exists() else []
    kept = list(dict.fromkeys([*old, *rows]))
    write_whole(path, csv_bytes(kept, model))
    print(f"{path.name}: {len(kept)} rows, {len(kept) - len(old)} of them new")


def main() -> None:
    """Read the sheets, write the files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("sheets", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--added-by", default="trainboard")
    given = parser.parse_args()
    rents: dict[str, list[PriceRow]] = {}
    for row in _convert(given.sheets / "prices_rent.csv", rent, given.added_by):
        rents.setdefault(row.provider, []).append(row)
    for provider, rows in sorted(rents.items()):
        _write(given.out / f"{provider}.csv", rows, PriceRow)
    _write(given.out / PURCHASE_FILE, _convert(given.sheets / "prices_purchase.csv", purchase, given.added_by), PurchaseRow)
    _write(given.out / ELECTRICITY_FILE, _convert(given.sheets / "electricity.csv", electricity, given.added_by), ElectricityRow)


if __name__ == "__main__":
    main()
