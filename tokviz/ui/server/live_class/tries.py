"""Wrong codes and started classes, counted so that one hand does not shut the door to others.

A school stands behind one address. Were only addresses counted, one pupil with thirty wrong codes
a minute would keep out a class that has not joined yet. So each browser, known by a cookie, has
tries of its own; who sends none shares those of all such at the address, and is given one.

A cookie costs a guesser nothing, so the address and the server have an end too, out of reach of
hands: a class of thirty that mistypes ten codes each within a minute gets in. A script reaches it,
and holds up who joins from its address (from all, if it has several) as long as it runs.
What is left to guess with, of 24^6 = 191 million codes:

    in an hour           tries    one class      one of fifty
    from one address    36,000    1 in 5,300     1 in 106
    from all           108,000    1 in 1,770     1 in 35

Who finds one may follow that class and vote in it, no more.
"""

import re
import secrets

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tokviz.ui.server.live_class.rates import Rate

BROWSER = "tokviz_browser"
"""The cookie: a number drawn at random, which says nothing of who has it."""
_DRAWN = re.compile(r"[\w-]{22}", re.ASCII)
AGAIN = "again"
"""In the address of who was sent once more, with the cookie: once is enough."""


class Tries:
    """What was tried within the last minute.

    Arguments:
        browser: how often one browser may try.
        unnamed: how often all those of one address may that have no number yet.
        one: how often all of one address may.
        every: how often all may.
    """

    def __init__(self, browser: int, unnamed: int, one: int, every: int) -> None:
        self._browsers, self._unnamed = Rate(browser), Rate(unnamed)
        self._addresses = Rate(one, every)

    def count(self, request: Request) -> None:
        """Another one."""
        browser, address = browser_of(request), address_of(request)
        self._addresses.count(address)
        if browser:
            self._browsers.count(browser)
        else:
            self._unnamed.count(address)

    def is_full(self, request: Request) -> bool:
        """Whether all that this browser tries is refused now, even a right code."""
        browser, address = browser_of(request), address_of(request)
        own = self._browsers.is_full(browser) if browser else self._unnamed.is_full(address)
        return own or self._addresses.is_full(address)


def address_of(asked: HTTPConnection) -> str:
    """Where it comes from."""
    return asked.client.host if asked.client else ""


def browser_of(request: Request) -> str:
    """The browser's number, or nothing."""
    number = request.cookies.get(BROWSER, "")
    return number if _DRAWN.fullmatch(number) else ""


def know_again(request: Request, refused: Response) -> Response:
    """The refusal of a code, with a number for a browser that has none.

    Who asked too often without one, and may only have been in bad company, asks again with it.
    """
    if browser_of(request):
        return refused
    if refused.status_code == 429 and request.method == "GET" and AGAIN not in request.query_params:
        last = request.url.path.rpartition("/")[2]
        refused = Response(status_code=307, headers={"location": f"{last}?{AGAIN}=1"})
    number = secrets.token_urlsafe(16)
    refused.set_cookie(BROWSER, number, httponly=True, samesite="lax")
    return refused
