"""The addresses of a class: start it, tell it, hear it, vote in it, end it; and its short link.

A browser tells the origin of the page that asks, and a foreign one is refused. Who does not know a
code finds out by trying, so wrong ones are counted.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tokviz.checks.limits import TEXT_BYTES
from tokviz.ui.server.guard import is_own_origin
from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.brought import body, bring
from tokviz.ui.server.live_class.classes import Classes
from tokviz.ui.server.live_class.codes import NO_SUCH, code_in, is_of
from tokviz.ui.server.live_class.listener import Listener
from tokviz.ui.server.live_class.messages import (
    read_digest,
    read_json,
    read_key,
    read_sentence,
    read_state,
    read_vote,
)
from tokviz.ui.server.live_class.one_class import LiveClass
from tokviz.ui.server.live_class.phone_doors import PhoneDoors
from tokviz.ui.server.live_class.refused import FullError, RefusedError
from tokviz.ui.server.live_class.start_doors import StartDoors
from tokviz.ui.server.live_class.tries import Tries, address_of, know_again
from tokviz.ui.server.whereabouts import base_path

TOO_MANY_TRIES = "Too many wrong codes came from here. Try again in a minute."
LINKED_QUERY = 2_000
"""Characters of the leader's address that fit the answer to a link; the script sees to longer."""
COOKIE = "tokviz_class"
"""Carries the code from the short link to the page's script, which takes it away."""
FOLLOWER = "follower"
"""The header with the name of who follows."""
_NO_CLASS = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>No class · tokviz</title>
<body style="font: 1.25rem/1.5 sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem">
<h1>No class here</h1>
<p>{words}</p>
<p><a href="../">To the lessons, and to the box for a code</a></p>
"""

Answer = Callable[[Request], Awaitable[Response]]


def class_routes(classes: Classes, gives: Callable[[str, str], bool] = is_of) -> list[Route]:
    """The routes for these classes, below ``server.baseUrlPath``.

    ``gives`` says whether a code is what a key gives.
    """
    doors, live = Doors(classes), f"{base_path()}/live/{{code}}"
    phones, starts = PhoneDoors(doors), StartDoors(classes, gives)
    return [
        Route(f"{base_path()}/live/code", _guarded(starts.code), methods=["POST"]),
        Route(live, _guarded(doors.link, _as_page), methods=["GET"]),
        Route(live, _guarded(starts.start), methods=["POST"]),
        Route(live, _guarded(doors.end), methods=["DELETE"]),
        Route(f"{live}/events", _guarded(doors.events), methods=["GET"]),
        Route(f"{live}/state", _guarded(doors.state), methods=["POST"]),
        Route(f"{live}/text/{{digest}}", _guarded(doors.bring_text), methods=["POST"]),
        Route(f"{live}/text/{{digest}}", _guarded(doors.text), methods=["GET"]),
        Route(f"{live}/stage/{{digest}}", _guarded(doors.bring_stage), methods=["POST"]),
        Route(f"{live}/stage/{{digest}}", _guarded(doors.stage), methods=["GET"]),
        Route(f"{live}/vote", _guarded(doors.vote), methods=["POST"]),
        Route(f"{live}/sentence", _guarded(doors.sentence), methods=["POST"]),
        Route(f"{live}/phone", _guarded(phones.ask), methods=["POST"]),
        Route(f"{live}/phone/pair", _guarded(phones.pair), methods=["POST"]),
        Route(f"{live}/phone/off", _guarded(phones.off), methods=["POST"]),
        Route(f"{live}/phone/press", _guarded(phones.press), methods=["POST"]),
    ]


def _as_json(why: RefusedError) -> Response:
    """What was refused, for a script."""
    return JSONResponse({"error": str(why)}, why.status)


def _as_page(why: RefusedError) -> Response:
    """What was refused, for who opened the address: it may be a student."""
    return HTMLResponse(_NO_CLASS.format(words=escape(str(why))), why.status)


def _guarded(answer: Answer, refused: Callable[[RefusedError], Response] = _as_json) -> Answer:
    """Refuse foreign pages, and say what is refused in words."""

    async def answered(request: Request) -> Response:
        try:
            if not is_own_origin(request.headers.get("origin"), request.headers.get("host", "")):
                raise RefusedError(403, "A class is opened from its own pages only.")
            response = await answer(request)
        except RefusedError as why:
            response = know_again(request, refused(why))
        response.headers["cache-control"] = "no-store"
        return response

    return answered


class Doors:
    """What is answered, and how often."""

    def __init__(self, classes: Classes) -> None:
        self._classes = classes
        self.tries = Tries(
            limits.TRIES_OF_BROWSER, limits.TRIES_UNNAMED, limits.TRIES, limits.ALL_TRIES
        )

    def found(self, request: Request, proof: str | None = None) -> LiveClass:
        """The class with this code. A wrong one counts as a try.

        ``proof`` is what only a member knows; with it, others' tries are no hindrance.
        """
        found = self._classes.find(code_in(request))
        if found is not None and proof is not None and found.admits(proof):
            return found
        if self.tries.is_full(request):
            raise RefusedError(429, TOO_MANY_TRIES)
        if found is None:
            self.tries.count(request)
            raise RefusedError(404, NO_SUCH)
        return found

    def followed(self, request: Request) -> LiveClass:
        """The class with this code, for who may be known by name in its header."""
        return self.found(request, request.headers.get(FOLLOWER))

    def led(self, request: Request) -> LiveClass:
        """The class that the key of a request leads. A wrong key counts as a try."""
        key = read_key(request.headers.get("authorization"))
        found = self.found(request, key)
        if key is None or not found.is_led_by(key):
            self.tries.count(request)
            raise RefusedError(403, "Only its leader moves a class.")
        return found

    async def link(self, request: Request) -> Response:
        """To the leader's page; its script follows from there."""
        if request.path_params["code"] != (code := code_in(request)):
            # As it is written it may choose another server than the class's (deploy/nginx.conf).
            return Response(status_code=303, headers={"location": code})
        found = self.found(request)
        place = found.part("place") or {"page": "", "query": ""}
        query = place["query"] if len(place["query"]) <= LINKED_QUERY else ""
        headers = {"location": f"../{place['page']}{'?' + query if query else ''}"}
        response = Response(status_code=303, headers=headers)
        response.set_cookie(COOKIE, found.code, max_age=120, samesite="lax")
        return response

    async def end(self, request: Request) -> Response:
        """Forget the class."""
        self._classes.end(self.led(request))
        return JSONResponse({})

    def _telling(self, request: Request) -> LiveClass:
        """The class that the key leads, unless it was told something too often."""
        led = self.led(request)
        if led.told.is_full(""):
            raise RefusedError(429, "The class is told too often.")
        led.told.count("")
        return led

    async def state(self, request: Request) -> Response:
        """What the leader tells."""
        led = self._telling(request)
        led.tell(read_state(read_json(await body(request, limits.STATE_BYTES))))
        return JSONResponse({})

    async def bring_text(self, request: Request) -> Response:
        """A text of the leader's that is too long for an address; the class keeps the last."""
        led, digest = self._telling(request), read_digest(request.path_params["digest"])
        led.text = (digest, await bring(led, request, TEXT_BYTES))
        return JSONResponse({})

    async def text(self, request: Request) -> Response:
        """The text of this digest, for who follows."""
        digest, content = self.followed(request).text
        if digest != request.path_params["digest"]:
            raise RefusedError(404, "The class has another text now.")
        return Response(content, media_type="application/octet-stream")

    async def bring_stage(self, request: Request) -> Response:
        """A replay on the leader's stage, zipped, for followers to see before their own run."""
        led, digest = self._telling(request), read_digest(request.path_params["digest"])
        led.keep_stage(digest, await bring(led, request, limits.STAGE_BYTES))
        return JSONResponse({})

    async def stage(self, request: Request) -> Response:
        """The replay of this digest; nothing where the class has it no longer, or is over.

        Anyone can work out the digest of a lesson as it opens, so a wrong code is a try here too.
        """
        try:
            zipped = self.followed(request).stages.get(request.path_params["digest"])
        except RefusedError:
            zipped = None
        if zipped is None:
            return Response(status_code=204)
        headers = {"content-encoding": "gzip"}
        return Response(zipped, media_type="application/octet-stream", headers=headers)

    async def vote(self, request: Request) -> Response:
        """A follower's vote."""
        name, *vote = read_vote(read_json(await body(request, limits.VOTE_BYTES)))
        self.found(request, name).vote(name, *vote)
        return JSONResponse({})

    async def sentence(self, request: Request) -> Response:
        """A follower's sentence, for the leader alone."""
        name, text = read_sentence(read_json(await body(request, limits.SENTENCE_BYTES)))
        self.found(request, name).say(name, text)
        return JSONResponse({})

    async def events(self, request: Request) -> Response:
        """The stream of a follower, or with the key the leader's."""
        if request.method != "GET":  # HEAD would hold a place, and hear nothing
            raise RefusedError(405, "The news of a class are for GET.")
        leads, name = "authorization" in request.headers, request.headers.get(FOLLOWER)
        found = self.led(request) if leads else self.followed(request)
        address, streams = address_of(request), self._classes.streams()
        if len(streams) >= limits.STREAMS:
            raise FullError("Too many follow classes on this server now.")
        if sum(listener.address == address for listener in streams) >= limits.STREAMS_OF_ONE:
            raise FullError("Too many follow classes from here.")
        listener = found.lead(address) if leads else found.join(name, address)
        return NewsStream(self._classes, found, listener)


