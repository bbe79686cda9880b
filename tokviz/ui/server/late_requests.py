"""Who connects has a minute to ask, and another after each answer.

uvicorn waits for ever for the rest of a request that has begun; thousands of such halves, from one
laptop, are as many files that no page can open any more. What a request brings after its head is
not looked at here: a long text on a slow line may take its time.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 60.0
"""Until the head of a request is there; a browser that connects before it has to ask may do so."""

_connected = H11Protocol.connection_made
_answered = H11Protocol.on_response_complete
_lost = H11Protocol.connection_lost


def hang_up_on_the_silent() -> None:
    """Let this process close the connections on which no request comes."""
    H11Protocol.connection_made = connected  # type: ignore[method-assign]
    H11Protocol.on_response_complete = answered  # type: ignore[method-assign]
    H11Protocol.connection_lost = lost  # type: ignore[assignment, method-assign]


def connected(self: Any, transport: asyncio.Transport) -> None:
    """Expect the first request of a connection."""
    _connected(self, transport)
    _expect(self)


def answered(self: Any) -> None:
    """Expect the next one."""
    _answered(self)
    _expect(self)


def lost(self: Any, error: Exception | None) -> None:
    """Expect no more."""
    _expect_no_more(self)
    _lost(self, error)


def _expect_no_more(protocol: Any) -> None:
    if (expected := vars(protocol).get("expected")) is not None:
        expected.cancel()


def _expect(protocol: Any) -> None:
    _expect_no_more(protocol)
    protocol.expected = protocol.loop.call_later(SECONDS, _hang_up, protocol)


def _hang_up(protocol: Any) -> None:
    """Close the connection, unless a request is there or it has become another protocol's."""
    asks = protocol.cycle is not None and not protocol.cycle.response_complete
    if not asks and protocol.transport.get_protocol() is protocol:
        protocol.transport.close()
