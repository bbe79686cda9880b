"""What Streamlit is spared changes nothing that a page reads or a browser is told."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from typing import Any

import pytest
from streamlit.components.v2.bidi_component import main as bidi_component
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import ScriptRunnerEvent
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.safe_session_state import SafeSessionState

from tokviz.ui.server import sparing
from tokviz.ui.server.sparing import Looked, bundle, presenter, spare, write_data, write_known_theme

STREAMLITS_WRITE_DATA = vars(bidi_component)["serialize_mixed_data"]
DRAWN, ENDED = ScriptRunnerEvent.ENQUEUE_FORWARD_MSG, ScriptRunnerEvent.SCRIPT_STOPPED_WITH_SUCCESS
THEMES = ("theme", "theme.light", "theme.dark", "theme.sidebar", "theme.light.sidebar")


@pytest.fixture
def state() -> SafeSessionState:
    safe = SafeSessionState(SessionState(), lambda: None)
    safe["page:text"], safe["page:size"], safe["page:sample"] = "low", 20, None
    return safe


def test_a_box_finds_what_it_would_find_among_all(state: SafeSessionState) -> None:
    looked = Looked(state)
    assert dict(looked) == state.filtered_state
    assert len(looked) == 3
    assert "page:sample" in looked
    assert looked["page:sample"] is None
    assert "page:other" not in looked
    assert looked.get("page:other") is None


def test_a_box_makes_no_value_but_its_own(
    state: SafeSessionState, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    one = SessionState.__getitem__

    def note(self: SessionState, key: str) -> Any:
        made.append(key)
        return one(self, key)

    monkeypatch.setattr(SessionState, "__getitem__", note)
    assert Looked(state)["page:size"] == 20
    assert made == ["page:size"]


CLICKS = WidgetMetadata(
    "clicks",
    deserializer=lambda said: said,
    serializer=lambda said: said,
    value_type="json_trigger_value",
)


def test_what_a_component_said_is_read_as_it_is_and_with_its_clicks() -> None:
    state, present = SessionState(), presenter("clicks", "component", None)
    said = {"step": 3}
    assert present(said, state) is said
    state._new_widget_state.widget_metadata["clicks"] = CLICKS
    assert present(said, state) is said
    state._new_widget_state.set_from_value("clicks", [{"event": "go", "value": "page"}])
    assert present(said, state) == {"step": 3, "go": "page"}


DATA: tuple[object, ...] = (
    {"stop": None, "look": ["é", 1.5, True], "in": {"a": []}},
    [{"a": 1}, {"b": "\ud800"}],
)


@pytest.mark.parametrize("data", DATA)
def test_a_component_is_given_its_data_as_streamlit_writes_them(data: object) -> None:
    given, ours = BidiComponent(), BidiComponent()
    STREAMLITS_WRITE_DATA(data, given)
    write_data(data, ours)
    assert ours == given
    assert ours.json


@pytest.mark.parametrize("section", THEMES)
def test_the_browser_is_told_the_theme_that_is_configured(section: str) -> None:
    told, known = CustomThemeConfig(), CustomThemeConfig()
    sparing._write_theme(told, section)
    for _ in range(2):
        write_known_theme(known, section)
        assert known == told
        known.Clear()
    assert bool(told.ByteSize()) == (section in ("theme", "theme.light", "theme.dark"))


# ---- bundles ------------------------------------------------------------------------------------


def in_a_loop(run: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """In a thread: the browser tests have a loop in the main one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(run())).result()


class Session:
    """What of a session a run tells its elements to."""

    def __init__(self) -> None:
        self._event_loop = asyncio.get_running_loop()
        self._scriptrunner: object = None
        self._browser_queue = self
        self.told: list[tuple[ScriptRunnerEvent, dict[str, Any]]] = []
        self.drawn: list[int] = []
        self.calls = self.sent = 0

    def _call_soon_on_event_loop(self, call: Any) -> None:
        self.calls += 1
        self._event_loop.call_soon_threadsafe(call)

    def _handle_scriptrunner_event_on_event_loop(
        self, _: object, event: ScriptRunnerEvent, **told: Any
    ) -> None:
        self.told.append((event, told))

    def enqueue(self, element: int) -> None:
        self.drawn.append(element)

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
        await asyncio.sleep(2 * sparing.BUNDLE_SECONDS)
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
        await asyncio.sleep(2 * sparing.BUNDLE_SECONDS)
        assert (len(session.told), session.drawn) == (1, [1, 2])

    in_a_loop(run)


def test_what_threads_draw_at_once_is_told_once_each() -> None:
    async def run() -> None:
        session = Session()
        threads = [asyncio.to_thread(session.draw, *range(k, 4_000, 4)) for k in range(4)]
        await asyncio.gather(*threads)
        await asyncio.sleep(2 * sparing.BUNDLE_SECONDS)
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
        sparing._waiting[session] = waiting  # type: ignore[index]
        session.draw(1)
        async with asyncio.timeout(10):
            while len(session.drawn) < 2:
                await asyncio.sleep(sparing.BUNDLE_SECONDS)
        assert session.drawn == [1, 2]

    in_a_loop(run)


# ---- Streamlit ----------------------------------------------------------------------------------


@pytest.fixture
def spared() -> Iterator[None]:
    before = SafeSessionState.filtered_state, AppSession._on_scriptrunner_event
    spare()
    yield
    SafeSessionState.filtered_state, AppSession._on_scriptrunner_event = before  # type: ignore[method-assign]
    app_session._populate_theme_msg = sparing._write_theme
    vars(bidi_component)["serialize_mixed_data"] = STREAMLITS_WRITE_DATA
    vars(bidi_component)["make_bidi_component_presenter"] = sparing._presenter


@pytest.mark.usefixtures("spared")
def test_streamlit_asks_where_we_answer(state: SafeSessionState) -> None:
    assert isinstance(state.filtered_state, Looked)
    assert app_session._populate_theme_msg is write_known_theme
    assert vars(bidi_component)["serialize_mixed_data"] is write_data
    assert vars(bidi_component)["make_bidi_component_presenter"] is presenter
    assert AppSession._on_scriptrunner_event is bundle
