"""Streamlit's own files, as a browser gets them: whole, and compressed once they are packed."""

import asyncio
import gzip
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from tokviz.ui.server import assets
from tokviz.ui.server.assets import FOLDER, TYPES, Assets, pack

SCRIPT = next(FOLDER.glob("js/index.*.js"))
STYLE = next(FOLDER.glob("css/*.css"))
BROWSERS = "gzip, deflate, br"

every_file = pytest.mark.parametrize("file", [SCRIPT, STYLE], ids=lambda file: file.suffix)


@pytest.fixture(scope="module", autouse=True)
def packed() -> Iterator[None]:
    before = dict(assets._PACKED)
    pack()
    yield
    assets._PACKED.clear()
    assets._PACKED.update(before)


async def streamlit(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("Streamlit's own answer")(scope, receive, send)


def ask(path: str, *, takes: str = BROWSERS, method: str = "GET") -> tuple[dict[str, str], bytes]:
    """The headers and the body of an answer."""
    sent: list[Message] = []
    asked = [(b"accept-encoding", takes.encode())] if takes else []
    scope: Scope = {"type": "http", "method": method, "path": path, "headers": asked}

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    with ThreadPoolExecutor(1) as thread:  # the browser tests have a loop in the main one
        thread.submit(asyncio.run, Assets(streamlit)(scope, receive, send)).result()
    start, body = sent
    return {name.decode(): value.decode() for name, value in start["headers"]}, body["body"]


@every_file
@pytest.mark.parametrize("base", ["", "/lessons"])
def test_a_file_comes_whole_and_smaller(file: Path, base: str) -> None:
    headers, body = ask(f"{base}/static/{file.relative_to(FOLDER).as_posix()}")
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(body) == file.read_bytes()
    assert 2 * len(body) < file.stat().st_size


@every_file
@pytest.mark.parametrize("takes", ["", "br"])
def test_who_takes_no_gzip_gets_it_as_it_is(file: Path, takes: str) -> None:
    headers, body = ask(f"/static/{file.relative_to(FOLDER).as_posix()}", takes=takes)
    assert "content-encoding" not in headers
    assert body == file.read_bytes()


def test_all_who_take_no_gzip_are_sent_one_copy() -> None:
    first, second = (ask(f"/static/js/{SCRIPT.name}", takes="")[1] for _ in range(2))
    assert first is second


@every_file
@pytest.mark.parametrize("takes", ["", BROWSERS])
def test_it_may_be_kept_and_is_of_its_type(file: Path, takes: str) -> None:
    headers, body = ask(f"/static/{file.relative_to(FOLDER).as_posix()}", takes=takes)
    assert headers["content-type"].startswith(TYPES[file.suffix])
    assert headers["content-length"] == str(len(body))
    assert headers["vary"] == "accept-encoding"
    assert "immutable" in headers["cache-control"]


def test_before_they_are_packed_a_file_comes_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "_PACKED", {})
    headers, body = ask(f"/static/js/{SCRIPT.name}")
    assert "content-encoding" not in headers
    assert body == SCRIPT.read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/regex_bpe",
        "/static/js/no-such-file.js",
        "/static/../../../../pyproject.toml",
        f"/static/js/../js/{SCRIPT.name}",
        "/static/media/" + next(FOLDER.glob("media/*.woff2")).name,
    ],
)
def test_all_else_is_streamlits(path: str) -> None:
    assert ask(path)[1] == b"Streamlit's own answer"


def test_who_does_not_read_is_streamlits() -> None:
    assert ask(f"/static/js/{SCRIPT.name}", method="POST")[1] == b"Streamlit's own answer"
