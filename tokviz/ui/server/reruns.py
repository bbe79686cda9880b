"""What becomes of a browser's questions: which run they start, and what is read of them.

Streamlit's browser asks for a run of the part that an edit was made in, with what stands in all
boxes. Three things that the server makes of it would take a reader's act back, and are otherwise
here:

- It lets the run of a part wait for the end of the one that goes on, which may train for a minute;
  and it passes over a part that it does not know, as after the server was killed, however often
  the reader edits. Both become runs of the whole page, which end the one that goes on and know
  every part.
- It reads a question when the run begins that answers it. Another question that ends the run
  before that, or while it reads, takes its clicks with it: what stands in a box comes again with
  the next question, a click does not. Here the next question takes over what was not read, boxes
  too: of those it has what is new alone.
- It takes all boxes as the question has them. But a question may leave the browser before the
  answer to the one before has come in, and bring boxes as they were before that: a click that set
  one would be taken back by the next click, or by a question that the page asks by itself. Here a
  box is read where it says another thing than in the last question. Where nothing is new but what
  the answer itself has set, all of them are: the reader set one back. And what a page asked by
  itself that the reader has left since is not read at all: it would take the reader back there.

What no page of ours says of a box is left out, and so are long texts that there is no room for
(``held.py``); the page asks for these again with each question, until there is.
"""

import hashlib
import json
import math
import threading
from collections.abc import Collection, Iterable
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.app_session import AppSession, AppSessionState
from streamlit.runtime.runtime_util import get_max_widget_state_size_bytes
from streamlit.runtime.scriptrunner_utils.script_requests import (
    _coalesce_replay_trigger_states,
    _coalesce_widget_states,
)
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import WStates

from tokviz.ui.server.held import NoRoom, ended, lacks_room, leave_out_long, size_of_question
from tokviz.ui.server.questions import BOXES

BY_ITSELF = ":by_itself"
"""How the key of a component ends whose questions the page asks by itself."""

_FILES = "file_uploader_state_value"
_UNTAKEN = b""
"""In place of a text's digest: the browser has it in a box, and whatever it says of it is new."""

_request_rerun = AppSession.request_rerun
_read = SafeSessionState.on_script_will_rerun


class _Line:
    """What a session was asked."""

    def __init__(self) -> None:
        self.unread: WidgetStates | None = None
        self.page = ""
        """The page of the last question, as Streamlit names it."""
        self.said: dict[str, bytes] = {}
        """The boxes of the last question, by their ids, and digests of what they held."""
        self.reading = threading.RLock()
        self.lack: NoRoom | None = None
        """Why a text of the last question was not taken, until the page has told it."""

    def news(self, said: WidgetStates) -> list[WidgetState]:
        """What of this question the last one did not say."""
        before, self.said = self.said, {widget.id: _digest(widget) for widget in said.widgets}
        return [w for w in said.widgets if _is_act(w) or before.get(w.id) != self.said[w.id]]


_lines: WeakKeyDictionary[AppSession, _Line] = WeakKeyDictionary()
_sessions: WeakValueDictionary[int, AppSession] = WeakValueDictionary()  # by their state's id
_asking = threading.Lock()


def answer_every_question() -> None:
    """Let every session of this process take questions as told above."""
    AppSession.request_rerun = _request  # type: ignore[method-assign]
    SafeSessionState.on_script_will_rerun = _read_once  # type: ignore[method-assign, assignment]


def held_by_browser(state: SessionState) -> Collection[str]:
    """The ids of the widgets that this session's browser has."""
    session = _sessions.get(id(state))
    return state._new_widget_state.states if session is None else _lines[session].said


def tell_lack_of_room(state: SessionState) -> NoRoom | None:
    """Why texts of this session's page were not taken, once for each question that had them."""
    session = _sessions.get(id(state))
    if session is None:
        return None
    with _asking:
        lack, _lines[session].lack = _lines[session].lack, None
    return lack


def _request(self: AppSession, client_state: ClientState | None) -> None:
    if client_state is None:
        _request_rerun(self, None)
        return
    ended.add(size_of_question(client_state))  # each run that ended holds its question
    asked = client_state.widget_states
    _leave_out_other_kinds(asked, self.session_state)
    lack = lacks_room(self, client_state)
    untaken = [] if lack is None else leave_out_long(asked, self.session_state)
    alone = asked_by_itself(asked.widgets)
    with _asking:
        _sessions[id(self.session_state)] = self
        line = _lines.setdefault(self, _Line())
        here = page_of(self) if line.unread is None else line.page
        elsewhere = client_state.page_script_hash != here
        if alone and elsewhere and here:
            return  # of a page that the reader has left
        line.page = client_state.page_script_hash
        known = not client_state.fragment_id or has_part(self, client_state.fragment_id)
        news = line.news(asked)
        line.said.update(dict.fromkeys(untaken, _UNTAKEN))
        line.lack = lack
        set_back = all(_was_answered(self, widget) for widget in news)
        if known and not elsewhere and not set_back:
            _leave(asked, news)
        if needs_whole_page(self, client_state.fragment_id, by_itself=alone):
            client_state.fragment_id = ""
        if line.unread is not None:
            asked.CopyFrom(_both(line.unread, asked))
        line.unread = WidgetStates()
        line.unread.CopyFrom(asked)
        _request_rerun(self, client_state)


