"""Streamlit's scripts and styles, read and compressed once: what a browser loads before any page.

Streamlit reads each file from the disk for each new reader and sends it as it is, seven megabytes
for a page with charts. A class opens the app together, through one network and one server: here the
files are a third, and cost a tenth of the work.
"""

import gzip
from functools import cache
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
_PACKED: dict[str, Response] = {}


def pack() -> None:
    """Compress all these files; until then they are sent as they are. Takes most of a second."""
    for name, file in _files().items():
        packed = gzip.compress(file.read_bytes(), LEVEL, mtime=0)
        _PACKED[name] = _answer(file, packed, {"content-encoding": "gzip"})


class Assets:
    """ASGI middleware: answers for these files, and hands on all other requests."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = scope.get("method") in {"GET", "HEAD"}
        name = scope["path"].rpartition("/static/")[2] if asked else ""
        if file := _files().get(name):
            packed = _PACKED.get(name) if _takes_gzip(scope) else None
            await (packed or _as_it_is(file))(scope, receive, send)
        else:
            await self._app(scope, receive, send)


@cache
def _files() -> dict[str, Path]:
    """The files by their names: "js/index.js"."""
    found = (file for file in FOLDER.rglob("*") if file.suffix in TYPES)
    return {file.relative_to(FOLDER).as_posix(): file for file in found}


@cache
def _as_it_is(file: Path) -> Response:
    """For who takes no gzip: all of them together are sent one copy."""
    return _answer(file, file.read_bytes(), {})


def _takes_gzip(scope: Scope) -> bool:
    return "gzip" in Headers(scope=scope).get("accept-encoding", "")


def _answer(file: Path, body: bytes, headers: dict[str, str]) -> Response:
    """The answer that carries a file. Its name holds a hash of what is in it."""
    lasting = f"public, immutable, max-age={STATIC_ASSET_CACHE_MAX_AGE_SECONDS}"
    headers = {"cache-control": lasting, "vary": "accept-encoding", **headers}
    return Response(body, headers=headers, media_type=TYPES[file.suffix])
