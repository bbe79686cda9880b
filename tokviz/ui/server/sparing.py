"""What Streamlit works out more often than anybody looks, worked out once, or when it is asked for.

A run costs the server some milliseconds, most of them Streamlit's own, and a class asks for a
hundred runs a second. Five of its ways have no use for us:

- Each box looks at one value of the session's state, and has all of them made for it. It gets a
  view that makes what is looked at.
- Whoever reads what a component said is given a class of their own to write to it with, which
  only the collector clears away. Where nothing was clicked in it, they get what it said.
- Each value in the data of a component might be a table, and to see that none is, Streamlit imports
  pandas, for which the first reader waits. Ours is data as JSON has it.
- Each run tells the browser the theme, read option by option from a configuration that stays as it
  is while the server runs. Each section is read once.
- Each element that a run draws wakes the thread that sends, which wakes the one task that writes;
  the two threads hand the interpreter to and fro some forty times a run. Elements go in bundles,
  some milliseconds late; whatever else becomes of a run is told at once, after all that it drew.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from streamlit.components.v2.bidi_component import main as bidi_component
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import ScriptRunner, ScriptRunnerEvent
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.safe_session_state import SafeSessionState

BUNDLE_SECONDS = 0.01
"""How long an element waits for others: half a frame, and most of a short run."""

_all_of = SafeSessionState.filtered_state.fget  # type: ignore[attr-defined]
_presenter = bidi_component.make_bidi_component_presenter  # type: ignore[attr-defined]
_write_theme = app_session._populate_theme_msg
_waiting: WeakKeyDictionary[AppSession, deque[tuple[Any, Any, dict[str, Any]]]]
_waiting = WeakKeyDictionary()
_adding = Lock()


def spare() -> None:
    """Let the sessions of this process be spared the above."""
    SafeSessionState.filtered_state = property(Looked)  # type: ignore[assignment, method-assign]
    bidi_component.make_bidi_component_presenter = presenter  # type: ignore[assignment, attr-defined]
    bidi_component.serialize_mixed_data = write_data  # type: ignore[assignment, attr-defined]
    app_session._populate_theme_msg = write_known_theme
    AppSession._on_scriptrunner_event = bundle  # type: ignore[assignment, method-assign]


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


# ---- the theme ---------------------------------------------------------------------------------


def write_known_theme(msg: CustomThemeConfig, section: str = "theme") -> None:
    """Add what the configuration says in a section to a message."""
    msg.MergeFrom(_theme(section))


@cache
def _theme(section: str) -> CustomThemeConfig:
    theme = CustomThemeConfig()
    _write_theme(theme, section)
    return theme


# ---- what a run draws --------------------------------------------------------------------------


def bundle(
    self: AppSession, sender: ScriptRunner | None, event: ScriptRunnerEvent, **told: Any
) -> None:
    """Hand what a run draws to the thread that sends; called in the run's own."""
    waiting = _waiting.setdefault(self, deque())
    with _adding:  # two runs of a session may draw at once, the ended one its last
        waiting.append((sender, event, told))
        first = len(waiting) == 1

    def send() -> None:
        drawn = False
        while waiting:
            sender, event, told = waiting.popleft()
            if event is ScriptRunnerEvent.ENQUEUE_FORWARD_MSG and sender is self._scriptrunner:
                self._browser_queue.enqueue(told["forward_msg"])
                drawn = True
            else:
                self._handle_scriptrunner_event_on_event_loop(sender, event, **told)
        if drawn and self._message_enqueued_callback:
            self._message_enqueued_callback()

    if event is not ScriptRunnerEvent.ENQUEUE_FORWARD_MSG:
        self._call_soon_on_event_loop(send)
    elif first:  # who came before has called for the bundle
        self._call_soon_on_event_loop(lambda: _later(self, send))


def _later(session: AppSession, send: Any) -> None:
    session._event_loop.call_later(BUNDLE_SECONDS, send)
