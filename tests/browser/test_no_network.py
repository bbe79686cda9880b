"""A network that is gone for a while: stepping goes on, and nothing of the reader's is lost."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.classes import expect_step
from tests.browser.driving import IDLE, close_popover, open_settings, settle
from tests.browser.test_nothing_lost import OWN_TEXT, open_with_text

pytestmark = pytest.mark.stage_alone


class Network:
    """What a page has to its server; cut off, no request and no socket comes through."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.is_there = True
        self.open: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/_stcore/stream"), self._opened)

    def _opened(self, socket: WebSocketRoute) -> None:
        if self.is_there:
            socket.connect_to_server()
            self.open.append(socket)
        else:
            socket.close()

    def cut(self) -> None:
        self.is_there = False
        self.page.context.set_offline(True)
        while self.open:
            self.open.pop().close()

    def mend(self) -> None:
        self.is_there = True
        self.page.context.set_offline(False)


def test_stepping_goes_on_and_all_is_there_when_it_is_back(
    app_url: str, unwatched: Callable[[], Page]
) -> None:
    page = unwatched()
    network = Network(page)
    open_with_text(page, app_url)
    close_popover(page)
    network.cut()
    page.wait_for_selector(
        "[data-test-connection-state]:not([data-test-connection-state=CONNECTED])"
    )
    for _ in range(4):
        page.get_by_test_id("tokviz-next").first.click()
    expect_step(page, 4)
    expect(page.locator(".tokviz-away")).to_contain_text("No connection to the server.")
    page.keyboard.press("PageDown")
    expect_step(page, 5)
    network.mend()
    page.wait_for_selector(IDLE, timeout=60_000)
    settle(page)
    expect_step(page, 5)
    open_settings(page)
    page.get_by_role("spinbutton", name="Merges to learn").fill("7")
    page.keyboard.press("Enter")
    page.wait_for_url("**merges=7**")
    settle(page)
    expect(page.get_by_role("textbox", name="Your own text")).to_have_value(OWN_TEXT)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    close_popover(page)
    page.get_by_test_id("tokviz-last").first.click()
    expect_step(page, 7)


@pytest.mark.parametrize("sees", ["a socket that lives on", "its socket close"])
def test_a_part_that_could_not_be_fetched_comes_once_the_network_is_back(
    app_url: str, unwatched: Callable[[], Page], sees: str
) -> None:
    page = unwatched()
    # A page that was lent before may have fetched it.
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    network = Network(page)
    page.goto(f"{app_url}/char_bpe?merges=9")
    settle(page)
    page.get_by_test_id("tokviz-next").first.click()
    page.wait_for_url("**step=1**")
    if sees == "its socket close":
        network.cut()
    else:
        page.context.set_offline(True)
    page.get_by_role("button", name="Text and settings").click()
    broken = page.get_by_text("dynamically imported module")
    expect(broken.first).to_be_visible()
    network.mend()
    expect(broken).to_have_count(0, timeout=60_000)
    settle(page)
    expect_step(page, 1)
    open_settings(page)
    expect(page.get_by_role("spinbutton", name="Merges to learn")).to_have_value("9")
