"""What Streamlit works out more often than anybody looks, worked out once, or when it is asked for.

A run costs the server some milliseconds, most of them Streamlit's own, and a class asks for a
hundred runs a second. Seven of its ways have no use for us:

- Each box looks at one value of the session's state, and has all of them made for it. It gets a
  view that makes what is looked at.
- Whoever reads what a component said is given a class of their own to write to it with, which
  only the collector clears away. Where nothing was clicked in it, they get what it said.
- Each value in the data of a component might be a table, and to see that none is, Streamlit imports
  pandas, for which the first reader waits. Ours is data as JSON has it.
- Each run tells the browser all pages and the whole configuration, its theme too, read option by
  option, though they stay as they are while the server runs. A session has them made once.
- Each word of a page asks whether its run is to end: of the thread, of threads that help it, which
  ours has not, and of what is asked of it. The last alone is looked at, as long as it is nothing.
- A run of a part begins at copies of the places where it was drawn. Python copies a place by asking
  all that it is made of how it is copied: it is a path of numbers.
- The first element of all makes it look through the files of all modules for one that somebody
  typed into a shell, to warn him, while the first reader waits. Ours is served.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any
from weakref import WeakKeyDictionary

from streamlit import delta_generator
from streamlit.components.v2.bidi_component import main as bidi_component
from streamlit.cursor import Cursor, LockedCursor, RunningCursor, SparseList
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession, AppSessionState
from streamlit.runtime.scriptrunner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.safe_session_state import SafeSessionState

_all_of = SafeSessionState.filtered_state.fget  # type: ignore[attr-defined]
_presenter = bidi_component.make_bidi_component_presenter  # type: ignore[attr-defined]
_begin = AppSession._create_new_session_message
_obey = ScriptRunner._maybe_handle_execution_control_request
_begun: WeakKeyDictionary[AppSession, tuple[tuple[str, ...], ForwardMsg]] = WeakKeyDictionary()
"""Each session's last message of its kind that was made anew, and the pages it told of."""

PLACES: tuple[Any, ...] = (RunningCursor, LockedCursor)


def spare() -> None:
    """Let the sessions of this process be spared the above."""
    SafeSessionState.filtered_state = property(Looked)  # type: ignore[assignment, method-assign]
    bidi_component.make_bidi_component_presenter = presenter  # type: ignore[assignment, attr-defined]
    bidi_component.serialize_mixed_data = write_data  # type: ignore[assignment, attr-defined]
    AppSession._create_new_session_message = begin  # type: ignore[assignment, method-assign]
    ScriptRunner._maybe_handle_execution_control_request = obey  # type: ignore[method-assign]
    for place in PLACES:
        place.__deepcopy__ = copied
    delta_generator._use_warning_has_been_displayed = True


# ---- a session's state -------------------------------------------------------------------------


class Looked(Mapping[str, Any]):
    """The values of a session's state by the page's own keys, each made when it is looked at."""

    def __init__(self, state: SafeSessionState) -> None:
        self._state = state

    def __getitem__(self, key: str) -> Any:
        return self._state[key]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self._state

    def __iter__(self) -> Iterator[str]:
        return iter(_all_of(self._state))

    def __len__(self) -> int:
        return len(_all_of(self._state))


# ---- what a component is given, and what it said -----------------------------------------------


def write_data(data: object, component: BidiComponent) -> None:
    """Write the data of a component that are no bytes."""
    component.json = json.dumps(data)


def presenter(clicks: str, *place: Any) -> Callable[[object, SessionState], object]:
    """What gives a page that which a component says; its clicks are a widget of their own."""
    with_clicks = _presenter(clicks, *place)

    def present(said: object, state: SessionState) -> object:
        try:
            clicked = state._new_widget_state[clicks]
        except KeyError:
            clicked = None
        return with_clicks(said, state) if clicked else said

    return present


# ---- how a run begins --------------------------------------------------------------------------


def begin(self: AppSession, page: str, run: Any, pages: Any = None) -> ForwardMsg:
    """The message with which a run begins. Called on the server's loop alone."""
    told = (page, *(pages or self._pages_manager.get_pages()))
    if (known := _begun.get(self)) is None or known[0] != told:
        known = _begun[self] = told, _begin(self, page, run, pages)
    message = ForwardMsg()
    message.new_session.CopyFrom(known[1].new_session)
    message.metadata.run.script_run_id = run.script_run_id
    message.metadata.run.fragment_ids.extend(run.fragment_ids)
    status = message.new_session.initialize.session_status
    status.script_is_running = self._state == AppSessionState.APP_IS_RUNNING
    return message


# ---- what goes on in a run ----------------------------------------------------------------------


def obey(self: ScriptRunner) -> None:
    """End the run where that is asked of it, or go on."""
    if self._requests._state is not ScriptRequestType.CONTINUE:
        _obey(self)


def copied(self: Cursor, memo: dict[int, Any]) -> Cursor:
    """A place where a page is drawn, to be moved apart from this one."""
    copy = object.__new__(type(self))
    vars(copy).update(vars(self))  # a path of numbers, and what passes, as a toast does
    passing = self._transient_elements
    copy._transient_elements = deepcopy(passing, memo) if len(passing) else SparseList()
    return copy
