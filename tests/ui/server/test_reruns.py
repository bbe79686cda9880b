"""Which run a question starts, and that a click is read once, however runs end each other."""

import gc
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.app_session import AppSession, AppSessionState
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.safe_session_state import SafeSessionState

from tokviz.ui.server import held, reruns
from tokviz.ui.server.held import HEAVY, SMALL, Ended, Kept, Visitor
from tokviz.ui.server.questions import BOXES
from tokviz.ui.server.reruns import BY_ITSELF, answer_every_question, needs_whole_page

IDLE, BUSY = AppSessionState.APP_NOT_RUNNING, AppSessionState.APP_IS_RUNNING


class Session:
    """A session whose page has a lesson, and in it what stands below the stage."""

    def __init__(self, state: AppSessionState) -> None:
        self._state = state
        self._fragment_storage = MemoryFragmentStorage()
        self._fragment_storage.register("lesson", lambda: None)
        self._fragment_storage.register("below", lambda: None, parent_fragment_id="lesson")
        self.session_state = SessionState()
        self._pages_manager = SimpleNamespace(current_page_script_hash="a")
        self._scriptrunner = SimpleNamespace(_script_thread=threading.current_thread())
        self.id = "a session"
        self.asked: list[ClientState] = []


def session(state: AppSessionState) -> Any:
    return Session(state)


@pytest.mark.parametrize("part", ["lesson", "below"])
def test_a_part_runs_alone_where_nothing_else_does(part: str) -> None:
    assert not needs_whole_page(session(IDLE), part)


def test_an_edit_ends_the_run_that_goes_on_and_a_look_below_the_stage_waits_for_it() -> None:
    busy = session(BUSY)
    assert needs_whole_page(busy, "lesson")
    assert not needs_whole_page(busy, "below")


def test_a_part_that_the_server_does_not_know_is_a_page_to_draw() -> None:
    assert needs_whole_page(session(IDLE), "of another server")


def test_a_run_of_the_whole_page_stays_one() -> None:
    assert not needs_whole_page(session(BUSY), "")


# ---- what is read ---------------------------------------------------------------------------

Ask = Callable[..., ClientState]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any]]:
    """What Streamlit would read, as (what was sent, clicks of which the callers know)."""
    seen: list[tuple[Any, Any]] = []
    monkeypatch.setattr(
        AppSession, "request_rerun", AppSession.request_rerun
    )  # put back at the end
    monkeypatch.setattr(
        SafeSessionState, "on_script_will_rerun", SafeSessionState.on_script_will_rerun
    )
    monkeypatch.setattr(
        reruns, "_request_rerun", lambda session, client_state: session.asked.append(client_state)
    )

    def reads(state: SafeSessionState, said: Any, *, replay_trigger_states: Any) -> None:
        state._yield_callback()  # must end no reading
        seen.append((values(said), values(replay_trigger_states)))

    monkeypatch.setattr(reruns, "_read", reads)
    answer_every_question()
    return seen


def values(said: WidgetStates | None) -> dict[str, Any]:
    widgets = () if said is None else said.widgets
    return {widget.id: getattr(widget, widget.WhichOneof("value")) for widget in widgets}


def ask(session: Any, part: str = "lesson", box: int = 0, click: str = "") -> None:
    """A question with what stands in the page's one box, and perhaps with a click."""
    said = [WidgetState(id="box", int_value=box)]
    said += [WidgetState(id=name, trigger_value=True) for name in [click] if name]
    question = ClientState(
        fragment_id=part, page_script_hash="a", widget_states=WidgetStates(widgets=said)
    )
    AppSession.request_rerun(session, question)


def begin(session: Any) -> None:
    """The run begins that answers the last question, in this thread."""

    def end() -> None:
        raise AssertionError("a reading was ended")

    state = SafeSessionState(session.session_state, end)
    state.on_script_will_rerun(session.asked[-1].widget_states)
    assert state._yield_callback is end


