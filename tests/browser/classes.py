"""Leading and following a class in Chromium, for the tests of it."""

import re

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.driving import settle


class Held:
    """What a page asks of its session, held back for a while; made before the page opens."""

    def __init__(self, page: Page) -> None:
        self._waiting: list[str | bytes] | None = None
        self._server: WebSocketRoute | None = None
        page.route_web_socket("**/_stcore/stream", self._open)

    def _open(self, opened: WebSocketRoute) -> None:
        self._server = opened.connect_to_server()
        opened.on_message(self._ask)

    def _ask(self, said: str | bytes) -> None:
        assert self._server
        if self._waiting is None:
            self._server.send(said)
        else:
            self._waiting.append(said)

    def hold(self) -> None:
        self._waiting = []

    @property
    def waits(self) -> bool:
        """Has the page asked anything since?"""
        return bool(self._waiting)

    def let_go(self) -> None:
        waiting, self._waiting = self._waiting or [], None
        for said in waiting:
            self._ask(said)


def bar(page: Page) -> Locator:
    return page.get_by_test_id("tokviz-class")


def lead(page: Page) -> str:
    """Lead a class from this lesson; its code."""
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Lead a class").click()
    code = page.get_by_test_id("tokviz-class-code").inner_text()
    page.get_by_test_id("tokviz-invitation").get_by_role("button", name="Close").click()
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)  # it closes with the code
    expect(bar(page)).to_contain_text(f"You lead class {code}")
    return code


def join(page: Page, url: str, code: str) -> None:
    """Join by the short link."""
    page.goto(f"{url}/live/{code}")
    settle(page)
    expect(bar(page)).to_contain_text(f"Following class {code}")


def expect_step(page: Page, step: int) -> None:
    replay = page.get_by_test_id("tokviz-player").first
    expect(replay).to_have_attribute("data-step", str(step))


def expect_page(page: Page, name: str) -> None:
    expect(page).to_have_url(re.compile(rf"/{name}(\?|$)"))


def options(page: Page) -> Locator:
    """Of the question that the first replay asks."""
    return page.get_by_test_id("tokviz-player").first.get_by_test_id("tokviz-option")
