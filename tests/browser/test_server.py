"""The server's own settings: who may open a WebSocket, and where it listens."""

import socket
from urllib.parse import urlsplit

import pytest


def handshake(url: str, host: str) -> str:
    """The status line that answers a WebSocket handshake with this Host header."""
    address = urlsplit(url)
    lines = (
        "GET /_stcore/stream HTTP/1.1",
        f"Host: {host}",
        f"Origin: http://{host}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dG9rdml6LWhhbmRzaGFrZQ==",
        "",
        "",
    )
    with socket.create_connection((address.hostname, address.port), timeout=10) as connection:
        connection.sendall("\r\n".join(lines).encode())
        return connection.recv(64).decode().splitlines()[0]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_this_machine_may_connect(host: str, app_url: str) -> None:
    assert "101" in handshake(app_url, f"{host}:{urlsplit(app_url).port}")


def test_a_name_that_points_here_from_outside_may_not_connect(app_url: str) -> None:
    assert "403" in handshake(app_url, "rebound.example")
