"""What pages hold of the server's memory, and that it is let go."""

import asyncio
import gc
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.types import Message
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.state import SessionState
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from tokviz.ui.server import guard, held, sessions
from tokviz.ui.server.held import (
    HEAVY,
    KEPT,
    MUCH,
    SMALL,
    Ended,
    Kept,
    NoRoom,
    Visitor,
    lacks_room,
    leave_out_long,
    size_of,
    visitor,
)

HALF = KEPT // 2


def test_one_address_has_half_of_what_sessions_may_keep() -> None:
    kept = Kept()
    assert kept.take("a", "hoarder", HALF - SMALL)
    assert not kept.take("b", "hoarder", 2 * SMALL)
    assert kept.take("c", "other", HALF - SMALL)
    assert not kept.take("d", "third", 3 * SMALL)


def test_a_short_text_is_taken_however_much_others_keep() -> None:
    kept = Kept()
    assert kept.take("a", "class", HALF)
    assert kept.take("b", "class", SMALL)


def test_a_session_counts_for_what_it_keeps_now_and_may_have_less() -> None:
    kept = Kept()
    for _ in range(3):
        assert kept.take("a", "class", HALF)
    assert kept.take("b", "class", SMALL)
    assert kept.take("a", "class", HALF - SMALL)
    assert not kept.take("a", "class", HALF + 1)
    assert kept.at("class") == HALF


def test_a_session_that_has_ended_keeps_nothing() -> None:
    kept = Kept()
    kept.take("a", "class", HALF)
    kept.take("b", "other", SMALL)
    assert kept.forget_all_but(["b"]) == HALF
    assert kept.take("c", "class", HALF)
    assert kept.at("other") == SMALL


def test_texts_count_and_those_that_other_pages_keep() -> None:
    text = "x" * SMALL
    assert 2 * SMALL < size_of([text, 5, None, {"other page": text, "size": 3}]) < 3 * SMALL


@pytest.fixture
def asker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    monkeypatch.setattr(held, "kept", Kept())
    who = Visitor("10.0.0.9")
    token = visitor.set(who)
    yield who
    visitor.reset(token)


def a_session(number: int) -> Any:
    return SimpleNamespace(id=str(number), session_state=SessionState())


