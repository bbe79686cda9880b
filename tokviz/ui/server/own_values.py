"""What a page itself put into its session's state, looked up without what boxes need.

A run looks some eighty times. By ``st.session_state`` each look first asks whether the key is that
of a box, finds the box, has what the browser said of it read and presented. What no box has is
under its key, or is not there. A look ends a run that is not wanted any more, as any word with
Streamlit does: from then on the state is the next run's.
"""

from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.safe_session_state import SafeSessionState


def own_value(key: str) -> Any:
    """The value under a key that no box has, or None."""
    context = get_script_run_ctx(suppress_warning=True)
    if context is None:  # a test without a run
        return st.session_state.get(key)
    return _look(context.session_state, key)


def _look(session: SafeSessionState, key: str) -> Any:
    session._yield_callback()
    with session._lock:
        return _of_state(session._state, key)


def _of_state(state: SessionState, key: str) -> Any:
    """Of this run, else of those before."""
    new = state._new_session_state
    return new[key] if key in new else state._old_state.get(key)
