"""What a session answers, and when it ends."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from streamlit.proto.BackMsg_pb2 import BackendOperationRequest, BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import FileURLsRequest
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.caching.ttl_cache import TTLCache

from tokviz.ui.server import sessions


def operation(**payload: Any) -> BackMsg:
    return BackMsg(backend_operation_request=BackendOperationRequest(**payload))


@pytest.mark.parametrize(
    ("question", "is_answered"),
    [
        (BackMsg(rerun_script=ClientState()), True),
        (BackMsg(stop_script=True), True),
        (BackMsg(app_heartbeat=True), True),
        (BackMsg(file_urls_request=FileURLsRequest()), True),
        (BackMsg(clear_cache=True), False),
        (BackMsg(set_run_on_save=True), False),
        (BackMsg(load_git_info=True), False),
        (BackMsg(backend_operation_request=BackendOperationRequest()), False),
        (operation(deferred_file={}), True),
        (operation(dataframe_chunk={}), True),
        (operation(install_skills={}), False),
        (operation(dismiss_skills_nudge={}), False),
        (BackMsg(), False),
    ],
)
def test_a_session_answers_what_pages_ask_and_nothing_else(
    question: BackMsg, is_answered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered: list[BackMsg] = []
    monkeypatch.setattr(sessions, "_handle", lambda _, asked: answered.append(asked))
    sessions.answer(cast(AppSession, None), question)
    assert answered == [question] * is_answered


def test_a_session_that_was_left_ends_by_the_clock() -> None:
    now, ended = [0.0], []
    left: TTLCache[str, Any] = TTLCache(9, 120, timer=lambda: now[0])
    for name in ("first", "second"):
        session = SimpleNamespace(shutdown=lambda name=name: ended.append(name))
        left[name] = SimpleNamespace(session=session)
        now[0] += 100
    sessions.end_over_due(left)
    assert (ended, [*left]) == (["first"], ["second"])
