"""What comes from one browser is read by turns with what comes from others."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tokviz.ui.server import turns
from tokviz.ui.server.turns import (
    FIRST,
    HANDED_ON,
    LONG,
    LONG_MESSAGE,
    OTHERS,
    PART,
    PIECES,
    Line,
    Spacing,
    by_turns,
    take_turns,
)

MANY = 10


class Wire:
    """A transport that notes when it is to be read."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.is_closed = False

    def pause_reading(self) -> None:
        self.said.append("pause")

    def resume_reading(self) -> None:
        self.said.append("go on")

    def is_closing(self) -> bool:
        return self.is_closed

    def abort(self) -> None:
        self.said.append("cut off")
        self.is_closed = True


def busy(_: object, data: bytes) -> None:
    """Reads the longer, the more comes."""
    end = time.thread_time() + len(data) * LONG
    while time.thread_time() < end:
        pass


class Connection:
    """As uvicorn's two: of HTTP, whether it is held back stands in its ``flow``."""

    def __init__(self, *, http: bool = True, held_back: bool = False) -> None:
        self.transport = Wire()
        self.frames = list[bytes]()
        if http:
            self.flow = SimpleNamespace(read_paused=held_back)
        else:
            self.read_paused = held_back


def in_a_loop(work: Coroutine[Any, Any, None]) -> None:
    """Run it in a thread of its own: this one may have a browser's loop."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def said(
    data: bytes,
    *,
    http: bool = True,
    held_back: bool = False,
    leaves: bool = False,
    closed: bool = False,
) -> str:
    """What the transport of a connection hears that these bytes came from."""
    connection = Connection(http=http, held_back=held_back)
    wire = connection.transport
    wire.is_closed = closed

    async def receive() -> None:
        by_turns(busy, Line())(connection, data)
        wire.is_closed = closed or leaves
        await asyncio.sleep(100 * LONG)

    in_a_loop(receive())
    return ", ".join(wire.said)


def test_who_is_read_soon_goes_on() -> None:
    assert said(b"") == ""


@pytest.mark.parametrize("http", [True, False])
def test_who_takes_long_to_be_read_waits_for_the_others(http: bool) -> None:
    assert said(b"..", http=http) == "pause, go on"


@pytest.mark.parametrize("http", [True, False])
def test_who_is_held_back_until_the_app_has_read_the_rest_still_is(http: bool) -> None:
    assert said(b"..", http=http, held_back=True) == "pause"


def test_who_left_meanwhile_is_not_read_again() -> None:
    assert said(b"..", leaves=True) == "pause"


def test_who_was_hung_up_on_is_not_held_back() -> None:
    assert said(b"..", closed=True) == ""


def test_what_comes_at_once_is_read_in_parts_with_rests_between() -> None:
    sent = bytes(range(256)) * (3 * FIRST // 256) + b"the end"
    connection, parts, first = Connection(), list[bytes](), list[int]()

    def slow(_: object, data: bytes) -> None:
        parts.append(data)
        busy(_, b"..")

    async def receive() -> None:
        receive_data = by_turns(slow, Line())
        receive_data(connection, sent)
        receive_data(connection, b", and more")  # the app went on while this one rests
        first.append(len(parts))
        async with asyncio.timeout(10):
            while connection.transport.said[-1] != "go on":
                await asyncio.sleep(LONG)

    in_a_loop(receive())
    assert first == [1]
    assert max(map(len, parts)) == FIRST
    assert b"".join(parts) == sent + b", and more"
    assert connection.transport.said == ["pause"] * len(parts) + ["go on"]


def test_who_is_quick_to_read_is_read_in_larger_and_larger_parts() -> None:
    connection, parts = Connection(), list[bytes]()
    sent = bytes(range(256)) * 200
    by_turns(lambda _, data: parts.append(data), Line())(connection, sent)
    assert [len(part) for part in parts[:5]] == [FIRST * 2**k for k in range(5)]
    assert max(map(len, parts)) == PART
    assert b"".join(parts) == sent


def test_what_the_app_lets_come_out_of_turn_is_not_read_out_of_turn() -> None:
    """It lets more come as soon as it has read a message, in the middle of a rest too."""
    connection, read = Connection(http=False), list[bytes]()

    def slow(_: object, data: bytes) -> None:
        read.append(data)
        busy(_, b"..")

    async def receive() -> None:
        receive_data = by_turns(slow, Line())
        receive_data(connection, b"all of it")
        receive_data(connection, b"more")
        assert read == [b"all of it"]
        await asyncio.sleep(100 * LONG)
        assert read == [b"all of it", b"more"]

    in_a_loop(receive())


def test_many_who_take_long_take_no_more_together_than_one() -> None:
    read = list[tuple[float, float]]()

    def slow(_: object, _data: bytes) -> None:
        begun = time.monotonic()
        busy(_, b"..")
        read.append((begun, time.monotonic()))

    async def receive() -> None:
        receive_data = by_turns(slow, Line())
        for _ in range(MANY):
            receive_data(Connection(), b"x" * FIRST * 3)
        while len(read) < 3 * MANY:
            await asyncio.sleep(LONG)

    in_a_loop(receive())
    later = read[MANY:]
    rests = [begun - ended for (_, ended), (begun, _) in pairwise(later)]
    assert min(rests) >= OTHERS * LONG


class LongMessage(WebSocketsSansIOProtocol):
    """One that has come but for its end."""

    def __init__(self, came: int = 2 * LONG_MESSAGE) -> None:
        self.transport: Any = Wire()
        self.read_paused = False
        self.conn: Any = SimpleNamespace(reader=SimpleNamespace(buffer=bytes(came)))


async def rounds_of_reading(
    protocols: list[LongMessage], read: Callable[[Any, bytes], None]
) -> list[int]:
    """In which round of the loop each is read, of those whose data comes in one."""
    rounds = [0]
    seen = list[int]()

    def note(protocol: Any, data: bytes) -> None:
        seen.append(rounds[0])
        read(protocol, data)

    receive_data = by_turns(note, Line())
    for protocol in protocols:
        receive_data(protocol, b"..")
    async with asyncio.timeout(30):
        while any(protocol.transport.said[-1] != "go on" for protocol in protocols):
            await asyncio.sleep(0)
            rounds[0] += 1
    return seen


def test_the_ends_of_long_messages_that_come_at_once_hold_up_one_round_each() -> None:
    async def receive() -> None:
        seen = await rounds_of_reading([LongMessage() for _ in range(MANY)], busy)
        assert len(set(seen)) == MANY

    in_a_loop(receive())


def test_parts_of_long_messages_share_a_round_as_long_as_there_is_time() -> None:
    async def receive() -> None:
        seen = await rounds_of_reading([LongMessage() for _ in range(MANY)], lambda *_: None)
        assert len(set(seen)) == 1

    in_a_loop(receive())


def test_who_sends_a_short_message_does_not_stand_in_line_with_long_ones() -> None:
    async def receive() -> None:
        receive_data, read = by_turns(lambda _, data: read.append(data), Line()), list[bytes]()
        receive_data(LongMessage(), b"long")
        receive_data(LongMessage(came=LONG_MESSAGE // 2), b"short")
        assert read == [b"short"]
        async with asyncio.timeout(30):
            while len(read) < 2:
                await asyncio.sleep(0)
        assert read == [b"short", b"long"]

    in_a_loop(receive())


def test_a_message_in_pieces_without_end_is_not_kept() -> None:
    """Each piece takes ten times its bytes; a browser's have thousands."""
    connection = Connection(http=False)
    connection.frames = [b""] * PIECES

    def keep(protocol: Connection, data: bytes) -> None:
        protocol.frames.append(data)

    receive_data = by_turns(keep, Line())
    receive_data(connection, b"x")
    assert connection.transport.said == ["cut off"]


def test_the_rest_of_one_who_left_is_not_read() -> None:
    connection, parts = Connection(), list[bytes]()

    def leave(_: object, data: bytes) -> None:
        parts.append(data)
        connection.transport.is_closed = True

    by_turns(leave, Line())(connection, b"x" * 3 * PART)
    assert len(parts) == 1


def test_pages_and_websockets_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    for protocol in (H11Protocol, WebSocketsSansIOProtocol):
        before = protocol.data_received
        monkeypatch.setattr(protocol, "data_received", before)  # put back after the test
        take_turns()
        assert protocol.data_received is not before


def test_long_messages_are_handed_on_with_time_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    now, slept = 100.0, []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(turns, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(turns, "asyncio", SimpleNamespace(sleep=sleep))
    spacing = Spacing()

    async def come(*sizes: int) -> None:
        for size in sizes:
            await spacing.wait(size)

    with ThreadPoolExecutor() as thread:  # a browser test of this process leaves a loop running
        thread.submit(asyncio.run, come(HANDED_ON // 10, HANDED_ON // 5, 1)).result()
        assert slept == pytest.approx([0, 0.1, 0.3])
        now = 200.0
        thread.submit(asyncio.run, come(1)).result()
    assert slept[3:] == [0]
