"""Streamlit's own files, as a browser gets them: compressed, whole, and packed once."""

import asyncio
import gzip
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Receive, Scope, Send

from tokviz.ui.server import assets
from tokviz.ui.server.assets import FOLDER, TYPES, Assets

SCRIPT = next(FOLDER.glob("js/index.*.js"))
STYLE = next(FOLDER.glob("css/*.css"))


async def streamlit(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("Streamlit's own answer")(scope, receive, send)


def ask(
    *paths: str, takes: str = "gzip, deflate, br", method: str = "GET"
) -> Sequence[tuple[dict[str, str], bytes]]:
    """The headers and the body of the answers to requests that come together."""

    async def one(app: Assets, path: str) -> tuple[dict[str, str], bytes]:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "http.request"}

        asked = [(b"accept-encoding", takes.encode())] if takes else []
        scope: Scope = {"type": "http", "method": method, "path": path, "headers": asked}
        await app(scope, receive, send)
        start, body = sent
        return {k.decode(): v.decode() for k, v in start["headers"]}, body["body"]

    async def together() -> Sequence[tuple[dict[str, str], bytes]]:
        app = Assets(streamlit)
        return await asyncio.gather(*(one(app, path) for path in paths))

    with ThreadPoolExecutor(1) as thread:  # the browser tests have a loop in the main one
        return thread.submit(asyncio.run, together()).result()


@pytest.mark.parametrize("file", [SCRIPT, STYLE], ids=lambda file: file.suffix)
@pytest.mark.parametrize("base", ["", "/lessons"])
def test_a_file_comes_whole_and_smaller(file: Path, base: str) -> None:
    [(headers, body)] = ask(f"{base}/static/{file.relative_to(FOLDER).as_posix()}")
    assert headers["content-encoding"] == "gzip"
    assert headers["vary"] == "accept-encoding"
    assert "immutable" in headers["cache-control"]
    assert headers["content-type"].startswith(TYPES[file.suffix])
    assert gzip.decompress(body) == file.read_bytes()
    assert 2 * len(body) < file.stat().st_size


def test_readers_who_come_together_have_it_packed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    packed: list[Path] = []

    def pack(file: Path) -> Response:
        packed.append(file)
        return PlainTextResponse("packed")

    monkeypatch.setattr(assets, "pack", pack)
    answers = ask(*[f"/static/js/{SCRIPT.name}"] * 30)
    assert packed == [SCRIPT]
    assert {body for _, body in answers} == {b"packed"}


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
    [(headers, body)] = ask(path)
    assert body == b"Streamlit's own answer"
    assert "content-encoding" not in headers


@pytest.mark.parametrize("asked", [{"takes": ""}, {"takes": "br"}, {"method": "POST"}])
def test_who_takes_no_gzip_or_does_not_read_is_streamlits(asked: dict[str, str]) -> None:
    [(_, body)] = ask(f"/static/js/{SCRIPT.name}", **asked)
    assert body == b"Streamlit's own answer"
