"""Where a class votes, its leader alone decides whether it sees how often each option stands."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.classes import bar, options
from tests.browser.test_class_stage import asked_on_phones

pytestmark = pytest.mark.stage_alone

COUNTS = "Show the counts"


def help_on(page: Page) -> Locator:
    return page.get_by_test_id("tokviz-player").first.get_by_role("button", name=COUNTS)


def counts_on(page: Page) -> list[str]:
    values = page.get_by_test_id("tokviz-player").first.locator(".pairs .value")
    return values.all_inner_texts()


def test_who_votes_sees_the_counts_when_the_leader_shows_them_and_who_left_may_look_at_them(
    leader: Page, app_url: str, new_page: Callable[..., Page]
) -> None:
    phone, left = asked_on_phones(2, leader, app_url, new_page)
    expect(options(left).first).to_be_visible()
    bar(left).get_by_role("button", name="Leave").click()
    expect(help_on(left)).to_be_visible()
    expect(options(phone).first).to_be_visible()
    expect(help_on(phone)).to_have_count(0)
    assert set(counts_on(phone)) == {"?"}
    help_on(leader).click()
    expect(phone.locator(".pairs .value").first).not_to_have_text("?")
    assert counts_on(phone) == counts_on(leader)
