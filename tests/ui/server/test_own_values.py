"""What a page put into its session's state is found as ``st.session_state`` finds it."""

from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.safe_session_state import SafeSessionState

from tokviz.ui.server import own_values
from tokviz.ui.server.own_values import own_value


class EndedError(Exception):
    """Another run took this one's place."""


@pytest.fixture
def state() -> SessionState:
    return SessionState()


def in_run(monkeypatch: pytest.MonkeyPatch, session: SafeSessionState) -> None:
    def context(**_: Any) -> Any:
        return SimpleNamespace(session_state=session)

    monkeypatch.setattr(own_values, "get_script_run_ctx", context)


def test_a_value_is_found_of_this_run_and_of_one_before(
    state: SessionState, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_run(monkeypatch, session := SafeSessionState(state, lambda: None))
    assert own_value("kept") is None
    session["kept"] = first = {"page:text": "low"}
    assert own_value("kept") is first is session["kept"]
    state._compact_state()
    assert own_value("kept") is first is session["kept"]
    session["kept"] = second = {"page:text": "lower"}
    assert own_value("kept") is second is session["kept"]
    del session["kept"]
    assert own_value("kept") is None


def test_a_look_ends_a_run_that_is_not_wanted(
    state: SessionState, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end() -> None:
        raise EndedError

    in_run(monkeypatch, SafeSessionState(state, end))
    with pytest.raises(EndedError):
        own_value("kept")


def test_without_a_run_it_is_streamlits_state() -> None:
    st.session_state["a value of a test"] = 3
    assert own_value("a value of a test") == 3
    del st.session_state["a value of a test"]
    assert own_value("a value of a test") is None
