"""Streamlit's page, which every address of the app opens, with what lets it connect at once.

Streamlit's page first asks under which folder the server is, at the address of a lesson under the
wrong one, then what it may take from a page around it, and only then opens its WebSocket. Here the
page is told both, as it allows (``window.__streamlit``), connects, and asks beside that.
"""

import json
from functools import cache
from pathlib import Path

import streamlit
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

from tokviz import lessons

_FILE = Path(streamlit.__file__).parent / "static" / "index.html"
_PAGES = ("", *(row.key for row in lessons.LESSONS))


@cache
def page() -> str:
    """The page, as it is sent."""
    told = {
        "allowedOrigins": config.get_option("client.allowedOrigins"),
        "useExternalAuthToken": False,
    }
    no_markup = json.dumps(told).replace("<", "\\u003c")
    # The page asks for its own scripts beside its address, so there the server is.
    folder = 'new URL(".", location.href).href'
    script = f"window.__streamlit = {{ BACKEND_BASE_URL: {folder}, HOST_CONFIG: {no_markup} }};"
    streamlits = _FILE.read_text(encoding="utf-8")
    return streamlits.replace("<head>", f"<head><script>{script}</script>", 1)


class Front:
    """ASGI middleware: answers at the addresses of our pages, and hands on all other requests."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        base = config.get_option("server.baseUrlPath").strip("/")
        self._addresses = {f"/{base}/{name}" if base else f"/{name}" for name in _PAGES}
        self._page = HTMLResponse(page(), headers={"cache-control": "no-cache"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = scope.get("method") in {"GET", "HEAD"} and scope["path"] in self._addresses
        await (self._page if asked else self._app)(scope, receive, send)
