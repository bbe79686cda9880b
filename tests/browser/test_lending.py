"""A page that is lent again is as a new one, and two that are lent at once are two readers'.

What goes wrong on one is told, and no other machine is reached.
"""

import pytest
from playwright.sync_api import Error, Page

from tests.browser.lending import Lending

KEEP = """() => {
    localStorage.setItem("a", "1");
    sessionStorage.setItem("b", "2");
    document.cookie = "c=3";
}"""
KEPT = "() => [localStorage.length, sessionStorage.length, /c=3/.test(document.cookie)]"
LOOK = """() => [innerWidth, innerHeight, matchMedia("(prefers-color-scheme: dark)").matches,
    matchMedia("(prefers-reduced-motion)").matches, matchMedia("(forced-colors: active)").matches,
    globalThis.stageAlone ?? false]"""


def at(page: Page, url: str) -> Page:
    page.goto(f"{url}/_stcore/health")
    return page


def test_what_a_test_leaves_on_a_page_is_gone(lending: Lending, app_url: str) -> None:
    lent = lending.lend(width=390, height=844, dark=True, alone=True)
    lent.page.emulate_media(reduced_motion="reduce", forced_colors="active")
    lent.page.route("**/*.png", lambda route: route.abort())
    assert at(lent.page, app_url).evaluate(LOOK) == [390, 844, True, True, True, True]
    lent.page.evaluate(KEEP)
    assert lent.page.evaluate(KEPT) == [1, 1, True]
    lent.faults.append("a fault of the test before")
    lending.take_back(lent)

    again = lending.lend()
    assert again is lent
    assert not again.faults
    assert at(again.page, app_url).evaluate(LOOK) == [1280, 900, False, False, False, False]
    assert again.page.evaluate(KEPT) == [0, 0, False]
    lending.take_back(again)


def test_what_a_page_keeps_as_it_is_left_is_gone(lending: Lending, app_url: str) -> None:
    lent = lending.lend()
    at(lent.page, app_url).evaluate(f"addEventListener('pagehide', {KEEP})")
    lending.take_back(lent)
    again = lending.lend()
    assert again is lent
    assert at(again.page, app_url).evaluate(KEPT) == [0, 0, False]
    lending.take_back(again)


def test_pages_that_are_lent_at_once_share_nothing(lending: Lending, app_url: str) -> None:
    one, other = lending.lend(), lending.lend()
    at(one.page, app_url).evaluate(KEEP)
    assert at(other.page, app_url).evaluate(KEPT) == [0, 0, False]
    lending.take_back(one)
    lending.take_back(other)


def test_a_page_that_may_keep_something_is_not_lent_again(lending: Lending, app_url: str) -> None:
    elsewhere, closed, opener = lending.lend(), lending.lend(), lending.lend()
    at(elsewhere.page, app_url)
    elsewhere.page.goto("data:text/html,a place of its own")
    closed.page.close()
    opener.page.context.new_page()
    for lent in (elsewhere, closed, opener):
        lending.take_back(lent)
    failed, held, timed = lending.lend(), lending.lend(), lending.lend()
    held.page.route_web_socket("**", lambda _: None)
    at(timed.page, app_url).clock.install()
    lending.take_back(failed, failed=True)
    lending.take_back(held)
    lending.take_back(timed)
    assert not {elsewhere, closed, opener, failed, held, timed} & set(lending.idle)


def test_what_goes_wrong_on_a_page_is_told(lending: Lending, app_url: str) -> None:
    lent = lending.lend()
    page = at(lent.page, app_url)
    page.evaluate("console.error('said by a script')")
    with page.expect_event("pageerror"):  # or the next address is there before it is thrown
        page.evaluate("setTimeout(() => { throw new Error('not caught'); })")
    missing = f"{app_url}/media/nothing.txt"
    page.goto(missing)
    told = set(lent.faults)
    lending.take_back(lent)
    assert told >= {f"404 {missing}", "console: said by a script", "page error: not caught"}


@pytest.mark.parametrize(
    "address", ["http://example.org/", "http://192.0.2.1/", "http://localhost/"]
)
def test_no_other_host_is_reached(address: str, lending: Lending) -> None:
    lent = lending.lend()
    with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
        lent.page.goto(address)
    told = lent.faults.copy()
    lending.take_back(lent)
    assert told == [f"request failed: {address} net::ERR_NAME_NOT_RESOLVED"]
