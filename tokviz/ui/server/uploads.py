"""What sessions upload, kept or on its way: who uploads more than pages need loses some of it.

Streamlit keeps what anybody uploads, file by file, until their session ends. What has come of a
file that never ends it keeps as well, and any number of other things that come with it; from a
megabyte on, on the disk. Here

- one file comes at a time, with nothing beside it, and all of it stays in memory;
- a session that brings too much loses what it uploaded first, and then what is on its way;
- where that of all sessions is too much, so does who holds most.
"""

import re
from collections import defaultdict
from typing import Any

from starlette.formparsers import MultiPartParser
from starlette.requests import Request
from starlette.types import Message, Receive, Scope
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from tokviz.ui.server import limits
from tokviz.ui.server.bodies import Body, LateError

UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+$")

_add = MemoryUploadedFileManager.add_file
_form = Request.form
_coming: defaultdict[str, list[Body]] = defaultdict(list)
"""What is on its way, by sessions; the one that began first stands first."""


def bound_uploads() -> None:
    """Let this process take uploads as told above."""
    MemoryUploadedFileManager.add_file = add_file  # type: ignore[method-assign]
    MultiPartParser.spool_max_size = limits.UPLOADED_BY_ONE
    Request.form = one_file  # type: ignore[assignment, method-assign]


def one_file(self: Request, **_: Any) -> Any:
    """A form with one file and nothing else."""
    return _form(self, max_files=1, max_fields=0)


def session_of(scope: Scope) -> str | None:
    """The session that a request uploads a file to, or None."""
    brought = UPLOAD.search(scope["path"]) if scope["method"] == "PUT" else None
    return brought and brought[1]


def add_file(self: MemoryUploadedFileManager, session_id: str, file: UploadedFileRec) -> None:
    """Keep a file, and drop others where there is no room for all."""
    _add(self, session_id, file)
    _make_room(self, session_id)


class Upload:
    """A file on its way to a session, as long as this is entered."""

    def __init__(self, session: str, body: Body) -> None:
        self._session, self._body = session, body

    def __enter__(self) -> Receive:
        _coming[self._session].append(self._body)
        return self._receive

    async def _receive(self) -> Message:
        message = await self._body.receive()
        if self._body.is_whole:  # it is kept at once
            self._leave()
        else:
            _make_room(runtime.get_instance()._uploaded_file_mgr, self._session)  # type: ignore[arg-type]
        if self._body.is_broken_off:
            raise LateError
        return message

    def __exit__(self, *_: object) -> None:
        self._leave()

    def _leave(self) -> None:
        _forget(self._session, self._body)


def _forget(session: str, body: Body) -> None:
    if body in _coming[session]:
        _coming[session].remove(body)
    if not _coming[session]:
        del _coming[session]


def _make_room(manager: MemoryUploadedFileManager, session: str) -> None:
    """Drop what a session may not have, and what all may not have together."""
    while _size(manager, session) > limits.UPLOADED_BY_ONE:
        _drop_first(manager, session)
    while manager._total_bytes + sum(map(_size_coming, _coming)) > limits.UPLOADED:
        sessions = {*manager.file_storage, *_coming}
        _drop_first(manager, max(sessions, key=lambda each: _size(manager, each)))


def _size(manager: MemoryUploadedFileManager, session: str) -> int:
    kept = sum(len(file.data) for file in [*manager.file_storage.get(session, {}).values()])
    return kept + _size_coming(session)


def _size_coming(session: str) -> int:
    return sum(body.size for body in _coming.get(session, ()))


def _drop_first(manager: MemoryUploadedFileManager, session: str) -> None:
    if kept := manager.file_storage.get(session):
        manager.remove_file(session, next(iter(kept)))
    elif coming := _coming.get(session):
        coming[0].break_off()
        _forget(session, coming[0])
