"""When a part of a page may run alone, and when the whole page has to.

Streamlit's browser asks for a run of the part that an edit was made in. The server lets such a run
wait for the end of the one that goes on, which may train for a minute; and it passes over a part
that it does not know, as after the server was killed, however often the reader edits. Here both
become runs of the whole page, which end the one that goes on and know every part.
"""

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession, AppSessionState

_request_rerun = AppSession.request_rerun


def run_whole_where_needed() -> None:
    """Let every session of this process ask ``needs_whole_page`` first."""
    AppSession.request_rerun = _request  # type: ignore[method-assign]


def _request(self: AppSession, client_state: ClientState | None) -> None:
    if client_state is not None and needs_whole_page(self, client_state.fragment_id):
        client_state.fragment_id = ""
    _request_rerun(self, client_state)


def needs_whole_page(session: AppSession, part: str) -> bool:
    """Whether this part, a fragment's id, must not run alone.

    A part within a part may wait: what the reader looks at below the stage ends no training.
    """
    parts = session._fragment_storage
    if not part or not parts.contains(part):
        return bool(part)
    within = parts._parent_by_id.get(part)  # type: ignore[attr-defined]
    return session._state == AppSessionState.APP_IS_RUNNING and within is None
