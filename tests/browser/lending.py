"""Pages that tests use one after the other, each given out as good as new.

A new browser context fetches, parses and compiles Streamlit's scripts anew, and a new page has a
process of its own: two thirds of what opening a lesson costs. So a page is emptied and lent again.
"""

from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Error, Page

from tests.browser.asking import NOTE_RUNS
from tests.browser.driving import STAGE_ALONE, watch

MOST_IDLE = 4
"""As many pages wait to be lent at most: no test has more readers that open much."""


OWN = "[WebSocket, setTimeout].every((own) => String(own).includes('[native code]'))"
"""Whether a page has the browser's sockets and clock, or Playwright's, which nothing takes away."""


@dataclass(eq=False)
class Lent:
    """A page, and what went wrong on it while it was lent."""

    page: Page
    dark: bool = False
    faults: list[str] = field(default_factory=list)
    places: set[str] = field(default_factory=set)  # it was at: a scheme, a host and a port each
    undo: ExitStack = field(default_factory=ExitStack)


class Lending:
    """The pages of a browser. Each has a context of its own: no two share what a reader keeps.

    ``device`` is what Playwright is to tell a context of it, as ``has_touch=True``.
    """

    def __init__(self, browser: Browser, **device: Any) -> None:
        self._browser = browser
        self._device = device
        self.idle: list[Lent] = []

    def lend(
        self, *, width: int = 1280, height: int = 900, dark: bool = False, alone: bool = False
    ) -> Lent:
        """A watched page at ``about:blank``; ``alone`` leaves out what stands below the stage."""
        lent = self.idle.pop() if self.idle else self._open()
        lent.dark = dark
        lent.page.set_viewport_size({"width": width, "height": height})
        lent.page.emulate_media(
            media="null",
            color_scheme="dark" if dark else "light",
            reduced_motion="null",
            forced_colors="null",
            contrast="null",
        )
        if alone:
            lent.undo.enter_context(lent.page.add_init_script(STAGE_ALONE))
        return lent

    def _open(self) -> Lent:
        context = self._browser.new_context(**self._device)
        context.add_init_script(NOTE_RUNS)
        page = context.new_page()
        page.set_default_timeout(30_000)
        lent = Lent(page)
        watch(page, lent.faults)
        page.on("framenavigated", lambda frame: lent.places.add(place(frame.url)))
        return lent

    def take_back(self, lent: Lent, *, failed: bool = False) -> None:
        """Empty a page for the next test, or close it with its context where that is not sure.

        What a test adds for good to a page that it was lent, as a script that each document runs,
        or a hold on its WebSocket, it takes away itself; one that ``failed`` may not have come to
        it, and all after it would fail of that.
        """
        try:
            if not failed and len(self.idle) < MOST_IDLE and self._emptied(lent):
                self.idle.append(lent)
                return
        except Error:  # closed, crashed, or its server is gone
            pass
        lent.page.context.close()

    @staticmethod
    def _emptied(lent: Lent) -> bool:
        page, context = lent.page, lent.page.context
        if page.is_closed() or context.pages != [page]:
            return False
        page.unroute_all()
        lent.undo.close()
        if page.url != "about:blank":
            if page.url.startswith("http"):  # the app's scripts, as they go, may keep something yet
                page.goto(f"{place(page.url)}/_stcore/health")
            page.evaluate("() => { sessionStorage.clear(); localStorage.clear(); }")
        page.goto("about:blank")
        context.clear_cookies()
        context.clear_permissions()
        if not page.evaluate(OWN):
            return False  # it would hear of no run, or not know the link that opened it
        page.mouse.move(0, 0)
        kept_elsewhere = len(lent.places - {place("about:blank")}) > 1
        lent.places.clear()
        lent.faults.clear()
        return not kept_elsewhere


def place(url: str) -> str:
    """What a browser keeps storage for."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
