"""A request from its beginning to the end of its answer: how many there are, and how slow.

What it brings comes in time (``bodies.py``); an answer is handed on in parts, each when the one
before is on its way, so that who does not read holds two of them and not all. ``late_requests.py``
hangs up on them.
"""

from contextlib import ExitStack

from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tokviz.ui.server import limits, places
from tokviz.ui.server.bodies import Body, LateError
from tokviz.ui.server.live_class.tries import address_of
from tokviz.ui.server.uploads import Upload, session_of

FULL = "The server answers as many requests as it can. Try again in a minute."
LATE = "What you sent did not come whole in time, or there is no room for it now. Try again."


class Bounded:
    """ASGI middleware: bounds how many requests there are, and what each holds."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address, session = address_of(HTTPConnection(scope)), session_of(scope)
        taken = [places.requests, *([places.uploads] if session else [])]
        if any(place.is_full(address) for place in taken):
            await PlainTextResponse(FULL, 503)(scope, receive, send)
            return
        body = Body(receive, limits.UPLOAD_RATE if session else None)
        with ExitStack() as stack:
            for place in taken:
                stack.enter_context(place.taken(address))
            come = stack.enter_context(Upload(session, body)) if session else body.receive
            await self._answer(scope, come, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and hang up on who does not bring what was announced."""
        begun = False

        async def send_in_parts(message: Message) -> None:
            nonlocal begun
            begun = True
            body, at = message.get("body", b""), 0
            while at + limits.PART < len(body):
                part = body[at : at + limits.PART]
                await send({"type": message["type"], "body": part, "more_body": True})
                at += limits.PART
            await send({**message, "body": body[at:]} if at else message)

        try:
            await self._app(scope, receive, send_in_parts)
        except ClientDisconnect:
            pass  # gone: nobody hears an answer
        except LateError:
            if not begun:
                headers = {"connection": "close"}
                await PlainTextResponse(LATE, 408, headers)(scope, receive, send)
