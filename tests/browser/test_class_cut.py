"""A class under whose leader or follower the network is cut: nothing is told that is not so."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.classes import bar, expect_step, join, lead, options
from tests.browser.driving import settle
from tests.browser.wire import Wire

pytestmark = pytest.mark.stage_alone

Open = Callable[[], Page]
LOST = {"leader": "No connection to the class", "follower": "Connecting"}
LONG = "Math.random = () => 1e4"
"""From now on the page waits hours before it tries to hear of its class again."""


@pytest.fixture
def wire(app_url: str) -> Iterator[Wire]:
    with Wire(app_url) as wire:
        yield wire


@pytest.fixture
def leader(unwatched: Open) -> Page:
    return unwatched()


@pytest.fixture
def follower(unwatched: Open) -> Page:
    return unwatched()


def meet(leader: Page, follower: Page, led_at: str, followed_at: str) -> None:
    """A class of one follower, who is asked the first question."""
    leader.goto(f"{led_at}/byte_bpe")
    settle(leader)
    join(follower, followed_at, lead(leader))
    leader.get_by_test_id("tokviz-ask").first.select_option("ask")
    expect_question(follower, 1)


def expect_question(page: Page, step: int) -> None:
    replay = page.get_by_test_id("tokviz-player").first
    expect(replay).to_have_attribute("data-question", str(step))


def option(page: Page, number: int) -> Locator:
    return options(page).nth(number)


def votes(page: Page, number: int) -> Locator:
    return option(page, number).locator(".votes")


def expect_mark(page: Page, number: int, words: str) -> None:
    """What the option says that was picked."""
    expect(option(page, number)).to_have_attribute("aria-pressed", "true")
    page.wait_for_function(
        "([picked, words]) => getComputedStyle(picked, '::after').content.includes(words)",
        arg=[option(page, number).element_handle(), words],
    )


def caption(page: Page) -> Locator:
    return page.get_by_test_id("tokviz-caption").first


def vote(leader: Page, follower: Page, index: int) -> None:
    """The follower votes, and it counts."""
    option(follower, index).click()
    expect(votes(leader, index)).to_have_text("1")


def cut(wire: Wire, page: Page, role: str) -> None:
    """Cut the page off, and wait until it says so."""
    wire.cut()
    expect(bar(page)).to_contain_text(LOST[role])


def test_a_vote_of_who_is_cut_off_counts_once_they_are_back_and_a_late_one_is_not_told_as_one(
    leader: Page, follower: Page, app_url: str, wire: Wire
) -> None:
    meet(leader, follower, app_url, wire.url)
    cut(wire, follower, "follower")
    option(follower, 2).click()
    expect_mark(follower, 2, "sending…")
    wire.mend()
    expect(votes(leader, 2)).to_have_text("1")
    expect_mark(follower, 2, "✓ your vote")
    vote(leader, follower, 1)
    expect(votes(leader, 2)).to_have_text("0")
    leader.keyboard.press("PageDown")
    expect(caption(follower)).to_contain_text("of 1 right.")
    leader.keyboard.press("PageDown")
    expect_question(follower, 2)
    cut(wire, follower, "follower")
    option(follower, 2).click()
    with leader.expect_response(re.compile(r"/live/[A-Z]{6}/state$")):
        leader.keyboard.press("PageDown")
    expect_step(leader, 2)
    wire.mend()
    expect(caption(follower)).to_contain_text("Your vote did not reach the class")
    expect(caption(follower)).not_to_contain_text("right.")
    leader.keyboard.press("PageDown")
    expect_question(follower, 3)
    vote(leader, follower, 0)
    leader.keyboard.press("PageDown")
    expect(caption(follower)).to_contain_text("of 2 right.")  # without the one that came too late


def test_a_vote_that_the_server_did_not_take_is_sent_again_and_outlives_a_reload(
    leader: Page, follower: Page, app_url: str
) -> None:
    meet(leader, follower, app_url, app_url)
    follower.route("**/vote", lambda route: route.abort(), times=1)
    vote(leader, follower, 1)
    expect_mark(follower, 1, "✓ your vote")
    follower.reload()
    settle(follower)
    expect_mark(follower, 1, "✓ your vote")
    expect(bar(leader)).to_contain_text("1 follower")
    expect(votes(leader, 1)).to_have_text("1")
    leader.keyboard.press("PageDown")
    expect(caption(follower)).to_contain_text("of 1 right.")


def test_a_leader_who_is_cut_off_is_told_so_and_sees_no_votes_on_what_she_asks_next(
    leader: Page, follower: Page, app_url: str, wire: Wire
) -> None:
    """And she hears her class at once when her browser is online again."""
    meet(leader, follower, wire.url, app_url)
    vote(leader, follower, 1)
    leader.keyboard.press("PageDown")
    expect_step(leader, 1)
    leader.evaluate(LONG)
    cut(wire, leader, "leader")
    leader.keyboard.press("PageDown")
    expect_question(leader, 2)
    leader.wait_for_timeout(500)  # she tells of it ten times a second
    expect(bar(leader)).to_contain_text(LOST["leader"])
    expect(options(leader).locator(".votes")).to_have_text(["0"] * options(leader).count())
    wire.mend()
    expect(bar(leader)).to_contain_text("1 follower")  # what she told came through
    expect_question(follower, 2)
    vote(leader, follower, 0)
    expect(votes(leader, 1)).to_have_text("0")
    cut(wire, leader, "leader")
    come_online(wire, leader, "leader")


def test_a_message_of_the_leaders_that_nothing_answers_is_told_again(
    leader: Page, follower: Page, app_url: str
) -> None:
    """As a proxy swallows one: the browser hears of no fault."""
    leader.goto(f"{app_url}/byte_bpe")
    settle(leader)
    join(follower, app_url, lead(leader))
    leader.route("**/live/*/state", lambda _: None, times=1)
    with leader.expect_request("**/live/*/state"):
        leader.keyboard.press("ArrowRight")
    expect_step(follower, 1)


def come_online(wire: Wire, page: Page, role: str) -> None:
    wire.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(bar(page)).not_to_contain_text(LOST[role])


def test_who_is_online_again_or_votes_hears_the_class_at_once(
    leader: Page, follower: Page, app_url: str, wire: Wire
) -> None:
    meet(leader, follower, app_url, wire.url)
    follower.evaluate(LONG)
    cut(wire, follower, "follower")
    come_online(wire, follower, "follower")
    cut(wire, follower, "follower")
    wire.mend()
    option(follower, 2).click()
    expect(bar(follower)).to_contain_text("Following class")
    expect(votes(leader, 2)).to_have_text("1")
