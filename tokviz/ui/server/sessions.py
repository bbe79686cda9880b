"""What a page may ask of its session, beside what ``reruns.py`` tells of runs, and when it ends.

Streamlit answers more than pages of ours ask: anybody may have it forget what it keeps for all
readers, look at the checkout or install files. And a session that was left, with all that it keeps,
ends when the next is left, which may be tomorrow. Here

- a session answers the questions that pages ask, and no other;
- sessions that were left end by the clock, and the system gets back what they held (``held.py``).

What it may keep of files is told in ``uploads.py``.
"""

import asyncio
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime import get_instance
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.caching.ttl_cache import TTLCache
from streamlit.runtime.session_manager import SessionInfo

from tokviz.ui.server.held import ended, kept

QUESTIONS = frozenset(
    {
        *("rerun_script", "stop_script", "app_heartbeat", "file_urls_request"),
        *("deferred_file", "dataframe_chunk"),  # what a button saves, a part of a long table
    }
)
LOOK_SECONDS = 30.0
"""How often sessions are looked for that were left."""

_handle = AppSession.handle_backmsg


def bound_sessions() -> None:
    """Let the sessions of this process answer as told above."""
    AppSession.handle_backmsg = answer  # type: ignore[method-assign]


def answer(self: AppSession, msg: BackMsg) -> None:
    """Take a question, if it is one that a page asks."""
    question: str | None = msg.WhichOneof("type")
    if question == "backend_operation_request":
        question = msg.backend_operation_request.WhichOneof("payload")
    if question in QUESTIONS:
        _handle(self, msg)


async def end_left_sessions(closing: asyncio.Event) -> None:
    """Until the server closes, end each session that was left longer ago than Streamlit says."""
    while not closing.is_set():
        try:
            await asyncio.wait_for(closing.wait(), LOOK_SECONDS)
        except TimeoutError:
            _look(get_instance())
            if ended.is_much():
                await asyncio.to_thread(ended.give_back)


def _look(runtime: Any) -> None:
    """End sessions, and count what those held that are no more, however they ended."""
    manager, uploads = runtime._session_mgr, runtime._uploaded_file_mgr
    left, before = manager._session_storage._cache, uploads._total_bytes
    end_over_due(left)
    runtime.media_file_mgr.remove_orphaned_files()  # of the last who left, none looks any more
    alive = manager._active_session_info_by_id.keys() | left._data.keys()
    ended.add(kept.forget_all_but(alive) + max(before - uploads._total_bytes, 0))


def end_over_due(left: TTLCache[str, SessionInfo]) -> None:
    """End those of the left sessions whose time is over."""
    before = dict(left._data)
    left.expire()
    for session in before.keys() - left._data.keys():
        before[session].session.shutdown()
