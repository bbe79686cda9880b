"""Long addresses: a link that fills a page's boxes is read, and what is longer is told so.

uvicorn reads some 16 kB of a request at most, which three long texts of a link have together. To
what is longer it answers in four words, and hangs up while the rest is still on its way. Here the
rest is let in, and thrown away.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http import h11_impl
from uvicorn.protocols.http.h11_impl import H11Protocol

LONGEST = 65_536
"""Bytes of an address and all that a browser sends along with it."""
TOO_LONG = (
    "An address may have 60,000 characters here, but this one has more. Ask for a shorter link, "
    "or bring the text as a file: “Text and settings” on the page of a lesson opens it."
)
_ANSWER = (
    b"HTTP/1.1 414 URI Too Long\r\n"
    b"content-type: text/plain; charset=utf-8\r\n"
    b"content-length: %d\r\n"
    b"connection: close\r\n\r\n%s"
) % (len(TOO_LONG.encode()), TOO_LONG.encode())
SECONDS = 5.0
"""What the rest of an address may take to come in."""

_refuse = H11Protocol.send_400_response


def answer_long_addresses() -> None:
    """Let this process read addresses up to the limit, and refuse others in words."""
    vars(h11_impl)["DEFAULT_MAX_INCOMPLETE_EVENT_SIZE"] = LONGEST
    H11Protocol.send_400_response = refuse  # type: ignore[assignment, method-assign]


def refuse(self: Any, words: str) -> None:
    """Answer what is no request; called by the protocol that could not read it."""
    come, _ = self.conn.trailing_data
    if len(come) <= LONGEST:
        _refuse(self, words)
        return
    self.transport.write(_ANSWER)
    vars(self).get("unread", bytearray()).clear()
    self.transport.set_protocol(Rest(self))


class Rest(asyncio.Protocol):
    """Hears the rest of what a browser has to say, until it hangs up or takes too long."""

    def __init__(self, before: Any) -> None:
        self._before = before
        self._end = asyncio.get_running_loop().call_later(SECONDS, before.transport.close)

    def connection_lost(self, error: Exception | None) -> None:
        self._end.cancel()
        self._before.connection_lost(error)