def test_texts_that_there_is_no_room_for_are_told_with_their_numbers(
    asker: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A million bytes a session; the address may keep five million, and all ten."""
    monkeypatch.setattr(held, "KEPT", 10_000_000)
    asker.asked = 1_100_000
    with caplog.at_level(logging.WARNING, "tokviz"):
        lacks = [lacks_room(a_session(number), ClientState()) for number in range(6)]
    told = NoRoom(1_100_000, 4_400_000, 5_000_000, 4_400_000, 10_000_000)
    assert lacks == [None] * 4 + [told] * 2
    assert "10.0.0.9 were not taken: its session would keep 1,100,000 bytes" in caplog.text
    asker.asked = SMALL
    assert lacks_room(a_session(5), ClientState()) is None


def test_the_longest_texts_are_left_out_and_all_else_is_read() -> None:
    """A box of which the session knows nothing is told to be empty, else it would be set anew."""
    state = SessionState()
    state["known"] = "before"
    long = "x" * SMALL
    said = WidgetStates(
        widgets=[
            WidgetState(id="known", string_value=long),
            WidgetState(id="number", int_value=3),
            WidgetState(id="brought", string_value=long),
            WidgetState(id="short", string_value="y" * 99),
            WidgetState(id="unheard of", bytes_value=long.encode()),
        ]
    )
    assert sorted(leave_out_long(said, state)) == ["brought", "known", "unheard of"]
    left = {each.id: getattr(each, each.WhichOneof("value")) for each in said.widgets}
    assert left == {"number": 3, "short": "y" * 99, "brought": ""}


def test_no_more_is_left_out_than_there_is_no_room_for() -> None:
    lengths = {"a": 40_000, "b": 70_000, "c": 50_000}
    widgets = [WidgetState(id=box, string_value="x" * length) for box, length in lengths.items()]
    assert leave_out_long(WidgetStates(widgets=widgets), SessionState()) == ["b"]


# ---- what is over --------------------------------------------------------------------------------


def received(
    messages: list[bytes], who: Visitor, reads: int
) -> tuple[list[Message], list[Message]]:
    """What Streamlit gets of these messages of a page, and what the page is sent."""
    sent: list[Message] = []
    waiting = iter(messages)

    async def receive() -> Message:
        return {"type": "websocket.receive", "bytes": next(waiting)}

    async def send(message: Message) -> None:
        sent.append(message)

    async def read() -> list[Message]:
        one_by_one = guard._one_by_one(receive, send, who)
        return [await one_by_one() for _ in range(reads)]

    with ThreadPoolExecutor() as thread:  # a browser test of this process leaves a loop running
        return thread.submit(asyncio.run, read()).result(), sent


def test_what_is_asked_is_counted_as_it_came() -> None:
    """To count a text of megabytes in a message takes as long as to write it."""
    question = BackMsg(rerun_script=ClientState(page_name="byte_bpe"))
    said = question.SerializeToString()
    who = Visitor("")
    received([said], who, 1)
    assert who.asked == len(said) == question.ByteSize()
    before = held.visitor.set(who)
    who.asked = 7
    assert held.size_of_question(question.rerun_script) == 7
    held.visitor.reset(before)
    assert held.size_of_question(question.rerun_script) == question.rerun_script.ByteSize()


def test_behind_a_large_message_comes_one_that_says_nothing() -> None:
    """Streamlit keeps the last one."""
    box = WidgetState(id="a", string_value="x" * SMALL)
    large = BackMsg(rerun_script=ClientState(widget_states=WidgetStates(widgets=[box])))
    small = BackMsg(stop_script=True).SerializeToString()
    got, sent = received([small, large.SerializeToString(), small], Visitor(""), 4)
    assert [message["bytes"] for message in got] == [small, large.SerializeToString(), b"", small]
    assert not sent


def test_large_messages_are_spaced_and_small_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[int] = []

    async def wait(size: int) -> None:
        waited.append(size)

    monkeypatch.setattr(guard, "_spacing", SimpleNamespace(wait=wait))
    box = WidgetState(id="a", string_value="x" * SMALL)
    large = BackMsg(rerun_script=ClientState(widget_states=WidgetStates(widgets=[box])))
    said = large.SerializeToString()
    got, _ = received([BackMsg(stop_script=True).SerializeToString(), said], Visitor(""), 2)
    assert got[-1]["bytes"] == said
    assert waited == [len(said)]


def test_the_reader_of_frames_keeps_no_message(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("handle_bytes", "handle_cont"):
        monkeypatch.setattr(
            WebSocketsSansIOProtocol, name, getattr(WebSocketsSansIOProtocol, name)
        )  # put back at the end
    held.let_go_of_frames()
    taken: list[list[bytes]] = []
    protocol = SimpleNamespace(frames=[])
    protocol.send_receive_event_to_app = lambda: taken.append(protocol.frames)
    frames = [Frame(Opcode.BINARY, b"a", fin=False), Frame(Opcode.CONT, b"b")]
    WebSocketsSansIOProtocol.handle_bytes(cast(Any, protocol), frames[0])
    WebSocketsSansIOProtocol.handle_cont(cast(Any, protocol), frames[1])
    assert taken == [[b"a", b"b"]]
    assert [frame.data for frame in frames] == [b"", b""]


def test_nobody_waits_for_a_look_because_models_have_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """They go by themselves, more than a hundred of them in a second of a class."""
    looked: list[None] = []
    monkeypatch.setattr(gc, "collect", lambda: looked.append(None))
    ended = Ended()
    ended.note(2 * HEAVY)
    ended.add(1)
    assert not looked
    assert ended.is_much()
    ended.add(HEAVY)
    assert len(looked) == 1
    assert not ended.is_much()


@pytest.mark.parametrize(("size", "is_much"), [(MUCH + 1, True), (SMALL, False)])
def test_python_looks_for_what_ended_sessions_held_if_it_was_much(
    size: int, is_much: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session is neither active nor left any more, however it ended."""
    looked: list[None] = []
    files: list[None] = []
    kept, ended = Kept(), Ended()
    kept.take("gone", "other", size)
    kept.take("left", "class", HALF)
    storage = SimpleNamespace(_cache=SimpleNamespace(_data={"left": None}, expire=lambda: None))
    runtime = SimpleNamespace(
        _session_mgr=SimpleNamespace(_session_storage=storage, _active_session_info_by_id={}),
        _uploaded_file_mgr=SimpleNamespace(_total_bytes=0),
        media_file_mgr=SimpleNamespace(remove_orphaned_files=lambda: files.append(None)),
    )
    monkeypatch.setattr(sessions, "kept", kept)
    monkeypatch.setattr(sessions, "ended", ended)
    monkeypatch.setattr(sessions, "get_instance", lambda: runtime)
    monkeypatch.setattr(sessions, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(gc, "collect", lambda: looked.append(None))

    async def look_thrice() -> None:
        closing = asyncio.Event()
        looking = asyncio.create_task(sessions.end_left_sessions(closing))
        await asyncio.sleep(0.3)
        closing.set()
        await looking

    with ThreadPoolExecutor() as thread:
        thread.submit(asyncio.run, look_thrice()).result()
    assert len(looked) == is_much
    assert files  # what they saved goes too
    assert kept.at("class") == HALF