def _read_once(
    self: SafeSessionState,
    said: WidgetStates | None,
    *,
    replay_trigger_states: WidgetStates | None = None,
    **options: Any,
) -> None:
    """Set what the browser said and call who waits for it: whole and once, or not at all."""
    replayed = replay_trigger_states
    session = _sessions.get(id(self._state))
    if session is None:
        _read(self, said, replay_trigger_states=replayed, **options)
        return
    line = _lines[session]
    with line.reading:
        with _asking:
            runner = session._scriptrunner
            if runner is None or runner._script_thread is not threading.current_thread():
                return  # the run that took its place reads it
            unread, line.unread = line.unread, None
        if unread is None:  # read with the question before: the page may still ask what was clicked
            replayed = _coalesce_replay_trigger_states(replayed, said)
        stop = self._yield_callback
        object.__setattr__(self, "_yield_callback", lambda: None)
        try:
            _read(self, unread, replay_trigger_states=replayed, **options)
        finally:
            object.__setattr__(self, "_yield_callback", stop)


def _both(unread: WidgetStates, asked: WidgetStates) -> WidgetStates:
    """What two questions say, the later one where both say it of a box.

    A later one has left out what the earlier one said already. Streamlit keeps but the clicks.
    Where both together say more than a page can, somebody writes them by hand: the later stands
    alone, so that what a session keeps does not grow.
    """
    clicked = _coalesce_widget_states(unread, asked) or WidgetStates()
    said = {widget.id: widget for each in (unread, clicked) for widget in each.widgets}
    both = WidgetStates(widgets=said.values())
    fits = len(said) <= BOXES and both.ByteSize() <= get_max_widget_state_size_bytes()
    return both if fits else asked


def _leave(asked: WidgetStates, news: Collection[WidgetState]) -> None:
    """Take out of a question what is not new: a text of megabytes is not copied for that."""
    new = {widget.id for widget in news}
    for at in reversed(range(len(asked.widgets))):
        if asked.widgets[at].id not in new:
            del asked.widgets[at]


def page_of(session: AppSession) -> str:
    """Streamlit's name of the page that the session's last run is of."""
    return session._pages_manager.current_page_script_hash


def has_part(session: AppSession, part: str) -> bool:
    """Whether the session's last run drew this part, a fragment's id."""
    return session._fragment_storage.contains(part)


def asked_by_itself(said: Iterable[WidgetState]) -> bool:
    """Whether the page asked this, and no reader."""
    acts = [widget for widget in said if _is_act(widget)]
    return bool(acts) and all(BY_ITSELF in widget.id for widget in acts)


def needs_whole_page(session: AppSession, part: str, *, by_itself: bool = False) -> bool:
    """Whether this part, a fragment's id, must not run alone.

    A part within a part may wait, and so may what the page asks by itself: what stands below the
    stage ends no training.
    """
    if not part or not has_part(session, part):
        return bool(part)
    within = session._fragment_storage._parent_by_id.get(part)  # type: ignore[attr-defined]
    busy = session._state == AppSessionState.APP_IS_RUNNING
    return busy and within is None and not by_itself


def _leave_out_other_kinds(said: WidgetStates, state: SessionState) -> None:
    """Leave out what is not of the kind that its box holds: other values, no number, no JSON.

    Our pages never send it, and Streamlit would stumble over it in every run from then on.
    """
    boxes = state._new_widget_state.widget_metadata

    def fits(widget: WidgetState) -> bool:
        kind, box = widget.WhichOneof("value"), boxes.get(widget.id)
        if kind is None or box is None:
            return True
        if kind == "double_value" and not math.isfinite(widget.double_value):
            return False
        return _same_kind(kind, box.value_type) and (
            "json" not in kind or _is_json(getattr(widget, kind))
        )

    fitting = [widget for widget in said.widgets if fits(widget)]
    if len(fitting) < len(said.widgets):
        said.CopyFrom(WidgetStates(widgets=fitting))


def _same_kind(one: str, other: str) -> bool:
    """A box for numbers is told whole ones and others."""
    numbers = {"int_value", "double_value"}
    return one == other or {one, other} == numbers


def _is_json(said: str) -> bool:
    try:
        json.loads(said)
    except (ValueError, RecursionError):
        return False
    return True


def _is_act(widget: WidgetState) -> bool:
    kind = widget.WhichOneof("value") or ""
    if not kind.endswith("trigger_value") and kind != "chat_input_value":
        return False
    value = getattr(widget, kind)
    return bool(value.ListFields()) if hasattr(value, "ListFields") else bool(value)


def _was_answered(session: AppSession, widget: WidgetState) -> bool:
    """Whether a box says what the last run set it to: the browser has that run's answer."""
    if _is_act(widget) or session._state == AppSessionState.APP_IS_RUNNING:
        return False
    if widget.WhichOneof("value") == _FILES:  # no run sets them, and only a run can look at them
        return False
    held = session.session_state
    drawn = held._new_widget_state.widget_metadata.get(widget.id)
    if drawn is None or widget.id not in held:
        return False
    said = WStates()
    said.set_widget_metadata(drawn)
    said.set_widget_from_proto(widget)
    return bool(said[widget.id] == held[widget.id])


def _digest(widget: WidgetState) -> bytes:
    return hashlib.blake2b(widget.SerializeToString(deterministic=True), digest_size=16).digest()
