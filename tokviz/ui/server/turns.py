"""What browsers send is read by turns, so that none holds up the others.

One thread reads what all of them send. uvicorn reads at once whatever has come from one, up to
256 kB; cut in pieces of one byte each, that takes it a second, and nobody else is answered
meanwhile. Here it is read in small parts, and who took long to be read waits a multiple of that.
All who took long wait in one line: forty who send such pieces take no more of the server than one.

The last part of a long message takes long, for then all of it is put together. Forty readers who
send one at the same time would come to theirs in one round, and hold up all others for seconds. So
who sends one is read in the line too, as many in a round as it has time for.

What a long message asks takes long as well: Streamlit reads it and looks what is new in it. So long
ones are handed to it one by one, with time for all others in between.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

FIRST, PART = 512, 8_192
"""Bytes read at once: each part has twice those of the part before, up to the second. In single
bytes the first takes a thousandth of a second, the last some hundredths."""
LONG = 0.003
"""Seconds of the processor; 256 kB of a file take a seventh of that."""
ROUND = 0.005
"""Seconds of the processor in which the line is read before all others have a turn."""
OTHERS = 4
"""Times as long as it took to read one, the others have their turn."""
LONG_MESSAGE = 256_000
"""Bytes of a message that is not whole yet; an edit of a short text asks with some thousands."""
PIECES = 100_000
"""Of one message. A browser's have thousands of bytes; each is kept until the last is there."""

HANDED_ON = 50_000_000
"""Bytes of long messages in a second: a text of 4 MB takes Streamlit some 30 ms, and more where
runs go on."""

Read = Callable[[Any, bytes], None]


def take_turns() -> None:
    """Let the connections of this process be read by turns."""
    line = Line()
    for protocol in (H11Protocol, WebSocketsSansIOProtocol):
        protocol.data_received = by_turns(protocol.data_received, line)  # type: ignore[assignment, method-assign]


class Line:
    """Those who took long to be read; each waits for the rests of all before, and its own.

    And those who send a long message, who rest for none but the end of a round.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[float, Callable[[], None]]] = deque()

    def wait(self, took: float, go_on: Callable[[], None]) -> None:
        """Call ``go_on`` when it is the turn of one who took so many seconds."""
        self._waiting.append((took, go_on))
        if len(self._waiting) == 1:
            self._rest()

    def _rest(self) -> None:
        took, _ = self._waiting[0]
        rest = OTHERS * took if took > LONG else 0.0
        asyncio.get_running_loop().call_later(rest, self._next)

    def _next(self) -> None:
        start, took = time.thread_time(), 0.0
        try:
            while self._waiting and took <= LONG and time.thread_time() - start <= ROUND:
                _, go_on = self._waiting[0]
                try:
                    go_on()  # who takes long again stands at the end now
                finally:
                    self._waiting.popleft()
                took = self._waiting[0][0] if self._waiting else 0.0
        finally:
            if self._waiting:
                self._rest()


class Spacing:
    """When each long message is handed on."""

    def __init__(self) -> None:
        self._free_at = 0.0

    async def wait(self, size: int) -> None:
        """Wait for the turn of a message of so many bytes."""
        now = time.monotonic()
        mine = max(now, self._free_at)
        self._free_at = mine + size / HANDED_ON
        await asyncio.sleep(mine - now)


def by_turns(read: Read, line: Line) -> Read:
    """``data_received`` of a protocol of uvicorn's, which waits in the line after it took long."""

    def data_received(self: Any, data: bytes) -> None:
        vars(self).setdefault("unread", bytearray()).extend(data)
        if vars(self).get("waits", False):  # the app may let come what is not yet its turn
            return
        if _is_long(self) and not self.transport.is_closing():
            wait(self, 0.0)
        else:
            read_on(self)

    def wait(self: Any, took: float) -> None:
        self.waits = True
        self.transport.pause_reading()
        line.wait(took, lambda: read_on(self, waited=True))

    def read_on(self: Any, *, waited: bool = False) -> None:
        took = _read_parts(read, self)
        self.waits = False
        if self.transport.is_closing():
            self.unread.clear()
        elif took > LONG:
            wait(self, took)
        elif waited and not _held_back(self):
            self.transport.resume_reading()

    return data_received


def _read_parts(read: Read, protocol: Any) -> float:
    """Read until it took long, and give the seconds that it took."""
    start, took, size = time.thread_time(), 0.0, FIRST
    while protocol.unread and took <= LONG and not protocol.transport.is_closing():
        part = bytes(protocol.unread[:size])
        del protocol.unread[:size]
        read(protocol, part)
        if len(getattr(protocol, "frames", ())) > PIECES:
            protocol.transport.abort()
        took, size = time.thread_time() - start, min(2 * size, PART)
    return took


def _is_long(protocol: Any) -> bool:
    """Whether a WebSocket has so much of a message that is not whole."""
    if not isinstance(protocol, WebSocketsSansIOProtocol):  # HTTP hands on what it reads
        return False
    return len(protocol.conn.reader.buffer) > LONG_MESSAGE


def _held_back(protocol: Any) -> bool:
    """Whether the app has not yet read what came."""
    return bool(getattr(protocol, "flow", protocol).read_paused)
