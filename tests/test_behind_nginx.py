"""deploy/nginx.conf where one name stands for all servers, as Docker has it for compose.yaml."""

import json
import re
import shutil
import subprocess
import threading
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

import pytest

from tests.behind_nginx import NGINX, WITH_HOSTS, nginx_of_one_name
from tests.browser.driving import ROOT, free_port

ADDRESSES = ["127.0.0.1", "127.0.0.2", "127.0.0.3"]


class SaysWhereItIs(BaseHTTPRequestHandler):
    """Says its address, and whose request it is told that it answers: all that it was told."""

    def do_GET(self) -> None:
        here = self.connection.getsockname()[0]
        asks = self.headers.get_all("X-Forwarded-For") or []
        said = json.dumps([here, asks]).encode()
        is_elsewhere = "/session-of-" in self.path and not self.path.endswith(f"-of-{here}/file")
        self.send_response(404 if is_elsewhere else 200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def do_PUT(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()

    def do_POST(self) -> None:
        self.do_PUT()

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    allowed = subprocess.run([*WITH_HOSTS, "/etc/hosts", "true"], capture_output=True, check=False)
    if allowed.returncode or shutil.which(NGINX) is None:
        pytest.skip("who tests needs nginx and must be allowed to give a name many addresses")
    port = free_port()
    servers = [ThreadingHTTPServer((address, port), SaysWhereItIs) for address in ADDRESSES]
    for server in servers:
        threading.Thread(target=server.serve_forever).start()
    try:
        with nginx_of_one_name(ADDRESSES, port) as url:
            yield url
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


def told(url: str, **headers: str) -> tuple[str, list[str]]:
    with urlopen(Request(url, headers=headers), timeout=10) as said:
        here, asks = json.loads(said.read())
        return here, asks


def answering(url: str, reader: str) -> str:
    return told(url, Cookie=f"tokviz_reader={reader}")[0]


def test_a_reader_stays_with_one_of_them(address: str) -> None:
    asked = [[answering(address, reader) for _ in range(6)] for reader in "abcdefghijkl"]
    assert all(len(set(answers)) == 1 for answers in asked)
    assert len({answers[0] for answers in asked}) > 1


def test_a_class_is_with_one_of_them_whoever_asks(address: str) -> None:
    codes = ("ABCDEF", "BCDEFG", "CDEFGH", "DEFGHJ", "EFGHJK", "FGHJKL")
    asked = [[answering(f"{address}/live/{code}/events", by) for by in "abcdef"] for code in codes]
    assert all(len(set(answers)) == 1 for answers in asked)
    assert len({answers[0] for answers in asked}) > 1


WEBSOCKET = {"Connection": "Upgrade", "Upgrade": "websocket"}


@pytest.mark.parametrize(
    ("path", "more"),
    [("", {}), ("/_stcore/stream", WEBSOCKET), ("/live/ABCDEF", {}), ("/media/picture", {})],
)
def test_a_server_is_told_whose_request_it_is_whatever_the_client_says(
    path: str, more: dict[str, str], address: str
) -> None:
    """Untold, all readers were one, who may open half of the pages that a server has room for."""
    forged = {"X-Forwarded-For": "203.0.113.7"}
    assert told(address + path, **more)[1] == ["127.0.0.1"]
    assert told(address + path, **more, **forged)[1] == ["127.0.0.1"]


@pytest.mark.parametrize("path", ["/_stcore/upload_file", "/media"])
def test_what_a_page_brings_and_fetches_finds_the_server_of_its_session(
    path: str, address: str
) -> None:
    """A server that comes or goes changes which one the cookie chooses, and moves no session."""
    for server in ADDRESSES:
        asked = Request(f"{address}{path}/session-of-{server}/file", data=bytes(100_000))
        asked.method, asked.headers["Cookie"] = "PUT", "tokviz_reader=a"
        with urlopen(asked, timeout=10) as said:
            assert json.loads(said.read())[0] == server


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_class_is_found_where_it_went_when_its_server_died(method: str, address: str) -> None:
    """That one is back, is chosen by the code again, and says 404."""
    for home in ADDRESSES:
        for code in ("ABCDEF", "GHJKLM", "NPQRST", "UVWXYZ"):
            url = f"{address}/live/{code}/session-of-{home}/file"
            data = b"{}" if method == "POST" else None
            with urlopen(Request(url, data=data, method=method), timeout=10) as answer:
                assert json.load(answer)[0] == home


def test_a_file_as_large_as_the_app_takes_comes_through(address: str) -> None:
    limit = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    file = bytes(limit["server"]["maxUploadSize"] * 2**20 + 10_000)  # and what is around it
    with urlopen(Request(address, data=file, method="PUT"), timeout=60) as said:
        assert said.status == 200


def test_no_server_is_chosen_by_its_name() -> None:
    """It is one name; this holds where a machine does not let the tests above show it."""
    conf = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    chosen = re.findall(r"^ *(hash .*;)", conf, re.MULTILINE)
    assert chosen == ["hash $reader;", "hash $class;"]
