"""The addresses of a leader's phone: it asks for a number, is paired, presses, and is let go."""

import asyncio
from typing import Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tokviz.ui.server.live_class import limits
from tokviz.ui.server.live_class.brought import body
from tokviz.ui.server.live_class.messages import (
    read_follower,
    read_json,
    read_number,
    read_press,
)
from tokviz.ui.server.live_class.one_class import LiveClass
from tokviz.ui.server.live_class.refused import RefusedError
from tokviz.ui.server.live_class.tries import address_of

TOO_MANY_NUMBERS = "Too many wrong numbers were typed. Try again in a minute."


class Doors(Protocol):
    """Who finds a class for a request."""

    def found(self, request: Request, proof: str | None = None) -> LiveClass: ...

    def led(self, request: Request) -> LiveClass: ...


class PhoneDoors:
    """What is answered to phones, and to the leader about them."""

    def __init__(self, doors: Doors) -> None:
        self._doors = doors

    async def ask(self, request: Request) -> Response:
        """A number, for a follower who says that they lead."""
        name = read_follower(read_json(await body(request, limits.VOTE_BYTES)))
        number = self._doors.found(request, name).ask_to_lead(name, address_of(request))
        return JSONResponse({"number": number, "seconds": limits.NUMBER_SECONDS})

    async def pair(self, request: Request) -> Response:
        """The leader typed a number. Wrong ones count for her class, and no others do."""
        led = self._doors.led(request)
        if led.mistyped.is_full(""):
            raise RefusedError(429, TOO_MANY_NUMBERS)
        number = read_number(read_json(await body(request, limits.VOTE_BYTES)))
        try:
            led.pair(number)
        except RefusedError as why:
            if why.status == 404:
                led.mistyped.count("")
            raise
        return JSONResponse({})

    async def off(self, request: Request) -> Response:
        """The leader lets all phones go, or a phone itself."""
        if "authorization" in request.headers:
            self._doors.led(request).let_all_go()
        else:
            name = read_follower(read_json(await body(request, limits.VOTE_BYTES)))
            self._doors.found(request, name).let_go(name)
        return JSONResponse({})

    async def press(self, request: Request) -> Response:
        """What a remote asks the leader's browser for; it is not done late."""
        name, number, wanted = read_press(read_json(await body(request, limits.PRESS_BYTES)))
        found = self._doors.found(request, name)
        if serial := found.press(name, number, wanted):
            loop = asyncio.get_running_loop()
            loop.call_later(limits.PRESS_LASTS, found.forget_presses, serial)
        return JSONResponse({})
