"""What a browser brings to a server that does not know it, as after the server was killed.

Streamlit runs a reconnected page only with the reader's next edit, in a session without a past.
The edit comes with the values of all boxes, by the ids that Streamlit gives to widgets: until a
widget is drawn, ``st.session_state`` does not find them by their keys, and a first value would
take the reader's place.
"""

from streamlit.runtime.scriptrunner import get_script_run_ctx

from tokviz.ui.server.reruns import held_by_browser


def brought(key: str) -> bool:
    """Whether the browser sent a value for the widget with this key with this run."""
    context = get_script_run_ctx()
    if context is None:
        return False
    sent = context.session_state._state._new_widget_state.states  # no public way to ask
    return any(widget_id.endswith(f"-{key}") for widget_id in sent)


def held(key: str) -> bool:
    """Whether the browser has a value for the widget with this key, sent now or before."""
    context = get_script_run_ctx()
    if context is None:
        return False
    ids = held_by_browser(context.session_state._state)
    return any(widget_id.endswith(f"-{key}") for widget_id in ids)
