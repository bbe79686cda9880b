"""The door of the server: which requests are let in, and what every answer carries.

Streamlit asks these questions only of a WebSocket, and late: of a foreign page that opens one, it
asks an outside host for this machine's address before it refuses, and holds all readers meanwhile.
Here they are asked first, of every request, and cost nothing.
"""

import asyncio
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers as RequestHeaders
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import config, runtime
from streamlit.web.server.starlette import starlette_websocket

from tokviz.ui.server.headers import Headers
from tokviz.ui.server.held import SMALL, Visitor, visitor
from tokviz.ui.server.live_class.rates import Rate
from tokviz.ui.server.live_class.tries import address_of
from tokviz.ui.server.places import open_pages
from tokviz.ui.server.questions import is_too_much
from tokviz.ui.server.turns import Spacing
from tokviz.ui.server.uploads import session_of

CLOSED = ("/_stcore/metrics", "/auth/login", "/auth/logout", "/oauth2callback")
"""Streamlit's counts of sessions and memory, which are nobody's business but the server's, and its
accounts, which this app does not have: who asks for one writes a line into the server's log."""
WRONG_HOST = (
    "This server does not answer to the name in the address bar. Open it by its number, as in "
    "http://192.168.1.20:8501, or start it with that name: --server.allowedHosts=NAME, or with "
    "Docker TOKVIZ_NAMES=NAME"
)
ELSEWHERE = "This page's session is not here. Reload the page, and choose the file again."
FULL = (
    "As many pages are open on this server as it has room for. Close some that you do not need, or "
    "try again in a minute."
)
HOSTED = (".hf.space", ".streamlit.app")
"""Names under which others may run the app; only these two hosts can say where they point."""
NAME = 300
"""Characters of a Host header: a name may have 253, and there is the port."""
POLICY_VIOLATION = 1008
NOTHING: Message = {"type": "websocket.receive", "bytes": b""}
_spacing = Spacing()
_is_listed = starlette_websocket.is_host_allowed
QUESTIONS, SECONDS = 600, 10.0
"""What a page may ask over a WebSocket in a time. A key held down asks thirty times a second."""


def guard_websockets_alike() -> None:
    """Let Streamlit ask the same of a WebSocket: once a name is listed, it refuses addresses."""
    starlette_websocket.is_host_allowed = is_own_host


def is_own_host(host: str | None) -> bool:
    """Whether the server answers to a name, the Host header of a request.

    Somebody else's name can be pointed at this machine, to read its pages from a foreign one (DNS
    rebinding). An address cannot: whoever wrote it meant this machine. ``server.allowedHosts``
    adds the names that are meant too.
    """
    if host is None or len(host) > NAME:
        return False
    if config.get_option("server.allowedHosts") and _is_listed(host):
        return True
    try:
        asked = urlsplit(f"//{host}")
        if asked.netloc != host or "@" in host or asked.port == 0:  # more than a name and a port
            return False
        name = asked.hostname or ""
        return name == "localhost" or name.endswith(HOSTED) or bool(ip_address(name))
    except ValueError:
        return False


def is_own_origin(origin: str | None, host: str) -> bool:
    """Whether a WebSocket may be opened by a page of this origin.

    A browser always says the origin; who says none is no page, and can do no harm in its name.
    """
    if origin is None:
        return True
    allowed: list[str] = config.get_option("server.corsAllowedOrigins")
    return origin in (f"http://{host}", f"https://{host}", *allowed)


class Guard:
    """ASGI middleware: refuses strange hosts, foreign pages and closed paths; adds the headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = Headers()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = RequestHeaders(scope=scope)
        host = asked.get("host", "")
        address = _address(scope)
        welcome = is_own_host(host) and is_own_origin(asked.get("origin"), host)
        if not welcome or open_pages.is_full(address):
            await receive()  # websocket.connect
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        who = Visitor(address)
        visitor.set(who)
        with open_pages.taken(address):
            await self._app(scope, _one_by_one(receive, send, who), send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = RequestHeaders(scope=scope)
        host = asked.get("host", "")
        headers = self._headers.of(host)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(headers)
            await send(message)

        if not is_own_host(host):
            await PlainTextResponse(WRONG_HOST, 403)(scope, receive, send_guarded)
        elif scope["path"].rstrip("/").endswith(CLOSED):
            await PlainTextResponse("Not found", 404)(scope, receive, send_guarded)
        elif _is_for_no_session_here(scope):
            # Streamlit says 400; by this nginx knows to ask the next server (deploy/nginx.conf).
            await PlainTextResponse(ELSEWHERE, 404)(scope, receive, send_guarded)
        elif "text/html" in asked.get("accept", "") and open_pages.is_full(_address(scope)):
            await PlainTextResponse(FULL, 503)(scope, receive, send_guarded)
        else:
            await self._app(scope, receive, send_guarded)


def _address(scope: Scope) -> str:
    return address_of(HTTPConnection(scope))


def _is_for_no_session_here(scope: Scope) -> bool:
    """Whether a file is brought to a session that this process does not have."""
    session = session_of(scope)
    return session is not None and not runtime.get_instance().is_active_session(session)


def _one_by_one(receive: Receive, send: Send, who: Visitor) -> Receive:
    """Hand on what a page asks, and let the others have their turn; hang up if it is too much.

    Streamlit takes all that waits, however large, and answers nobody meanwhile. It keeps the last
    message until the next: behind a large one it gets one that says nothing.
    """
    asked = Rate(QUESTIONS, seconds=SECONDS)
    was_large = False

    async def receive_one() -> Message:
        nonlocal was_large
        await asyncio.sleep(0)
        if was_large:
            was_large = False
            return NOTHING
        message = await receive()
        asked.count("")
        said = message.get("bytes")
        who.asked = len(said or b"")
        was_large = who.asked > SMALL
        if was_large:
            await _spacing.wait(who.asked)
        no_question = message["type"] == "websocket.receive" and (said is None or is_too_much(said))
        too_much = asked.is_full("") or no_question
        if message["type"] == "websocket.disconnect" or not too_much:
            return message
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        return {"type": "websocket.disconnect", "code": POLICY_VIOLATION}

    return receive_one
