"""What a session answers and keeps, and when it ends."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from streamlit.proto.BackMsg_pb2 import BackendOperationRequest, BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import FileURLsRequest
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.caching.ttl_cache import TTLCache
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

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


def upload(manager: MemoryUploadedFileManager, session: str, name: str, size: int) -> None:
    sessions.add_file(manager, session, UploadedFileRec(name, name, "", b"x" * size))


def kept(manager: MemoryUploadedFileManager) -> dict[str, list[str]]:
    return {session: [*files] for session, files in manager.file_storage.items()}


def test_who_uploads_more_than_pages_need_loses_what_came_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sessions, "UPLOADED_BY_ONE", 100)
    manager = MemoryUploadedFileManager("/upload")
    for name in ("a", "b", "c"):
        upload(manager, "one", name, 50)
        upload(manager, "other", name, 20)
    assert kept(manager) == {"one": ["b", "c"], "other": ["a", "b", "c"]}


def test_where_all_uploads_are_too_much_who_holds_most_loses_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sessions, "UPLOADED", 100)
    manager = MemoryUploadedFileManager("/upload")
    for name in ("a", "b", "c"):
        upload(manager, "hog", name, 30)
    upload(manager, "one", "d", 25)
    assert kept(manager) == {"hog": ["b", "c"], "one": ["d"]}
    upload(manager, "one", "e", 10)
    assert kept(manager) == {"hog": ["b", "c"], "one": ["d", "e"]}


def test_a_session_that_was_left_ends_by_the_clock() -> None:
    now, ended = [0.0], []
    left: TTLCache[str, Any] = TTLCache(9, 120, timer=lambda: now[0])
    for name in ("first", "second"):
        session = SimpleNamespace(shutdown=lambda name=name: ended.append(name))
        left[name] = SimpleNamespace(session=session)
        now[0] += 100
    sessions.end_over_due(left)
    assert (ended, [*left]) == (["first"], ["second"])