def test_streamlit_is_asked_for_the_whole_page(read: list[Any]) -> None:
    idle = session(IDLE)
    ask(idle, "lost")
    ask(idle, "lesson")
    assert [question.fragment_id for question in idle.asked] == ["", "lesson"]
    assert not read


def test_a_click_of_a_run_that_never_began_is_read_with_the_next_question(read: list[Any]) -> None:
    page = session(IDLE)
    ask(page, box=1, click="click")
    ask(page, "", box=2)
    begin(page)
    ask(page, box=3)
    begin(page)
    assert read == [({"box": 2, "click": True}, {}), ({"box": 3}, {})]


def test_a_click_is_read_once_where_the_next_question_comes_before(read: list[Any]) -> None:
    """The run was about to read the first when the second took over what was unread."""
    page = session(IDLE)
    ask(page, box=1, click="click")
    ask(page, box=2)
    begin(page)
    begin(page)
    assert read == [({"box": 2, "click": True}, {}), ({}, {"click": True})]


def test_what_waits_to_be_read_does_not_grow_beyond_what_a_page_says(read: list[Any]) -> None:
    """Questions made by hand, each with other boxes and clicks than the one before."""
    page = session(BUSY)
    for number in range(2 * BOXES):
        ask(page, click=f"click{number}")
    assert len(page.asked[-1].widget_states.widgets) <= BOXES
    begin(page)
    assert read[0][0][f"click{2 * BOXES - 1}"]


