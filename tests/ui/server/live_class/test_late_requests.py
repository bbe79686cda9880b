"""Connections on which nobody asks are closed, and no others."""

import socket
import time

import pytest

from tests.ui.server.live_class.asking import CODE, KEY, Asker, begun, joined, tell
from tests.ui.server.on_a_port import hang_up
from tokviz.ui.server import limits

SECONDS = 0.3


@pytest.fixture
def strict(server: Asker, monkeypatch: pytest.MonkeyPatch) -> Asker:
    """A server with one class, which waits a moment for requests."""
    hang_up(monkeypatch)
    monkeypatch.setattr(limits, "HEAD_SECONDS", SECONDS)
    server.start()
    return server


def is_hung_up_on(connection: socket.socket) -> bool:
    """Whether the server hangs up long before uvicorn, which waits 5 s for a next request."""
    connection.settimeout(10 * SECONDS)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False


@pytest.mark.parametrize("said", [b"", b"G", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "])
def test_nobody_waits_for_a_request_without_end(strict: Asker, said: bytes) -> None:
    with socket.create_connection(("127.0.0.1", strict.port)) as connection:
        connection.sendall(said)
        assert is_hung_up_on(connection)


def test_nobody_waits_for_a_second_request_without_end(strict: Asker) -> None:
    whole = f"HEAD /live/{CODE}/text/none HTTP/1.1\r\nHost: 127.0.0.1:{strict.port}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", strict.port)) as connection:
        connection.sendall(whole.encode())
        assert connection.recv(10_000).endswith(b"\r\n\r\n")
        connection.sendall(whole.encode()[:-2])
        assert is_hung_up_on(connection)


def test_a_message_may_take_its_time_and_so_may_the_news(strict: Asker) -> None:
    _, news = joined(strict)
    with begun(strict, f"/live/{CODE}/text/{'a' * 64}", b"begun", 10) as connection:
        time.sleep(3 * SECONDS)
        connection.sendall(b" soon")
        assert b" 200 " in connection.recv(1_000).splitlines()[0]
    assert tell(strict, KEY, asking=True) == 200
    assert next(news)["asking"] is True
