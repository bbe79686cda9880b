"""What browsers send is read by turns, so that none holds up the others.

One thread reads what all of them send. uvicorn goes on with one as long as more comes from it, and
what is cut in a million pieces takes it long to read: nobody else is answered meanwhile. Here, who
took long to be read waits a multiple of that.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LONG = 0.003
"""Seconds of the processor; a part of a browser's largest file takes a third of that."""
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
        start = time.thread_time()
        read(self, data)
        took = time.thread_time() - start
        if took > LONG and not self.transport.is_closing():
            self.transport.pause_reading()
            asyncio.get_running_loop().call_later(OTHERS * took, _go_on, self)

    return data_received


def _go_on(protocol: Any) -> None:
    held_back = getattr(protocol, "flow", protocol).read_paused  # until the app has read the rest
    if not (held_back or protocol.transport.is_closing()):
        protocol.transport.resume_reading()
