"""Asking a server of classes over HTTP, as a browser does, and whoever attacks it."""

import http.client
import json
import socket
from collections.abc import Iterator
from typing import Any

from tokviz.ui.server.live_class.classes import Classes

CODE, KEY = "ABCDEF", "k" * 40
QUESTION = {"replay": 7, "step": 4, "options": ["a b", "b c"], "answer": None}


class Asker:
    """Asks one server."""

    def __init__(self, port: int, classes: Classes) -> None:
        self.port, self.classes = port, classes
        self.open: list[http.client.HTTPConnection] = []

    def ask(
        self, method: str, path: str, body: object = None, *, key: str = "", **headers: str
    ) -> tuple[int, Any, dict[str, str]]:
        """The status, what the answer says, and its headers."""
        response = self._asked(method, path, body, key, headers)
        content = response.read()
        said = json.loads(content) if content.startswith(b"{") else content.decode(errors="replace")
        return response.status, said, {k.lower(): v for k, v in response.getheaders()}

    def listen(
        self, *, code: str = CODE, key: str = "", **headers: str
    ) -> Iterator[dict[str, Any]]:
        """The news of a class, one by one."""
        response = self._asked("GET", f"/live/{code}/events", None, key, headers)
        assert response.status == 200, response.read()
        return self._lines(response)

    def _lines(self, response: http.client.HTTPResponse) -> Iterator[dict[str, Any]]:
        while line := response.readline():
            if line.startswith(b"data: "):
                yield json.loads(line[6:])

    def answer(self, method: str, path: str, **headers: str) -> http.client.HTTPResponse:
        """The answer itself, for what is in no text."""
        return self._asked(method, path, None, "", headers)

    def _asked(
        self, method: str, path: str, body: object, key: str, headers: dict[str, str]
    ) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        self.open.append(connection)
        if key:
            headers["Authorization"] = f"Bearer {key}"
        sent = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        connection.request(method, path, sent, headers)
        return connection.getresponse()

    def start(self, code: str = CODE, key: str = KEY) -> None:
        assert self.ask("POST", f"/live/{code}", key=key)[0] == 200


def tell(server: Asker, key: str = KEY, **parts: Any) -> int:
    return server.ask("POST", f"/live/{CODE}/state", parts, key=key)[0]


def joined(server: Asker, **headers: str) -> tuple[str, Iterator[dict[str, Any]]]:
    """A follower's name and the news that follow."""
    news = server.listen(**headers)
    return next(news)["follower"], news


def begun(server: Asker, path: str, said: bytes, length: int) -> socket.socket:
    """A message of the leader's of which a part has come."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Authorization: Bearer {KEY}\r\nContent-Length: {length}\r\n\r\n"
    )
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    connection.sendall(head.encode() + said)
    return connection
