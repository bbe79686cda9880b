"""Requests that take too long, are too many, or are answered more than they read: on a server."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tests.ui.server.on_a_port import Running, hang_up, on_a_port, status, until
from tokviz.ui.server import limits, places
from tokviz.ui.server.bounded import Bounded
from tokviz.ui.server.late_requests import waiting
from tokviz.ui.server.places import Places

MOMENT = 0.3
LONG = 8_000_000
GET = "GET /{} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
PUT = "PUT / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n"


async def count(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def send(request: Request) -> Response:
    return Response(b"x" * request.path_params["bytes"])


@pytest.fixture
def server() -> Iterator[Running]:
    routes = [Route("/", count, methods=["PUT"]), Route("/{bytes:int}", send)]
    with on_a_port(Starlette(routes=routes, middleware=[Middleware(Bounded)])) as running:
        yield running


# ---- what is brought --------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["", "some"])
def test_what_does_not_come_is_not_waited_for(
    server: Running, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STILL_SECONDS", MOMENT)
    with server.connect(PUT + said) as connection:
        assert status(connection) == 408
        until(lambda: not server.held())


def test_what_comes_byte_by_byte_has_an_end(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 3 * MOMENT)
    with server.connect(PUT) as connection:
        connection.settimeout(MOMENT)
        for _ in range(8):
            with suppress(TimeoutError):
                assert status(connection) == 408
                return
            connection.sendall(b"x")
    pytest.fail("the server waits for the last one")


def test_what_comes_slowly_is_taken_from_all_of_a_class(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STILL_SECONDS", 10 * MOMENT)
    with ExitStack() as stack:
        phones = [stack.enter_context(server.connect(PUT)) for _ in range(40)]
        for said in (b"a", b"few", b"bytes"):
            time.sleep(MOMENT)
            for phone in phones:
                phone.sendall(said)
        assert {status(phone) for phone in phones} == {200}


def test_one_address_has_no_more_than_half_of_all_requests(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "requests", Places(4))
    with server.connect(PUT) as first, server.connect(PUT) as second:
        until(lambda: places.requests.is_full("127.0.0.1"))
        assert server.ask(GET.format(1)) == 503
        for connection in (first, second):
            connection.sendall(b"9 letters")
            assert status(connection) == 200
    assert server.ask(GET.format(1)) == 200


# ---- what is answered -------------------------------------------------------------------------


def test_who_does_not_read_is_not_sent_all_of_it(server: Running) -> None:
    with server.connect(GET.format(LONG), window=2_048):
        until(lambda: sum(server.held()) > limits.PART)
        assert sum(server.held()) < 3 * limits.PART


@pytest.mark.parametrize("size", [0, 1, limits.PART, limits.PART + 1, LONG])
def test_who_reads_is_sent_all_of_it(server: Running, size: int) -> None:
    with server.connect(GET.format(size)) as connection, connection.makefile("rb") as answer:
        head = [*iter(answer.readline, b"\r\n")]
        assert f"content-length: {size}\r\n".encode() in head
        assert answer.read(size) == b"x" * size


@pytest.mark.parametrize("size", [300_000, LONG])
def test_who_does_not_read_is_hung_up_on(
    server: Running, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shorter one is answered as far as uvicorn can tell."""
    hang_up(monkeypatch)
    for name in ("UNREAD_SECONDS", "HEAD_SECONDS"):
        monkeypatch.setattr(limits, name, MOMENT)
    with server.connect(GET.format(size), window=2_048):
        until(lambda: bool(server.held()))
        until(lambda: not server.held())


def test_who_reads_slowly_is_not(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    hang_up(monkeypatch)
    monkeypatch.setattr(limits, "UNREAD_SECONDS", 10 * MOMENT)
    with server.connect(GET.format(LONG)) as connection:
        read = 0
        while read < LONG:
            time.sleep(MOMENT / 100)
            part = connection.recv(50_000)
            assert part, f"the server hung up after {read} bytes"
            read += len(part)


# ---- connections ------------------------------------------------------------------------------


def test_where_too_many_wait_the_first_is_hung_up_on_and_who_asks_is_not(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    hang_up(monkeypatch)
    monkeypatch.setattr(waiting, "most", 4)
    with ExitStack() as stack:
        asks = stack.enter_context(server.connect(PUT))
        until(lambda: places.requests._taken["127.0.0.1"] == 1)
        silent = [stack.enter_context(server.connect("")) for _ in range(8)]
        assert [status(each) for each in silent[:4]] == [0] * 4
        asks.sendall(b"9 letters")
        assert status(asks) == 200
        silent[-1].sendall(GET.format(1).encode())
        assert status(silent[-1]) == 200
