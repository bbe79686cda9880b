"""Which runs a part of a page may have alone, and which are of the whole page."""

from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession, AppSessionState
from streamlit.runtime.fragment import MemoryFragmentStorage

from tokviz.ui.server import reruns
from tokviz.ui.server.reruns import needs_whole_page, run_whole_where_needed


def session(state: AppSessionState) -> Any:
    """A session whose page has a lesson, and in it what stands below the stage."""
    parts = MemoryFragmentStorage()
    parts.register("lesson", lambda: None)
    parts.register("below", lambda: None, parent_fragment_id="lesson")
    return SimpleNamespace(_fragment_storage=parts, _state=state)


@pytest.mark.parametrize("part", ["lesson", "below"])
def test_a_part_runs_alone_where_nothing_else_does(part: str) -> None:
    assert not needs_whole_page(session(AppSessionState.APP_NOT_RUNNING), part)


def test_an_edit_ends_the_run_that_goes_on_and_a_look_below_the_stage_waits_for_it() -> None:
    busy = session(AppSessionState.APP_IS_RUNNING)
    assert needs_whole_page(busy, "lesson")
    assert not needs_whole_page(busy, "below")


def test_a_part_that_the_server_does_not_know_is_a_page_to_draw() -> None:
    assert needs_whole_page(session(AppSessionState.APP_NOT_RUNNING), "of another server")


def test_a_run_of_the_whole_page_stays_one() -> None:
    assert not needs_whole_page(session(AppSessionState.APP_IS_RUNNING), "")


def test_streamlit_is_asked_for_the_whole_page(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        AppSession, "request_rerun", AppSession.request_rerun
    )  # put back at the end
    monkeypatch.setattr(
        reruns, "_request_rerun", lambda _, client_state: asked.append(client_state.fragment_id)
    )
    run_whole_where_needed()
    idle = session(AppSessionState.APP_NOT_RUNNING)
    AppSession.request_rerun(idle, ClientState(fragment_id="lost"))
    AppSession.request_rerun(idle, ClientState(fragment_id="lesson"))
    assert asked == ["", "lesson"]
