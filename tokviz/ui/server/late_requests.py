"""Who connects has a minute to ask, and another after each answer; and who asks reads the answer.

uvicorn waits for ever for the rest of a request that has begun, and for who does not take what it
is answered; thousands of such halves, from one laptop, are as many files that no page can open any
more. So they end by the clock, and where too many wait, the one that waits longest ends at once.
What a request brings after its head is looked at in ``bodies.py``: a long text may take its time.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from tokviz.ui.server import limits

_connected = H11Protocol.connection_made
_answered = H11Protocol.on_response_complete
_lost = H11Protocol.connection_lost
_full = H11Protocol.pause_writing
_taken = H11Protocol.resume_writing


class Waiting:
    """The connections on which a request is expected; the one that waits longest stands first.

    A connection is among them until it is looked at, also once the request is there.
    """

    def __init__(self) -> None:
        self.most = limits.WAITING
        self._ends: dict[Any, asyncio.TimerHandle] = {}

    def begin(self, protocol: Any) -> None:
        """Expect a request."""
        self.end(protocol)
        late = protocol.loop.call_later(limits.HEAD_SECONDS, self._hang_up, protocol)
        self._ends[protocol] = late
        if len(self._ends) > self.most:
            for each in [each for each in self._ends if not _is_awaited(each)]:
                self.end(each)
        while len(self._ends) > self.most:
            self._hang_up(next(iter(self._ends)))

    def end(self, protocol: Any) -> None:
        """Expect none."""
        if (end := self._ends.pop(protocol, None)) is not None:
            end.cancel()

    def _hang_up(self, protocol: Any) -> None:
        self.end(protocol)
        if _is_awaited(protocol):
            protocol.transport.abort()  # to close it would wait for who does not read


def _is_awaited(protocol: Any) -> bool:
    """Whether no request is there, and the connection has not become another protocol's."""
    asks = protocol.cycle is not None and not protocol.cycle.response_complete
    return not asks and protocol.transport.get_protocol() is protocol


waiting = Waiting()
"""Those of this process."""


def hang_up_on_the_silent() -> None:
    """Let this process close the connections on which no request comes, and no answer goes."""
    H11Protocol.connection_made = connected  # type: ignore[method-assign]
    H11Protocol.on_response_complete = answered  # type: ignore[method-assign]
    H11Protocol.connection_lost = lost  # type: ignore[assignment, method-assign]
    H11Protocol.pause_writing = full  # type: ignore[method-assign]
    H11Protocol.resume_writing = taken  # type: ignore[method-assign]


def connected(self: Any, transport: asyncio.Transport) -> None:
    """Expect the first request of a connection."""
    _connected(self, transport)
    waiting.begin(self)


def answered(self: Any) -> None:
    """Expect the next one."""
    _answered(self)
    waiting.begin(self)


def lost(self: Any, error: Exception | None) -> None:
    """Expect no more."""
    waiting.end(self)
    _read_in_time(self)
    _lost(self, error)


def full(self: Any) -> None:
    """Expect that what is written is read: called where there is no room for more of it."""
    _full(self)
    self.unread_end = self.loop.call_later(limits.UNREAD_SECONDS, self.transport.abort)


def taken(self: Any) -> None:
    """Write on."""
    _read_in_time(self)
    _taken(self)


def _read_in_time(protocol: Any) -> None:
    if (end := vars(protocol).get("unread_end")) is not None:
        end.cancel()
