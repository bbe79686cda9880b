"""What Streamlit is spared changes nothing that a page reads or a browser is told."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit import delta_generator, env_util
from streamlit.components.v2.bidi_component import main as bidi_component
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession, AppSessionState
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.safe_session_state import SafeSessionState

from tokviz.ui.server import sparing
from tokviz.ui.server.sparing import Looked, begin, presenter, spare, write_data

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
    vars(bidi_component)["serialize_mixed_data"] = STREAMLITS_WRITE_DATA
    vars(bidi_component)["make_bidi_component_presenter"] = sparing._presenter


@pytest.mark.usefixtures("spared")
def test_streamlit_asks_where_we_answer(state: SafeSessionState) -> None:
    assert isinstance(state.filtered_state, Looked)
    assert AppSession._create_new_session_message is begin
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