class NewsStream(StreamingResponse):
    """Every news of a class, as Server-Sent Events, until either goes.

    https://html.spec.whatwg.org/multipage/server-sent-events.html
    """

    def __init__(self, classes: Classes, live_class: LiveClass, listener: Listener) -> None:
        self._classes, self._class, self._listener = classes, live_class, listener
        headers = {"x-accel-buffering": "no"}  # nginx hands it on at once
        super().__init__(self._heard(), media_type="text/event-stream", headers=headers)
        classes.watch(live_class)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._class.leave(self._listener)
            self._classes.watch(self._class)

    async def _heard(self) -> AsyncIterator[str]:
        woken = self._listener.woken
        turn = {"turn": self._listener.turn} if self._listener.leads else {}
        yield _event({"follower": self._listener.name, **turn})
        while not self._class.over:
            woken.clear()
            if news := self._class.news(self._listener):
                yield _event(news)
                await asyncio.sleep(limits.PAUSE * len(self._classes.streams()))
            try:
                await asyncio.wait_for(woken.wait(), limits.BEAT)
            except TimeoutError:
                yield ":\n\n"
        if self._class.is_told:
            yield _event({"over": True})


def _event(news: dict[str, object]) -> str:
    return f"data: {json.dumps(news, separators=(',', ':'))}\n\n"
