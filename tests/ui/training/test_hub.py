"""Fetching from the Hugging Face Hub, with a server of our own in its place."""

import re
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest

from tokviz.checks.errors import TokvizError
from tokviz.ui.training import brought
from tokviz.ui.training.brought import fetch_from_hub

CONTENT = b'{"version": "1.0"}'
DONE = Event()


class Hub(BaseHTTPRequestHandler):
    """Answers by the model's name."""

    def do_GET(self) -> None:
        model = self.path.removesuffix("/resolve/main/tokenizer.json").strip("/")
        if model == "a/silent":
            DONE.wait(30)
        elif model == "a/elsewhere":
            self._answer(302, b"", Location="/a/good/resolve/main/tokenizer.json")
        elif model == "a/file":
            self._answer(302, b"", Location="file:///etc/hostname")
        elif model == "a/endless":
            self._answer(200, b"x" * 50_000)
        elif model == "a/good":
            self._answer(200, CONTENT)
        else:
            self._answer({"a/gated": 401, "a/closed": 403, "a/ill": 503}.get(model, 404), b"no")

    def _answer(self, code: int, content: bytes, **headers: str) -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        with suppress(OSError):  # who asked has read enough
            self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(autouse=True)
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(brought, "HUB", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    DONE.clear()
    yield
    DONE.set()
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("name", ["a/good", "a/elsewhere"])
def test_the_file_of_a_model_comes_as_it_is(name: str) -> None:
    assert fetch_from_hub(name) == CONTENT


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("a/none", "it has none (404)"),
        ("a/gated", "it says that there is none, or that it is not for everyone (401)"),
        ("a/closed", "it says that it is not for everyone (403)"),
        ("a/ill", "it answered 503"),
        ("a/file", "it answered 302"),
    ],
)
def test_what_the_hub_does_not_give_is_said_in_one_sentence(name: str, why: str) -> None:
    said = f"must give the tokenizer.json of {name!r}, but {why}. Check"
    with pytest.raises(TokvizError, match=re.escape(said)):
        fetch_from_hub(name)


def test_a_hub_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brought, "HUB_SECONDS", 0.3)
    with pytest.raises(TokvizError, match=r"did not answer within 0\.3 seconds\. Check"):
        fetch_from_hub("a/silent")


def test_where_there_is_no_network_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brought, "HUB", "http://127.0.0.1:9")  # nobody listens there
    with pytest.raises(TokvizError, match=r"could not be reached\. Check .* network"):
        fetch_from_hub("a/good")


def test_no_more_is_read_than_a_file_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brought, "FILE_BYTES", 1_000)
    assert len(fetch_from_hub("a/endless")) == 1_001
