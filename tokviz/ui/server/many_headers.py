"""Requests of very many header lines: refused before anything is made of them.

A browser sends some twenty. Within the bytes that a request may have there is room for thousands of
empty ones, and each costs some microseconds in every part of the server that looks through them:
15,000 took a twentieth of a second together, and left more than a megabyte for the collector.
"""

from typing import Any

from h11 import RemoteProtocolError
from h11._receivebuffer import ReceiveBuffer

MOST = 200
"""Lines of a head; the proxies on its way may add some."""

_lines = ReceiveBuffer.maybe_extract_lines


def refuse_many_headers() -> None:
    """Let this process answer "400 Bad Request" to a head, or a tail, of more lines."""
    ReceiveBuffer.maybe_extract_lines = lines  # type: ignore[method-assign]


def lines(self: Any) -> list[bytearray] | None:
    """The lines of a head, as h11 takes it from what has come; None until all of it is there."""
    found = _lines(self)
    if found is not None and len(found) > MOST:
        raise RemoteProtocolError(f"A head may have {MOST} lines, but this one has {len(found):,}.")
    return found
