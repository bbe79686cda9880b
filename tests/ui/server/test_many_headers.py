"""A request of thousands of header lines is refused before the server makes anything of it."""

from collections.abc import Iterator

import pytest
from h11._receivebuffer import ReceiveBuffer
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from tests.ui.server.on_a_port import Running, on_a_port, status
from tokviz.ui.server.many_headers import MOST, refuse_many_headers

OF_EACH = "Host: 127.0.0.1\r\n"
asked: list[int] = []


async def answer(request: Request) -> PlainTextResponse:
    """Notes how many headers came, once all of the request has."""
    await request.body()
    asked.append(len(request.headers.raw))
    return PlainTextResponse("here")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    name = "maybe_extract_lines"
    monkeypatch.setattr(ReceiveBuffer, name, getattr(ReceiveBuffer, name))  # as it was, afterwards
    refuse_many_headers()
    asked.clear()
    app = Starlette(routes=[Route("/", answer, methods=["GET", "POST"])])
    with on_a_port(app) as running:
        yield running


def head(lines: int, first: str = "GET / HTTP/1.1") -> str:
    """A head of so many lines."""
    return f"{first}\r\n" + OF_EACH + "a:\r\n" * (lines - 2) + "\r\n"


def test_as_many_as_are_allowed_are_answered(server: Running) -> None:
    assert server.ask(head(MOST)) == 200
    assert asked == [MOST - 1]


@pytest.mark.parametrize("lines", [MOST + 1, 15_000])
def test_more_are_refused(lines: int, server: Running) -> None:
    assert server.ask(head(lines)) == 400
    assert not asked


def test_more_are_refused_behind_another_request(server: Running) -> None:
    with server.connect(head(3) + head(15_000)) as connection:
        said = b""
        while part := connection.recv(1_000):
            said += part
    assert said.count(b"HTTP/1.1 200") == said.count(b"HTTP/1.1 400") == 1
    assert len(asked) == 1


def test_more_are_refused_at_the_end_of_a_body_that_comes_in_parts(server: Running) -> None:
    begun = head(3, "POST / HTTP/1.1").removesuffix("\r\n") + "Transfer-Encoding: chunked\r\n\r\n"
    tail = "a:\r\n" * 15_000
    assert server.ask(f"{begun}0\r\n{tail}\r\n") == 400
    assert not asked


def test_the_lines_of_a_body_are_not_counted(server: Running) -> None:
    body = "\n" * 20_000
    begun = head(3, "POST / HTTP/1.1").removesuffix("\r\n")
    with server.connect(f"{begun}Content-Length: {len(body)}\r\n\r\n{body}") as connection:
        assert status(connection) == 200
