"""What a run draws comes to its browser together, in order, and once."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.scriptrunner import ScriptRunnerEvent
from streamlit.web.server.starlette.starlette_server_config import WEBSOCKET_MAX_SEND_QUEUE_SIZE

from tokviz.ui.server import bundles
from tokviz.ui.server.bundles import bundle, flush, send, send_bundles

DRAWN, ENDED = ScriptRunnerEvent.ENQUEUE_FORWARD_MSG, ScriptRunnerEvent.SCRIPT_STOPPED_WITH_SUCCESS


def in_a_loop(run: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """In a thread: the browser tests have a loop in the main one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(run())).result()


class Session:
    """What of a session a run tells its elements to."""

    def __init__(self) -> None:
        self._event_loop = asyncio.get_running_loop()
        self._scriptrunner: object = None
        self._browser_queue = ForwardMsgQueue()
        self.told: list[tuple[ScriptRunnerEvent, dict[str, Any]]] = []
        self.calls = self.sent = 0

    @property
    def drawn(self) -> list[Any]:
        return self._browser_queue._queue

    def _call_soon_on_event_loop(self, call: Any) -> None:
        self.calls += 1
        self._event_loop.call_soon_threadsafe(call)

    def _handle_scriptrunner_event_on_event_loop(
        self, _: object, event: ScriptRunnerEvent, **told: Any
    ) -> None:
        self.told.append((event, told))

    def _message_enqueued_callback(self) -> None:
        self.sent += 1

    def draw(self, *elements: int) -> None:
        for element in elements:
            bundle(self, None, DRAWN, forward_msg=element)  # type: ignore[arg-type]


def test_elements_go_in_one_bundle_in_their_order() -> None:
    async def run() -> None:
        session = Session()
        session.draw(*range(40))
        assert session.calls == 1
        while not session.drawn:
            await asyncio.sleep(0)
        assert session.drawn == list(range(40))
        assert session.sent == 1

    in_a_loop(run)


def test_what_an_ended_script_still_draws_is_left_to_streamlit_which_drops_it() -> None:
    async def run() -> None:
        session = Session()
        session._scriptrunner = "another"
        session.draw(1)
        await asyncio.sleep(2 * bundles.BUNDLE_SECONDS)
        assert session.drawn == []
        assert session.told == [(DRAWN, {"forward_msg": 1})]

    in_a_loop(run)


def test_the_end_of_a_run_is_told_at_once_and_after_all_that_it_drew() -> None:
    async def run() -> None:
        session = Session()
        session.draw(1, 2)
        bundle(session, None, ENDED, run_descriptor="the first")  # type: ignore[arg-type]
        await asyncio.sleep(0)
        assert session.drawn == [1, 2]
        assert session.told == [(ENDED, {"run_descriptor": "the first"})]
        await asyncio.sleep(2 * bundles.BUNDLE_SECONDS)
        assert (len(session.told), session.drawn) == (1, [1, 2])

    in_a_loop(run)


def test_what_threads_draw_at_once_is_told_once_each() -> None:
    async def run() -> None:
        session = Session()
        threads = [asyncio.to_thread(session.draw, *range(k, 4_000, 4)) for k in range(4)]
        await asyncio.gather(*threads)
        await asyncio.sleep(2 * bundles.BUNDLE_SECONDS)
        assert sorted(session.drawn) == list(range(4_000))
        for k in range(4):
            assert [n for n in session.drawn if n % 4 == k] == list(range(k, 4_000, 4))

    in_a_loop(run)


class OneInstant(deque[Any]):
    """What waits, where a second thread draws between two moves of the first."""

    def __init__(self, second: Callable[[], None]) -> None:
        super().__init__()
        self._second: Callable[[], None] | None = second

    def append(self, element: Any) -> None:
        super().append(element)
        if self._second is not None:
            thread, self._second = Thread(target=self._second), None
            thread.start()
            thread.join(0.2)  # it may have to wait until the first has done all its moves


def test_what_two_runs_draw_at_one_instant_waits_for_neither_to_end() -> None:
    async def run() -> None:
        session = Session()
        waiting = OneInstant(lambda: session.draw(2))
        bundles._waiting[session] = waiting  # type: ignore[index]
        session.draw(1)
        async with asyncio.timeout(10):
            while len(session.drawn) < 2:
                await asyncio.sleep(bundles.BUNDLE_SECONDS)
        assert session.drawn == [1, 2]

    in_a_loop(run)


# ---- on the way to the browser ------------------------------------------------------------------


def test_all_that_waits_is_taken_in_order_in_parts_that_the_line_holds() -> None:
    drawn = [ForwardMsg(hash=str(number)) for number in range(1_234)]
    session = SimpleNamespace(_browser_queue=ForwardMsgQueue())
    session._browser_queue._queue += drawn
    taken = flush(session)  # type: ignore[arg-type]
    assert [message for part in taken for message in part] == drawn
    assert 2 * max(map(len, taken)) <= WEBSOCKET_MAX_SEND_QUEUE_SIZE
    assert flush(session) == []  # type: ignore[arg-type]


def test_of_a_bundle_each_message_is_sent() -> None:
    session = SimpleNamespace(script_run_count=0, client=SimpleNamespace())
    sent: list[ForwardMsg] = []
    session.client.write_forward_msg = sent.append
    end = ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY)
    messages = [ForwardMsg(hash="a"), end, ForwardMsg(hash="b")]
    send(None, session, messages)  # type: ignore[arg-type]
    assert sent == messages
    assert session.script_run_count == 1


@pytest.fixture
def in_bundles() -> Iterator[None]:
    before = AppSession._on_scriptrunner_event, AppSession.flush_browser_queue
    send_bundles()
    yield
    AppSession._on_scriptrunner_event, AppSession.flush_browser_queue = before  # type: ignore[method-assign]
    Runtime._send_message = bundles._send_one  # type: ignore[method-assign]


@pytest.mark.usefixtures("in_bundles")
def test_streamlit_sends_bundles() -> None:
    assert AppSession._on_scriptrunner_event is bundle
    assert AppSession.flush_browser_queue is flush
    assert Runtime._send_message is send
