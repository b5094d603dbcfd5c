"""The metadata service as servers on loopback that are closed, silent, slow, lying and honest."""

from __future__ import annotations

import http.server
import json
import socket
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bench.machine import cloud

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SLACK_SECONDS = 1.0


@contextmanager
def listening(talk: str) -> Iterator[tuple[str, int]]:
    """A server that accepts and says nothing (``silent``) or one byte now and then for ever (``drip``)."""
    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.05)

        def serve() -> None:
            taken: list[socket.socket] = []
            while not ended.is_set():
                with suppress(TimeoutError):
                    taken.append(server.accept()[0])
                for connection in taken if talk == "drip" else ():
                    try:
                        connection.sendall(b"H")
                    except OSError:
                        continue
            for connection in taken:
                connection.close()

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()
        finally:
            ended.set()
            thread.join()


@contextmanager
def answering(answers: Mapping[str, str], status: int = 200) -> Iterator[tuple[tuple[str, int], list[tuple[str, str]]]]:
    """A server that answers by path; the second value collects its requests."""
    seen: list[tuple[str, str]] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self) -> None:
            seen.append((self.command, self.path))
            body = answers.get(self.path.partition("?")[0], "").encode()
            self.send_response(status)
            if status == 302:
                self.send_header("Location", "http://127.0.0.1:1/elsewhere")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_PUT = answer  # noqa: N815 - the names that http.server calls

        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield ("127.0.0.1", server.server_port), seen
        finally:
            server.shutdown()
            thread.join()


AWS = {
    "/latest/api/token": "AQAE-token==",
    "/latest/meta-data/instance-type": "g5.2xlarge",
    "/latest/meta-data/placement/region": "eu-central-1",
}
GCP = {
    "/computeMetadata/v1/instance/machine-type": "projects/123456789/machineTypes/a2-highgpu-1g",
    "/computeMetadata/v1/instance/zone": "projects/123456789/zones/us-central1-a",
}
AZURE = {
    "/metadata/instance/compute": json.dumps(
        {"vmSize": "Standard_NC24ads_A100_v4", "location": "westeurope", "name": "my-secret-name", "subscriptionId": "secret"}
    )
}


@pytest.mark.parametrize(
    ("provider", "answers", "found"),
    [
        ("aws", AWS, cloud.Cloud("aws", "g5.2xlarge", "eu-central-1")),
        ("google-cloud", GCP, cloud.Cloud("google-cloud", "a2-highgpu-1g", "us-central1")),
        ("azure", AZURE, cloud.Cloud("azure", "Standard_NC24ads_A100_v4", "westeurope")),
        ("aws", AWS | {"/latest/meta-data/placement/region": "<b>"}, cloud.Cloud("aws", "g5.2xlarge", None)),
    ],
)
def test_honest(provider: str, answers: Mapping[str, str], found: cloud.Cloud) -> None:
    with answering(answers) as (address, seen):
        assert cloud.by_metadata(provider, address) == found
        assert len(seen) <= 3


LIES = [
    "abc",
    "<script>alert(1)</script>",
    "",
    "g5.2xlarge\nX",
    "a" * 100_000,
    "[" * 50_000,
    "null",
    '{"vmSize": 7}',
    "../../etc/passwd",
    "\x00",
]


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("provider", sorted(cloud.SERVICES))
def test_lying(provider: str, lie: str) -> None:
    with answering(dict.fromkeys([*AWS, *GCP, *AZURE], lie)) as (address, _):
        assert cloud.by_metadata(provider, address) is None


@pytest.mark.parametrize("status", [302, 401, 404, 500])
def test_other_answers(status: int) -> None:
    with answering(AWS, status) as (address, seen):
        assert cloud.by_metadata("aws", address) is None
        assert all(path in AWS for _, path in seen), "a redirect is not followed"


@pytest.mark.parametrize("talk", ["silent", "drip"])
@pytest.mark.parametrize("provider", sorted(cloud.SERVICES))
def test_no_server_holds_us_up(provider: str, talk: str) -> None:
    with listening(talk) as address:
        start = time.perf_counter()
        assert cloud.by_metadata(provider, address) is None
        assert time.perf_counter() - start < cloud.WHOLE_SECONDS + _SLACK_SECONDS


def test_closed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
    assert cloud.by_metadata("aws", address) is None


def test_nothing_is_asked_without_consent(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(cloud, "firmware_strings", lambda _root: {"sys_vendor": "Amazon EC2", "product_name": "p3.2xlarge"})
    monkeypatch.setattr(cloud, "by_metadata", asked.append)
    assert cloud.detect_cloud() == cloud.Cloud("aws", "p3.2xlarge")
    assert asked == []
    assert cloud.detect_cloud(ask_metadata=True) == cloud.Cloud("aws", "p3.2xlarge")
    assert asked == ["aws"]


def test_other_providers_have_no_service() -> None:
    assert cloud.by_metadata("hetzner") is None


def test_providers_with_prices_have_the_slug_of_their_price_file() -> None:
    prices = {path.stem for path in (Path(__file__).parents[2] / "submissions/prices").glob("*.csv")}
    without_prices = {"hetzner", "digitalocean", "scaleway", "vultr", "linode"}
    assert {slug for _, slug in cloud._BY_TEXT} | set(cloud.SERVICES) <= prices | without_prices
    assert not prices & without_prices
