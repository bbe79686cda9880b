"""An app that answers on a port of this machine, as uvicorn serves it."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from tokviz.ui.server.late_requests import hang_up_on_the_silent


class Running:
    """A server that runs in this process."""

    def __init__(self, server: uvicorn.Server) -> None:
        self._server = server
        self.port: int = server.servers[0].sockets[0].getsockname()[1]

    def connect(self, said: str, *, window: int | None = None) -> socket.socket:
        """A connection on which this was said, of which at most so many bytes come unread."""
        connection = socket.socket()
        if window is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        connection.settimeout(10)
        connection.connect(("127.0.0.1", self.port))
        connection.sendall(said.encode())
        return connection

    def ask(self, said: str) -> int:
        """The status of the answer."""
        with self.connect(said) as connection:
            return status(connection)

    def held(self) -> list[int]:
        """Of each connection, the bytes that the server would send it and cannot."""
        connections: list[Any] = [*self._server.server_state.connections]
        return [each.transport.get_write_buffer_size() for each in connections]


@contextmanager
def on_a_port(app: ASGIApp) -> Iterator[Running]:
    """The server, until all that asks it is over."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="critical"))
    thread = threading.Thread(target=server.run)
    thread.start()
    until(lambda: server.started)
    yield Running(server)
    server.should_exit = server.force_exit = True
    thread.join(10)


def hang_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers hang up on the silent until the test is over."""
    for name in (
        *("connection_made", "on_response_complete", "connection_lost"),
        *("pause_writing", "resume_writing"),
    ):
        monkeypatch.setattr(H11Protocol, name, getattr(H11Protocol, name))  # as it was, afterwards
    hang_up_on_the_silent()


def until(happens: Callable[[], bool], seconds: float = 10) -> None:
    """Wait for something to happen."""
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.01)


def status(connection: socket.socket) -> int:
    """The status of an answer, 0 where the server hangs up."""
    try:
        said = connection.recv(12)
    except ConnectionError:
        return 0
    return int(said.split()[1]) if said else 0
