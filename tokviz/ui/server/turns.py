"""What browsers send is read by turns, so that none holds up the others.

One thread reads what all of them send. uvicorn reads at once whatever has come from one, up to
256 kB; cut in pieces of one byte each, that takes it a second, and nobody else is answered
meanwhile. Here it is read in small parts, and who took long to be read waits a multiple of that.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

PART = 8_192
"""Bytes read at once: at the most, in single bytes, some hundredths of a second."""
LONG = 0.003
"""Seconds of the processor; 256 kB of a file take a seventh of that."""
OTHERS = 4
"""Times as long as it took to read one, the others have their turn."""

Read = Callable[[Any, bytes], None]


def take_turns() -> None:
    """Let the connections of this process be read by turns."""
    for protocol in (H11Protocol, WebSocketsSansIOProtocol):
        protocol.data_received = by_turns(protocol.data_received)  # type: ignore[assignment, method-assign]


def by_turns(read: Read) -> Read:
    """``data_received`` of a protocol of uvicorn's, which rests after it took long."""

    def data_received(self: Any, data: bytes) -> None:
        unread = vars(self).setdefault("unread_parts", deque())
        rests = bool(unread)
        unread.extend(data[at : at + PART] for at in range(0, len(data), PART))
        if not rests:
            read_on(self)

    def read_on(self: Any, *, rested: bool = False) -> None:
        start, took = time.thread_time(), 0.0
        while self.unread_parts and took <= LONG and not self.transport.is_closing():
            read(self, self.unread_parts.popleft())
            took = time.thread_time() - start
        if self.transport.is_closing():
            self.unread_parts.clear()
        elif took > LONG:
            self.transport.pause_reading()
            asyncio.get_running_loop().call_later(OTHERS * took, lambda: read_on(self, rested=True))
        elif rested and not _held_back(self):
            self.transport.resume_reading()

    return data_received


def _held_back(protocol: Any) -> bool:
    """Whether the app has not yet read what came."""
    return bool(getattr(protocol, "flow", protocol).read_paused)
