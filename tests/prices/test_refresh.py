"""Refreshing prices, with a stand-in for the catalogue package: what is written, what is left, what is said."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path, PurePosixPath
from types import SimpleNamespace
from typing import TYPE_CHECKING
from urllib.error import URLError

import pytest

from bench import cli, exits
from bench.price import PriceRow, read_rows
from bench.validation import price_files

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Item:
    instance_name: str = "p3.2xlarge"
    location: str = "us-east-1"
    price: float = 3.06
    gpu_name: str = "V100"
    gpu_memory: float = 16.0
    gpu_count: int = 1
    spot: bool = False


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "submissions" / "prices"
    folder.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return folder


def use(monkeypatch: pytest.MonkeyPatch, query: Callable[..., list[Item]]) -> None:
    monkeypatch.setitem(sys.modules, "gpuhunt", SimpleNamespace(query=query))
    real = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "0.1.34" if name == "gpuhunt" else real(name))


def rows(path: Path) -> list[PriceRow]:
    found, faults = read_rows(path.read_bytes(), PriceRow)
    assert not faults
    return [row for _, row in found]


def test_only_a_changed_price_is_a_new_row(board: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    offers = [Item(), Item(location="eu-west-1", price=3.3), Item(spot=True, price=0.92)]
    use(monkeypatch, lambda **_: offers)
    assert cli.main(["prices", "refresh", "aws"]) == exits.CLEAN
    first = (board / "aws.csv").read_bytes()
    assert [(row.amount, row.region, row.commitment) for row in rows(board / "aws.csv")] == [
        (3.06, "us-east-1", "on_demand"),
        (0.92, "us-east-1", "spot"),
    ]
    assert cli.main(["prices", "refresh", "aws"]) == exits.CLEAN
    assert (board / "aws.csv").read_bytes() == first
    offers[0].price = 2.5
    assert cli.main(["prices", "refresh", "aws"]) == exits.CLEAN
    grown = (board / "aws.csv").read_bytes()
    assert grown.startswith(first), "append-only"
    assert [row.amount for row in rows(board / "aws.csv")] == [3.06, 0.92, 2.5]
    assert not list(price_files.problems(grown, PurePosixPath("prices/aws.csv")))
    assert "aws: 1 new rows" in capsys.readouterr().out


def test_a_name_that_fits_several_cards_keeps_the_id_of_the_instance(board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, lambda **_: [Item()])
    cli.main(["prices", "refresh", "aws"])
    assert rows(board / "aws.csv")[0].hardware_id is None, "V100 with 16 GB is sold in several forms"
    path = board / "aws.csv"
    path.write_text(path.read_text().replace("us-east-1,,V100", "us-east-1,nvidia-v100-sxm2-16gb,V100"))
    use(monkeypatch, lambda **_: [Item(price=2.0)])
    cli.main(["prices", "refresh", "aws"])
    assert rows(path)[-1].hardware_id == "nvidia-v100-sxm2-16gb"


def test_one_provider_that_fails_leaves_the_others(
    board: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def query(provider: str, **_: object) -> list[Item]:
        if provider == "azure":
            raise RuntimeError("failed to load") from URLError("no route to host")
        return [] if provider == "vastai" else [Item()]

    use(monkeypatch, query)
    assert cli.main(["prices", "refresh", "azure", "vast-ai", "lambda"]) == exits.COULD_NOT_RUN
    said = capsys.readouterr()
    assert "lambda: 1 new rows" in said.out
    assert "azure: failed, nothing written: URLError" in said.err
    assert "is there a network?" in said.err
    assert "vast-ai: failed, nothing written: the catalogue holds no offer" in said.err
    assert [path.name for path in board.iterdir()] == ["lambda.csv"]


def test_a_broken_price_file_is_not_touched(board: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    use(monkeypatch, lambda **_: [Item()])
    (board / "aws.csv").write_text("nonsense\n")
    assert cli.main(["prices", "refresh", "aws"]) == exits.COULD_NOT_RUN
    assert (board / "aws.csv").read_text() == "nonsense\n"
    assert "mend it first" in capsys.readouterr().err


@pytest.mark.usefixtures("board")
def test_what_a_person_can_mend_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "gpuhunt", None)
    assert cli.main(["prices", "refresh", "aws"]) == exits.COULD_NOT_RUN
    assert 'pip install "trainboard[prices]"' in capsys.readouterr().err
    assert cli.main(["prices", "refresh", "acme"]) == exits.COULD_NOT_RUN
    assert "unknown provider 'acme': choose from aws" in capsys.readouterr().err


def test_outside_a_clone_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["prices", "refresh", "aws"]) == exits.COULD_NOT_RUN
    assert "run this in a clone of the board" in capsys.readouterr().err
