"""What a run draws goes to its browser in bundles.

Streamlit handles each element by itself: it wakes the thread that sends, which looks through what
waits for one that this one takes the place of, and then gives all else on the server a turn before
it takes the next. The two threads hand the interpreter to and fro some forty times a run. Here
elements go together, some milliseconds late; whatever else becomes of a run is told at once, after
all that it drew.
"""

from collections import deque
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.runtime import Runtime
from streamlit.runtime.scriptrunner import ScriptRunner, ScriptRunnerEvent

BUNDLE_SECONDS = 0.01
"""How long an element waits for others: half a frame, and most of a short run."""
MOST = 100
"""Messages in a bundle; 500 fit into the line to a browser."""

Bundle = list[ForwardMsg]
_waiting: WeakKeyDictionary[AppSession, deque[tuple[Any, Any, dict[str, Any]]]]
_waiting = WeakKeyDictionary()
_adding = Lock()
_send_one = Runtime._send_message


def send_bundles() -> None:
    """Let the sessions of this process tell their browsers in bundles what they have for them."""
    AppSession._on_scriptrunner_event = bundle  # type: ignore[assignment, method-assign]
    AppSession.flush_browser_queue = flush  # type: ignore[assignment, method-assign]
    Runtime._send_message = send  # type: ignore[assignment, method-assign]


def bundle(
    self: AppSession, sender: ScriptRunner | None, event: ScriptRunnerEvent, **told: Any
) -> None:
    """Hand what a run draws to the thread that sends; called in the run's own."""
    waiting = _waiting.setdefault(self, deque())
    with _adding:  # two runs of a session may draw at once, the ended one its last
        waiting.append((sender, event, told))
        first = len(waiting) == 1

    def hand_over() -> None:
        drawn: Bundle = []
        while waiting:
            sender, event, told = waiting.popleft()
            if event is ScriptRunnerEvent.ENQUEUE_FORWARD_MSG and sender is self._scriptrunner:
                drawn.append(told["forward_msg"])
            else:
                _await_flush(self, drawn)
                drawn = []
                self._handle_scriptrunner_event_on_event_loop(sender, event, **told)
        _await_flush(self, drawn)

    if event is not ScriptRunnerEvent.ENQUEUE_FORWARD_MSG:
        self._call_soon_on_event_loop(hand_over)
    elif first:  # who came before has called for the bundle
        self._call_soon_on_event_loop(lambda: _later(self, hand_over))


def flush(self: AppSession) -> list[Bundle]:
    """Take what waits for a session's browser, in the order in which it is to come there."""
    if not self._browser_queue._queue:  # as of most: all are asked after each run of one
        return []
    waiting = self._browser_queue.flush()
    return [waiting[at : at + MOST] for at in range(0, len(waiting), MOST)]


def send(self: Runtime, session: Any, messages: Bundle) -> None:
    """Send a bundle; Streamlit's loop then gives all else on the server its turn."""
    for message in messages:
        _send_one(self, session, message)


def _await_flush(session: AppSession, drawn: Bundle) -> None:
    if drawn:
        session._browser_queue._queue += drawn
        if session._message_enqueued_callback:
            session._message_enqueued_callback()


def _later(session: AppSession, hand_over: Any) -> None:
    session._event_loop.call_later(BUNDLE_SECONDS, hand_over)
