"""What Streamlit is spared changes nothing that a page reads or a browser is told."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit import delta_generator, env_util
from streamlit.components.v2.bidi_component import main as bidi_component
from streamlit.cursor import Cursor, LockedCursor, RunningCursor
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession, AppSessionState
from streamlit.runtime.scriptrunner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests, ScriptRequestType
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.safe_session_state import SafeSessionState

from tokviz import ui
from tokviz.ui.server import sparing
from tokviz.ui.server.sparing import Looked, begin, copied, obey, presenter, spare, write_data

UI = Path(ui.__path__[0])

STREAMLITS_WRITE_DATA = vars(bidi_component)["serialize_mixed_data"]


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


# ---- how a run begins ---------------------------------------------------------------------------


class Session:
    """What of a session Streamlit tells a browser when a run begins."""

    id = "of one tab"
    _script_data = SimpleNamespace(name="app", main_script_path="app.py", is_hello=False)
    _run_on_save = False
    _state = AppSessionState.APP_IS_RUNNING
    _populate_app_pages = AppSession._populate_app_pages

    def __init__(self) -> None:
        self.pages = pages("app")
        self._pages_manager = SimpleNamespace(
            main_script_path="app.py", main_script_hash="main", get_pages=lambda: self.pages
        )

    def _compute_skills_nudge_state(self) -> tuple[bool, str]:
        return False, ""


def pages(*names: str) -> dict[str, dict[str, str]]:
    return {name: {"page_name": name, "icon": "🔤"} for name in names}


def test_each_run_begins_with_what_streamlit_says_of_it() -> None:
    """Of another page, part, state or list of pages; two sessions at once."""
    sessions = Session(), Session()
    every = pages("app", "byte_bpe")
    told: list[ForwardMsg] = []
    for number, (page, listed, state) in enumerate([
        ("app", None, AppSessionState.APP_IS_RUNNING),
        ("app", None, AppSessionState.APP_NOT_RUNNING),
        ("byte_bpe", None, AppSessionState.APP_IS_RUNNING),
        ("byte_bpe", every, AppSessionState.APP_IS_RUNNING),
        ("byte_bpe", every, AppSessionState.APP_IS_RUNNING),
        ("app", every, AppSessionState.APP_IS_RUNNING),
    ]):  # fmt: skip
        for session in sessions:
            session._state = state
            session.id = f"of tab {sessions.index(session)}"
            run = SimpleNamespace(script_run_id=f"run {number}", fragment_ids=["part"][:number])
            ours = begin(session, page, run, listed)  # type: ignore[arg-type]
            assert ours == sparing._begin(session, page, run, listed)  # type: ignore[arg-type]
            told.append(ours)
    assert len({message.SerializeToString(deterministic=True) for message in told}) == len(told)


def test_a_session_has_it_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def note(self: AppSession, page: str, run: Any, listed: Any) -> ForwardMsg:
        made.append(page)
        return streamlits(self, page, run, listed)

    streamlits = sparing._begin
    monkeypatch.setattr(sparing, "_begin", note)
    session = Session()
    for number in range(5):
        run = SimpleNamespace(script_run_id=str(number), fragment_ids=["part"])
        begin(session, "app", run)  # type: ignore[arg-type]
    assert made == ["app"]


# ---- what goes on in a run ----------------------------------------------------------------------


@pytest.mark.parametrize("asked", [ScriptRequestType.STOP, ScriptRequestType.RERUN])
def test_streamlit_is_asked_what_becomes_of_a_run_of_which_something_is_asked(
    asked: ScriptRequestType, monkeypatch: pytest.MonkeyPatch
) -> None:
    obeyed: list[object] = []
    monkeypatch.setattr(sparing, "_obey", obeyed.append)
    runner: Any = SimpleNamespace(_requests=ScriptRequests())
    runner._requests._state = ScriptRequestType.CONTINUE
    obey(runner)
    assert obeyed == []
    runner._requests._state = asked
    obey(runner)
    assert obeyed == [runner]


def test_no_part_of_a_page_runs_in_threads_of_its_own() -> None:
    """What goes wrong in one, ``obey`` would not see."""
    source = "".join(path.read_text(encoding="utf-8") for path in UI.rglob("*.py"))
    assert "parallel=" not in source


def by_python(place: Cursor) -> Cursor:
    """As Python copies what says nothing of it."""
    copy: Cursor = object.__new__(type(place))
    vars(copy).update(deepcopy(vars(place)))
    return copy


@pytest.mark.parametrize("place", [RunningCursor(0, (2, 1)), LockedCursor(1, (3,), index=4)])
def test_a_copy_of_a_place_is_the_same_and_moves_apart(place: Cursor) -> None:
    place.get_transient_cursor()
    place.transient_elements[3] = Element(has_one_shot_effect=True)
    copy = copied(place, {})
    for one in (copy, by_python(place)):
        assert type(one) is type(place)
        assert one.delta_path == place.delta_path
        assert one.transient_index == 0
        assert dict(one.transient_elements.items()) == {3: Element(has_one_shot_effect=True)}
    copy.transient_elements[3].has_one_shot_effect = False
    copy.open_block()
    copy.get_transient_cursor()
    assert place.transient_index == 0
    assert place.transient_elements[3].has_one_shot_effect
    assert place.delta_path in ([0, 2, 1, 0], [1, 3, 4])


def test_a_place_where_nothing_passes_shares_none_with_its_copy() -> None:
    place = RunningCursor(0)
    copy = copied(place, {})
    copy.transient_elements[0] = Element()
    assert len(place.transient_elements) == 0


# ---- Streamlit ----------------------------------------------------------------------------------


@pytest.fixture
def spared() -> Iterator[None]:
    before = SafeSessionState.filtered_state
    warned = delta_generator._use_warning_has_been_displayed
    spare()
    yield
    delta_generator._use_warning_has_been_displayed = warned
    SafeSessionState.filtered_state = before  # type: ignore[method-assign]
    AppSession._create_new_session_message = sparing._begin  # type: ignore[method-assign]
    ScriptRunner._maybe_handle_execution_control_request = sparing._obey  # type: ignore[method-assign]
    for place in sparing.PLACES:
        del place.__deepcopy__
    vars(bidi_component)["serialize_mixed_data"] = STREAMLITS_WRITE_DATA
    vars(bidi_component)["make_bidi_component_presenter"] = sparing._presenter


@pytest.mark.usefixtures("spared")
def test_streamlit_asks_where_we_answer(state: SafeSessionState) -> None:
    assert isinstance(state.filtered_state, Looked)
    assert AppSession._create_new_session_message is begin
    assert ScriptRunner._maybe_handle_execution_control_request is obey
    assert vars(RunningCursor)["__deepcopy__"] is vars(LockedCursor)["__deepcopy__"] is copied
    assert vars(bidi_component)["serialize_mixed_data"] is write_data
    assert vars(bidi_component)["make_bidi_component_presenter"] is presenter


def test_no_element_looks_through_the_files_of_all_modules(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    looked: list[str] = []

    def note() -> bool:
        looked.append("at all")
        return False

    monkeypatch.setattr(env_util, "is_repl", note)
    monkeypatch.setattr(delta_generator, "_use_warning_has_been_displayed", False)
    delta_generator._maybe_print_use_warning()
    assert looked == ["at all"]
    monkeypatch.setattr(delta_generator, "_use_warning_has_been_displayed", False)
    request.getfixturevalue("spared")
    delta_generator._maybe_print_use_warning()
    assert looked == ["at all"]