def test_a_text_that_there_is_no_room_for_is_asked_again_with_each_question(
    read: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told once a question, and read as soon as there is room, though it stayed as it was."""
    monkeypatch.setattr(held, "kept", Kept())
    who = held.visitor.set(Visitor("10.0.0.9"))
    page = session(IDLE)
    page.session_state["text"] = "before"
    text = WidgetState(id="text", string_value="a" * (2 * SMALL))
    told: list[bool] = []
    for number, room in enumerate([SMALL, SMALL, 10 * SMALL]):
        monkeypatch.setattr(held, "KEPT", room)
        said = WidgetStates(widgets=[text, WidgetState(id="box", int_value=number)])
        AppSession.request_rerun(page, ClientState(page_script_hash="a", widget_states=said))
        assert set(reruns.held_by_browser(page.session_state)) == {"text", "box"}
        told += [reruns.tell_lack_of_room(page.session_state) is not None for _ in range(2)]
        begin(page)
    held.visitor.reset(who)
    assert [said for said, _ in read] == [
        {"box": 0},
        {"box": 1},
        {"box": 2, "text": text.string_value},
    ]
    assert told == [True, False, True, False, False, False]


def test_what_ended_runs_hold_of_large_questions_is_let_go(
    read: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that ended is let go when Python looks for it, which counts objects and no bytes."""
    looked: list[None] = []
    monkeypatch.setattr(gc, "collect", lambda: looked.append(None))
    monkeypatch.setattr(reruns, "ended", Ended())
    page = session(BUSY)
    text = WidgetState(id="text", string_value="a" * (HEAVY // 10))
    for number in range(1, 24):
        said = WidgetStates(widgets=[text, WidgetState(id="box", int_value=number)])
        AppSession.request_rerun(page, ClientState(page_script_hash="a", widget_states=said))
        page.asked.clear()
    assert len(looked) == 2
    assert not read


def test_an_edit_of_a_run_that_never_began_is_read_with_the_next_question(read: list[Any]) -> None:
    """The next one says the same of the box, which is nothing new."""
    page = session(IDLE)
    ask(page, box=1)
    begin(page)
    ask(page, box=2)
    ask(page, box=2, click="click")
    begin(page)
    assert read[1:] == [({"box": 2, "click": True}, {})]


def test_a_run_whose_place_another_took_reads_nothing(read: list[Any]) -> None:
    page = session(IDLE)
    ask(page, click="click")
    page._scriptrunner = SimpleNamespace(_script_thread=threading.Thread())
    begin(page)
    assert not read
    page._scriptrunner = SimpleNamespace(_script_thread=threading.current_thread())
    begin(page)
    assert [clicked for clicked, _ in read] == [{"box": 0, "click": True}]


PLACE = f"place{BY_ITSELF}"


def test_a_box_that_says_the_same_again_is_no_news(read: list[Any]) -> None:
    """The first click may have set it, and the second left before the answer to that came in."""
    page = session(IDLE)
    ask(page, box=1, click="first")
    begin(page)
    ask(page, box=1, click="second")
    begin(page)
    ask(page, "", box=2)
    begin(page)
    assert [clicked for clicked, _ in read[1:]] == [{"second": True}, {"box": 2}]


def test_a_box_that_alone_says_the_same_again_was_set_back(read: list[Any]) -> None:
    page = session(IDLE)
    for _ in range(2):
        ask(page, box=1)
        begin(page)
    assert read == [({"box": 1}, {})] * 2


@pytest.mark.parametrize(
    ("state", "new", "seen"),
    [
        (IDLE, 5, {"box": 1, "new": 5}),
        (IDLE, 6, {"new": 6}),
        (BUSY, 5, {"new": 5}),
    ],
    ids=["set back", "edited", "before the answer"],
)
def test_a_box_is_set_back_where_only_what_the_answer_set_is_new(
    state: AppSessionState, new: int, seen: dict[str, int], read: list[Any]
) -> None:
    """The answer set another box to 5: a browser that says so has the answer."""
    page = session(IDLE)
    ask(page, "", box=1)
    begin(page)
    drawn = WidgetMetadata[int]("new", int, int, "int_value")
    page.session_state._new_widget_state.set_widget_metadata(drawn)
    page.session_state["new"] = 5
    page._state = state
    said = [WidgetState(id="box", int_value=1), WidgetState(id="new", int_value=new)]
    question = ClientState(page_script_hash="a", widget_states=WidgetStates(widgets=said))
    AppSession.request_rerun(page, question)
    begin(page)
    assert read[1] == (seen, {})


@pytest.mark.parametrize(
    "asked",
    [
        ClientState(fragment_id="of another server", page_script_hash="a"),
        ClientState(page_script_hash="b"),
        ClientState(page_name="lesson"),
    ],
    ids=["server", "page", "address"],
)
def test_all_boxes_are_news_to_a_server_or_a_page_that_is_new(
    asked: ClientState, read: list[Any]
) -> None:
    page = session(IDLE)
    ask(page, box=1)
    begin(page)
    said = [WidgetState(id="box", int_value=1), WidgetState(id="click", trigger_value=True)]
    asked.widget_states.CopyFrom(WidgetStates(widgets=said))
    AppSession.request_rerun(page, asked)
    begin(page)
    assert read[1] == ({"box": 1, "click": True}, {})


def test_what_the_page_asks_by_itself_ends_no_run(read: list[Any]) -> None:
    page = session(BUSY)
    ask(page, "lesson", 1, PLACE)
    ask(page, "lesson", 1, "click")
    assert [question.fragment_id for question in page.asked] == ["lesson", ""]
    assert not read


def test_what_a_page_asks_by_itself_does_not_bring_it_back(read: list[Any]) -> None:
    """The reader goes to page b; the place on page a asks before, and after, b's run began."""
    page = session(IDLE)
    AppSession.request_rerun(page, ClientState(page_script_hash="b"))
    ask(page, click=PLACE)
    begin(page)
    page._pages_manager.current_page_script_hash = "b"
    ask(page, click=PLACE)
    assert [question.page_script_hash for question in page.asked] == ["b"]
    ask(page, click="of the reader")
    assert page.asked[-1].page_script_hash == "a"
    assert len(read) == 1
