"""The addresses by which a class begins: which code a key gives, and a class of that code."""

import asyncio
from collections.abc import Callable
from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.classes import Classes
from tokviz.ui.server.live_class.codes import code_in, code_of
from tokviz.ui.server.live_class.link import class_link
from tokviz.ui.server.live_class.messages import read_key
from tokviz.ui.server.live_class.refused import RefusedError
from tokviz.ui.server.live_class.tries import Tries, address_of


class StartDoors:
    """What is answered to who leads a class from now on, and how often."""

    def __init__(self, classes: Classes, gives: Callable[[str, str], bool]) -> None:
        self._classes, self._gives = classes, gives
        starts = limits.STARTS_OF_BROWSER, limits.STARTS_UNNAMED, limits.STARTS, limits.ALL_STARTS
        self._codes, self._starts = Tries(*starts), Tries(*starts)
        self._slow = asyncio.Lock()  # what takes a while is done for one at a time

    async def code(self, request: Request) -> Response:
        """The code that the leader's key gives; the class is started by its address."""
        key = _leaders_key(request)
        _count_start(self._codes, request)
        async with self._slow:
            return JSONResponse({"code": await asyncio.to_thread(code_of, key)})

    async def start(self, request: Request) -> Response:
        """A class with the key that the leader's browser drew, and the code that it gives."""
        key, code, address = _leaders_key(request), code_in(request), address_of(request)
        there = self._classes.find(code)
        if there is None or not there.is_led_by(key):
            _count_start(self._starts, request)
        if there is None:
            async with self._slow:
                is_own = await asyncio.to_thread(self._gives, code, key)
            if not is_own:
                raise RefusedError(403, "This code is another class's. Start a class of your own.")
        started = self._classes.start(code, key, address)
        origin = request.headers.get("origin") or str(request.base_url)
        return JSONResponse(asdict(class_link(origin, started.code)))


def _leaders_key(request: Request) -> str:
    key = read_key(request.headers.get("authorization"))
    if key is None:
        raise RefusedError(400, "A class needs a key. Reload the page.")
    return key


def _count_start(starts: Tries, request: Request) -> None:
    if starts.is_full(request):
        raise RefusedError(429, "Too many classes were started from here. Wait a minute.")
    starts.count(request)
