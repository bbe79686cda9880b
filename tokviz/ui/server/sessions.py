"""What a page may ask of its session and leave with it, beside what ``reruns.py`` tells of runs.

Streamlit answers more than pages of ours ask: anybody may have it forget what it keeps for all
readers, look at the checkout or install files. And it keeps what anybody uploads, file by file,
until their session ends; one that was left ends when the next is left, which may be tomorrow. Here

- a session answers the questions that pages ask, and no other;
- who uploads more than pages need loses what they uploaded first, and where all of it together is
  too much, so does who holds most;
- sessions that were left end by the clock, and the system gets back what they held (``held.py``).
"""

import asyncio
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime import get_instance
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.caching.ttl_cache import TTLCache
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.session_manager import SessionInfo
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from tokviz.ui.server.held import ended, has_room, kept

QUESTIONS = frozenset(
    {
        *("rerun_script", "stop_script", "app_heartbeat", "file_urls_request"),
        *("deferred_file", "dataframe_chunk"),  # what a button saves, a part of a long table
    }
)
UPLOADED_BY_ONE = 120_000_000
"""Bytes: three files of the largest kind."""
UPLOADED = 600_000_000
"""By all sessions of this process: as much as it keeps of models."""
LOOK_SECONDS = 30.0
"""How often sessions are looked for that were left."""

_handle = AppSession.handle_backmsg
_add = MemoryUploadedFileManager.add_file


def bound_sessions() -> None:
    """Let the sessions of this process answer and keep as told above."""
    AppSession.handle_backmsg = answer  # type: ignore[method-assign]
    MemoryUploadedFileManager.add_file = add_file  # type: ignore[method-assign]


def answer(self: AppSession, msg: BackMsg) -> None:
    """Take a question, if it is one that a page asks."""
    question: str | None = msg.WhichOneof("type")
    if question == "backend_operation_request":
        question = msg.backend_operation_request.WhichOneof("payload")
    if question == "rerun_script" and not has_room(self, msg):
        return
    if question in QUESTIONS:
        _handle(self, msg)


def add_file(self: MemoryUploadedFileManager, session_id: str, file: UploadedFileRec) -> None:
    """Keep a file, and drop older ones where there is no room for all."""
    _add(self, session_id, file)
    while _size(self, session_id) > UPLOADED_BY_ONE:
        _drop_first(self, session_id)
    while self._total_bytes > UPLOADED:
        _drop_first(self, max([*self.file_storage], key=lambda each: _size(self, each)))


def _size(manager: MemoryUploadedFileManager, session_id: str) -> int:
    return sum(len(file.data) for file in [*manager.file_storage.get(session_id, {}).values()])


def _drop_first(manager: MemoryUploadedFileManager, session_id: str) -> None:
    manager.remove_file(session_id, next(iter(manager.file_storage[session_id])))


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
    alive = manager._active_session_info_by_id.keys() | left._data.keys()
    ended.add(kept.forget_all_but(alive) + max(before - uploads._total_bytes, 0))


def end_over_due(left: TTLCache[str, SessionInfo]) -> None:
    """End those of the left sessions whose time is over."""
    before = dict(left._data)
    left.expire()
    for session in before.keys() - left._data.keys():
        before[session].session.shutdown()
