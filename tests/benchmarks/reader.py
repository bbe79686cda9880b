"""A reader without a browser: opens a lesson over a real WebSocket and changes text or settings.

Speaks Streamlit's protocol as its page does: one cookie jar, and the values of the widgets with
every request.
"""

import asyncio
import itertools
import json
import random
import re
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.state.session_state import STREAMLIT_INTERNAL_KEY_PREFIX
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

ENDS = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
TEXT, MERGES = "Your own text", "Merges to learn"
MARK = re.compile(rb"zq(\d{4})x")
"""Stands in every text that a reader types, with the reader's number."""
LINES = (
    "a hen in a pen said to ten men",
    "rain on the roof and rain in the yard",
    "seven small seals sat on the sand",
)


def cookies(page: str) -> str:
    """Those that this page gives a browser, as it sends them back."""
    with urllib.request.urlopen(page, timeout=60) as answer:
        found = answer.headers.get_all("Set-Cookie") or []
    return "; ".join(cookie.split(";")[0] for cookie in found)


def texts(number: int) -> Iterator[str]:
    """What a reader types, one text after another.

    The reader's mark is the most frequent word of each, so that it becomes a token.
    """
    mark = f"zq{number:04d}x"
    for edit in itertools.count():
        yield f"{mark} {LINES[edit % 3]} {mark} {edit} {LINES[number % 3]} {mark}\n" * 12


@dataclass
class Reader:
    """One reader of a lesson, and what happened to them.

    ``opened`` are the milliseconds until the lesson stood, ``waits`` those from each change to the
    end of its run, ``unanswered`` the runs without the reader's own text, ``foreign`` the readers
    whose text came instead.
    """

    url: str
    number: int
    lesson: str = "byte_bpe"
    opened: float = 0.0
    waits: list[float] = field(default_factory=list)
    foreign: set[int] = field(default_factory=set)
    unanswered: int = 0
    received: int = 0

    async def open(self) -> None:
        """Open the lesson."""
        start = time.perf_counter()
        self._socket = await self._connected()
        await self._run(self._socket)
        self.opened = 1_000 * (time.perf_counter() - start)

    async def change(self, seconds: float, every: float) -> None:
        """Change text or merges once in ``every`` seconds."""
        chance = random.Random(self.number)
        end = time.perf_counter() + seconds
        due = time.perf_counter() + chance.random() * every
        for edit in itertools.count():
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if due > end:
                return
            self._change(edit, text=edit == 0 or chance.random() < 0.5)  # not all type at once
            start = time.perf_counter()
            self._answered = False
            await self._run(self._socket)
            self.unanswered += not self._answered
            self.waits.append(1_000 * (time.perf_counter() - start))
            due = max(due + every, time.perf_counter())

    async def leave(self) -> None:
        """Close the page."""
        await self._socket.close()

    async def _connected(self) -> ClientConnection:
        self._texts = texts(self.number)
        self._values: dict[str, int | str] = {MERGES: 20}
        self._ids: dict[str, str] = {}
        self._part = ""
        self._answered = False
        headers = {"Cookie": await asyncio.to_thread(cookies, f"{self.url}/{self.lesson}")}
        address = f"ws://{urlsplit(self.url).netloc}/_stcore/stream"
        return await connect(
            address, additional_headers=headers, origin=Origin(self.url), max_size=None,
            subprotocols=[Subprotocol("streamlit")], open_timeout=60,
        )  # fmt: skip

    def _change(self, edit: int, text: bool) -> None:
        if text:
            self._values[TEXT] = next(self._texts)
        else:
            self._values[MERGES] = 15 + edit % 20

    async def _run(self, socket: ClientConnection) -> None:
        """Ask for a run of the page with the reader's values, and wait for its end."""
        await socket.send(self._asked().SerializeToString())
        async for frame in socket:
            assert isinstance(frame, bytes)
            if self._take(frame):
                return

    def _asked(self) -> BackMsg:
        ask = BackMsg()
        ask.rerun_script.page_name = self.lesson
        ask.rerun_script.query_string = ""
        ask.rerun_script.fragment_id = self._part
        for label, value in self._values.items():
            if label in self._ids:
                state = ask.rerun_script.widget_states.widgets.add(id=self._ids[label])
                if isinstance(value, str):
                    state.string_value = value
                else:
                    state.int_value = value
        return ask

    def _take(self, frame: bytes) -> bool:
        """Note what a message brings; whether it ends the run."""
        self.received += len(frame)
        marks = {int(mark) for mark in MARK.findall(frame)}
        self._answered |= self.number in marks
        self.foreign |= marks - {self.number}
        message = ForwardMsg.FromString(frame)
        element = message.delta.new_element
        for kind in ("text_area", "number_input"):
            if element.HasField(kind):
                widget = getattr(element, kind)
                self._ids.setdefault(widget.label, widget.id)
                if widget.label == TEXT:
                    self._part = message.delta.fragment_id  # an edit runs the part that has its box
        return bool(message.HasField("script_finished") and message.script_finished in ENDS)


CLASSROOM = "classroom_bar"
"""What the key of the component ends in that takes a follower's page to a place."""


@dataclass
class FollowingReader(Reader):
    """A reader whose page goes where a class is."""

    _place: dict[str, str] | None = None

    async def go(self, place: dict[str, str], mark: int) -> None:
        """Take the page to a place, as its script asks for it, and wait for the text so marked."""
        self._place, self.number, self._answered = place, mark, False
        await self._run(self._socket)
        assert self._answered, "the page came without the text"
        self.lesson = place["page"]

    def _asked(self) -> BackMsg:
        ask = BackMsg()
        ask.rerun_script.page_name = self.lesson
        if self._place is not None:
            states, name = ask.rerun_script.widget_states.widgets, self._ids[CLASSROOM]
            states.add(id=name).json_value = "{}"
            events = states.add(id=f"{STREAMLIT_INTERNAL_KEY_PREFIX}_{name}__events")
            events.json_trigger_value = json.dumps([{"event": "go", "value": self._place}])
        return ask

    def _take(self, frame: bytes) -> bool:
        component = ForwardMsg.FromString(frame).delta.new_element.bidi_component
        if component.id.endswith(CLASSROOM):
            self._ids[CLASSROOM] = component.id
        return super()._take(frame)
