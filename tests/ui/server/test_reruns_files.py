"""A file that was just brought is news, whatever stood in its box, and no run is asked about it."""

import logging
import threading
from types import SimpleNamespace
from typing import Any, cast

import pytest
from streamlit.elements.widgets.file_uploader import FileUploaderSerde
from streamlit.proto.Common_pb2 import FileUploaderState
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.app_session import AppSession, AppSessionState
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.common import WidgetMetadata

from tokviz.ui.server.reruns import _was_answered

BOX = "$$ID-0-upload"


def drawn(*names: str) -> AppSession:
    """A session at rest, whose page has a box for files with these in it."""
    state = SessionState()
    kept = FileUploaderSerde(accept_multiple_files=False)
    state._new_widget_state.set_widget_metadata(
        WidgetMetadata(BOX, kept.deserialize, kept.serialize, "file_uploader_state_value")
    )
    state._new_widget_state.set_widget_from_proto(brought(*names))
    session: Any = SimpleNamespace(
        session_state=state,
        _state=AppSessionState.APP_NOT_RUNNING,
        _scriptrunner=SimpleNamespace(_script_thread=threading.current_thread()),
    )
    return cast(AppSession, session)


def brought(*names: str) -> WidgetState:
    said = FileUploaderState()
    for name in names:
        said.uploaded_file_info.add(file_id=name, name=name, size=1)
    return WidgetState(id=BOX, file_uploader_state_value=said)


@pytest.mark.parametrize("before", [(), ("a.txt",)])
@pytest.mark.parametrize("now", [("b.txt",), ()])
def test_a_file_is_never_taken_for_one_that_was_looked_at(
    before: tuple[str, ...], now: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    runs = logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context")
    runs.addHandler(caplog.handler)
    try:
        assert not _was_answered(drawn(*before), brought(*now))
    finally:
        runs.removeHandler(caplog.handler)
    assert not caplog.records
