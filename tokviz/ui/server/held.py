"""What pages hold of the server's memory by what stands in their boxes, and until when.

A page says with each question what stands in all its boxes, up to 16 MB. That is let go as soon as
it is read, but for what the session keeps of it:

- uvicorn, Streamlit and the reader of frames each keep a page's last message until its next, which
  may be tomorrow. They are made to let it go;
- what sessions keep is counted, those that were left too, which wait two minutes for their reader.
  Of what there is no room for, the long texts are not taken, which page and log tell: they stay in
  the browser's boxes, and the session goes on with what it had;
- what only dead objects hold Python finds when it counts so many new ones, however large they are.
  It looks when much has ended, and gives the system back what is free.
"""

import ctypes
import gc
import logging
import sys
from collections import Counter
from collections.abc import Collection, Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.state import SessionState
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

KEPT = 600_000_000
"""Bytes of all sessions, as much as of uploads. One address has half: a class behind one router,
each with a text of 4 MB in two boxes."""
SMALL = 100_000
"""Bytes that are always taken: who has a short text pays for no hoarder."""
HEAVY = 100_000_000
"""Bytes of ended runs and sessions after which Python looks for them at once."""
MUCH = 20_000_000
"""Bytes of these after which it looks when nobody waits for it: a school's texts come to less."""
_WORDS = (
    "Texts of a page at %s were not taken: its session would keep %s bytes of what stands in its "
    "boxes. All of its address keep %s of at most %s, and all of this process %s of at most %s "
    "(KEPT in tokviz/ui/server/held.py)."
)

_take_bytes = WebSocketsSansIOProtocol.handle_bytes
_take_more = WebSocketsSansIOProtocol.handle_cont


@dataclass
class Visitor:
    """Who asks over a WebSocket, and the bytes of what is asked."""

    address: str
    asked: int = 0


visitor: ContextVar[Visitor] = ContextVar("visitor")
"""Of the WebSocket whose question is answered."""


# ---- what sessions keep --------------------------------------------------------------------------


class Kept:
    """Bytes that sessions keep."""

    def __init__(self) -> None:
        self._of: dict[str, tuple[str, int]] = {}
        self._at: Counter[str] = Counter()

    def take(self, session: str, address: str, size: int) -> bool:
        """Count what a session keeps from now on, if there is room for it."""
        more = size - self._of.get(session, ("", 0))[1]
        full = self.in_all() + more > KEPT or self._at[address] + more > KEPT // 2
        if full and more > 0 and size > SMALL:
            return False
        self.forget(session)
        self._of[session] = (address, size)
        self._at[address] += size
        return True

    def forget(self, session: str) -> int:
        """How many bytes a session kept that has ended."""
        address, size = self._of.pop(session, ("", 0))
        self._at[address] -= size
        if self._at[address] <= 0:
            del self._at[address]
        return size

    def forget_all_but(self, alive: Collection[str]) -> int:
        """How many bytes those sessions kept that are no more."""
        return sum(map(self.forget, self._of.keys() - set(alive)))

    def at(self, address: str) -> int:
        """Bytes of one address."""
        return self._at[address]

    def in_all(self) -> int:
        """Bytes of all addresses."""
        return self._at.total()


kept = Kept()
"""Of this process."""


class NoRoom(NamedTuple):
    """Why a page's texts were not taken: bytes that its session would keep, and those kept now."""

    size: int
    at_address: int
    most_at_address: int
    in_all: int
    most_in_all: int


def lacks_room(session: AppSession, question: ClientState) -> NoRoom | None:
    """Count what a session is to keep of a question; None if there is room for it."""
    who = visitor.get(None)
    if who is None:
        return None
    size = size_of_question(question) + size_of([*session.session_state._old_state.values()])
    if kept.take(session.id, who.address, size):
        return None
    lack = NoRoom(size, kept.at(who.address), KEPT // 2, kept.in_all(), KEPT)
    logging.getLogger("tokviz").warning(_WORDS, who.address, *(f"{number:,}" for number in lack))
    return lack


def leave_out_long(said: WidgetStates, state: SessionState) -> list[str]:
    """Take the longest values out of what a page says, until no more than ``SMALL`` is left.

    Returns the ids of their boxes. A box that the session knows keeps what it had; of another,
    which the browser brings to a session without a past, it is told that nothing stands in it, for
    what it never heard of it would set anew, in place of what the reader typed.
    """
    longest = sorted(said.widgets, key=lambda widget: widget.ByteSize(), reverse=True)
    left, out = said.ByteSize(), dict[str, str]()
    for widget in longest:
        if left <= SMALL:
            break
        left -= widget.ByteSize()
        out[widget.id] = widget.WhichOneof("value") or ""
    for at in reversed(range(len(said.widgets))):
        box = said.widgets[at].id
        if box in out:
            del said.widgets[at]
            if out[box] == "string_value" and box not in state:
                said.widgets.add(id=box, string_value="")
    return [*out]


def size_of_question(question: ClientState) -> int:
    """The bytes of what is asked now, as they came; to count them anew, all are written."""
    who = visitor.get(None)
    return who.asked if who is not None and who.asked else question.ByteSize()


def size_of(values: Iterable[object]) -> int:
    """Bytes of the texts among some values, and in the tables among them."""
    tables = [[*value.values()] for value in values if isinstance(value, dict)]
    texts = (value for value in chain(values, *tables) if isinstance(value, str | bytes))
    return sum(map(sys.getsizeof, texts))


# ---- what is over ------------------------------------------------------------------------------


def let_go_of_frames() -> None:
    """Let the reader of frames, which keeps the last one, keep an empty one."""
    WebSocketsSansIOProtocol.handle_bytes = _emptied(_take_bytes)  # type: ignore[method-assign]
    WebSocketsSansIOProtocol.handle_cont = _emptied(_take_more)  # type: ignore[method-assign]


def _emptied(take: Any) -> Any:
    def take_and_empty(self: Any, frame: Any) -> None:
        take(self, frame)
        frame.data = b""

    return take_and_empty


class Ended:
    """Bytes of what has ended since Python looked for it."""

    def __init__(self) -> None:
        self._size = self._unseen = 0

    def note(self, size: int) -> None:
        """Count what goes by itself, as models do; the system gets it back when nobody waits."""
        self._size += size

    def add(self, size: int) -> None:
        """Count what Python must look for; very much is looked for at once."""
        self.note(size)
        self._unseen += size
        if self._unseen > HEAVY:
            self._look()

    def is_much(self) -> bool:
        """Whether it is worth a look."""
        return self._size > MUCH

    def give_back(self) -> None:
        """Look for it, and give back to the system what is free, where that can be told."""
        self._look()
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
        if trim is not None:
            trim(0)

    def _look(self) -> None:
        self._size = self._unseen = 0
        gc.collect()


ended = Ended()
"""Of this process."""
