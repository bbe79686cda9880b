"""A class that walks a plan: its links keep the leader, its tasks keep the followers."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, expect_page, expect_step, join, lead
from tests.browser.driving import settle
from tests.browser.guiding import answer

New = Callable[..., Page]


@pytest.mark.stage_alone
def test_a_link_of_a_plan_takes_the_class_along_and_who_tries_a_task_stays_with_it(
    leader: Page, app_url: str, new_page: New
) -> None:
    """Who leads nobody gets another tab, as Streamlit's links do. The task is tried on a phone."""
    code, follower = lead(leader), new_page(width=390, height=844)
    join(follower, app_url, code)
    leader.get_by_test_id("stSidebar").get_by_role("link", name="tokviz").click()
    expect_page(follower, "")
    settle(leader)
    plan = leader.locator(".st-key-courses")
    plan.get_by_role("link", name="Byte BPE", exact=True).first.click()
    expect(leader).to_have_url(re.compile(r"/byte_bpe\?.*path=1"))
    settle(leader)
    expect(bar(leader)).to_contain_text(f"You lead class {code}")
    expect(leader.get_by_test_id("tokviz-player").first).to_be_visible()
    expect_page(follower, "byte_bpe")
    answer(leader)
    leader.keyboard.press("PageDown")
    expect(follower).to_have_url(re.compile(r"/byte_bpe\?.*path=2"))
    leader.goto(f"{app_url}/char_bpe?path=7")
    settle(leader)
    expect_page(follower, "char_bpe")
    settle(follower)
    task = follower.get_by_label("Your try")
    task.press_sequentially("lowest")
    task.press("Enter")
    expect(follower.get_by_text("✅")).to_be_visible()
    expect(bar(follower)).to_contain_text(f"Following class {code}")
    leader.get_by_test_id("stSidebar").get_by_role("link", name="Byte BPE").click()
    expect_page(follower, "byte_bpe")
    leader.keyboard.press("ArrowRight")
    expect_step(follower, 1)
