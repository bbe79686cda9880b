"""A way to a server that a test can cut, as a network is cut under one reader."""

import socket
import threading
from contextlib import ExitStack, closing, suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

CHUNK = 65_536


class Wire:
    """Hands on what comes at ``url`` to another address of this machine, unless it is cut."""

    def __init__(self, to: str) -> None:
        self._to = ("127.0.0.1", urlsplit(to).port)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self._is_cut = False
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._open)]

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._threads[0].join()
        self._door.close()
        self.cut()
        for thread in self._threads:
            thread.join()

    def cut(self) -> None:
        """End all that is open, and let nothing through."""
        with self._lock:
            self._is_cut = True
            for end in self._ends:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Let all through again."""
        self._is_cut = False

    def _open(self) -> None:
        while True:
            try:
                reader, _ = self._door.accept()
            except OSError:
                return  # closed
            self._threads.append(threading.Thread(target=self._serve, args=[reader]))
            self._threads[-1].start()

    def _serve(self, reader: socket.socket) -> None:
        with ExitStack() as ends, suppress(OSError):
            ends.enter_context(closing(reader))
            server = ends.enter_context(closing(socket.create_connection(self._to)))
            with self._lock:
                if self._is_cut:
                    return
                self._ends |= {reader, server}
            back = threading.Thread(target=self._hand_on, args=[server, reader])
            back.start()
            self._hand_on(reader, server)
            back.join()
            with self._lock:
                self._ends -= {reader, server}

    @staticmethod
    def _hand_on(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while said := source.recv(CHUNK):
                target.sendall(said)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
