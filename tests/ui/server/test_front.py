"""The page that every address opens: Streamlit's, told where the server is."""

import asyncio
import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import streamlit
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send
from streamlit import config

from tokviz.lessons import LESSONS
from tokviz.ui.server.front import Front, page

OTHERS = b"Streamlit's own answer"
SCRIPT = re.compile(r"<script>window.__streamlit = (.*?)</script>")


async def streamlits(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse(OTHERS)(scope, receive, send)


def ask(path: str, method: str = "GET") -> tuple[dict[str, str], bytes]:
    """The headers and the body of an answer."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {"type": "http", "method": method, "path": path, "headers": []}
    with ThreadPoolExecutor(1) as thread:  # the browser tests have a loop in the main one
        thread.submit(asyncio.run, Front(streamlits)(scope, receive, send)).result()
    start, body = sent
    return {name.decode(): value.decode() for name, value in start["headers"]}, body["body"]


@pytest.fixture
def option(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Any], None]:
    """Sets an option of Streamlit's for one test."""

    def put(name: str, value: Any) -> None:
        before = config.get_option
        monkeypatch.setattr(
            config, "get_option", lambda asked: value if asked == name else before(asked)
        )

    return put


@pytest.mark.parametrize("name", ["", *(row.key for row in LESSONS)])
def test_each_page_is_streamlits_and_a_line_more(name: str) -> None:
    headers, body = ask(f"/{name}")
    sent, own = body.decode(), (Path(streamlit.__file__).parent / "static/index.html").read_text()
    assert SCRIPT.sub("", sent, count=1) == own
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert headers["cache-control"] == "no-cache"


def test_below_a_folder_of_the_server_too(option: Callable[[str, Any], None]) -> None:
    option("server.baseUrlPath", "/lessons/")
    assert ask("/lessons/unigram")[1] == ask("/lessons/")[1] == page().encode()
    assert ask("/unigram")[1] == OTHERS


@pytest.mark.parametrize(
    "path",
    ["/no_such_page", "/unigram/", "/media/unigram", "/static/index.html", "/_stcore/health"],
)
def test_all_else_is_streamlits(path: str) -> None:
    assert ask(path)[1] == OTHERS


def test_who_does_not_read_is_streamlits() -> None:
    assert ask("/", "POST")[1] == OTHERS


def test_what_the_page_is_told_is_what_it_would_be_answered(
    option: Callable[[str, Any], None],
) -> None:
    """As ``_stcore/host-config`` says it; and no origin ends the script."""
    option("client.allowedOrigins", origins := ["https://a.example", "</script><script>alert(1)"])
    page.cache_clear()
    try:
        (told,) = SCRIPT.findall(page())
    finally:
        page.cache_clear()
    config_told = json.loads(told.partition("HOST_CONFIG: ")[2].rpartition(" };")[0])
    assert config_told == {"allowedOrigins": origins, "useExternalAuthToken": False}
