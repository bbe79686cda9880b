"""Streamlit's scripts and styles, compressed once and kept: what a browser loads before any page.

Streamlit sends two megabytes of them as they are to each new reader, file by file from the disk. A
class that opens the app together shares one network and one server; compressed they are a quarter.
"""

import asyncio
import gzip
from pathlib import Path

import streamlit
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit.web.server.starlette.starlette_server_config import (
    STATIC_ASSET_CACHE_MAX_AGE_SECONDS,
)

FOLDER = Path(streamlit.__file__).parent / "static" / "static"
TYPES = {".js": "text/javascript", ".css": "text/css"}
LEVEL = 6
"""Of gzip: the highest saves no hundredth more."""
_HEADERS = {
    "content-encoding": "gzip",
    "vary": "accept-encoding",
    # Each name holds a hash of what is in the file.
    "cache-control": f"public, immutable, max-age={STATIC_ASSET_CACHE_MAX_AGE_SECONDS}",
}


class Assets:
    """ASGI middleware: answers for these files where the browser takes gzip."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._files = {
            file.relative_to(FOLDER).as_posix(): file
            for file in FOLDER.rglob("*")
            if file.suffix in TYPES
        }
        self._answers: dict[str, asyncio.Task[Response]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = _asked(scope)
        if name not in self._files:
            await self._app(scope, receive, send)
            return
        if name not in self._answers:
            packing = asyncio.to_thread(pack, self._files[name])
            self._answers[name] = asyncio.create_task(packing)
        answer = await asyncio.shield(self._answers[name])
        await answer(scope, receive, send)


def _asked(scope: Scope) -> str:
    """The name of the file that a browser asks for, "js/index.js"; none for any other request."""
    takes = Headers(scope=scope).get("accept-encoding", "") if scope["type"] == "http" else ""
    if scope.get("method") not in {"GET", "HEAD"} or "gzip" not in takes:
        return ""
    return str(scope["path"]).rpartition("/static/")[2]


def pack(file: Path) -> Response:
    """The answer that carries a file."""
    packed = gzip.compress(file.read_bytes(), LEVEL, mtime=0)
    return Response(packed, headers=_HEADERS, media_type=TYPES[file.suffix])
