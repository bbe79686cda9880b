"""Who follows a class reads no answer before the vote: neither on the way nor in the plan."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, expect_page, join, lead
from tests.browser.driving import settle
from tests.browser.guiding import ALL_SEEN, button, strip, until_seen
from tests.browser.test_class_answers import COURSE, FIRST, PART, at, clicks
from tests.browser.test_class_questions import card, plan_buttons
from tokviz.paths.plans.courses import COURSES

New = Callable[..., Page]
SECTION = "Vocabulary"
PLAIN = 4
"""A stop that asks nothing, so that no card lies over its words."""
OPEN = "[role=tab][aria-selected=true]"


@pytest.mark.stage_alone
def test_who_follows_goes_no_further_on_the_way_than_the_class_has_come(
    app_url: str, new_page: New
) -> None:
    """Alone too; what the class has seen stays open, and whoever leaves is free."""
    leader, follower = new_page(width=1280, height=720), new_page(width=1280, height=720)
    leader.goto(f"{app_url}/{PART.lesson}?path={FIRST}&course={COURSE}")
    settle(leader)
    join(follower, app_url, lead(leader))
    at(follower, FIRST)
    expect(button(follower, "next")).to_be_disabled()
    expect(button(leader, "next")).to_be_enabled()
    button(follower, "back").click()
    at(follower, FIRST - 1)
    expect(bar(follower)).to_contain_text("Exploring on your own")
    expect(button(follower, "next")).to_be_enabled()
    for _ in range(2):
        clicks(follower, "PageDown", FIRST)
    follower.reload()
    at(follower, FIRST)
    expect(button(follower, "next")).to_be_disabled()
    clicks(leader, "PageDown", FIRST + 1)
    expect(button(follower, "next")).to_be_enabled()
    button(follower, "next").click()
    at(follower, FIRST + 1)
    expect(button(follower, "next")).to_be_disabled()
    bar(follower).get_by_role("button", name="Leave").click()
    expect(button(follower, "next")).to_be_enabled()


@pytest.mark.stage_alone
def test_on_a_phone_the_way_to_the_next_lesson_waits_for_the_class_too(
    app_url: str, new_page: New, finger: Page
) -> None:
    """Streamlit draws a button that has a help twice; a narrow page shows the other one."""
    leader, part = new_page(width=1280, height=720), COURSES[COURSE - 1].parts[0]
    last = len(part.way)
    leader.goto(f"{app_url}/{part.lesson}?path={last}&course={COURSE}")
    settle(leader)
    join(finger, app_url, lead(leader))
    expect(strip(finger)).to_contain_text(f"{last} of {last}")
    onward = finger.locator(".st-key-guide_next button:visible")
    expect(onward).to_contain_text("Next: ")
    expect(onward).to_be_disabled()
    bar(finger).get_by_role("button", name="Leave").click()
    expect(onward).to_be_enabled()


SEEN = """(() => {
    const isSeen = (name) => document.querySelector(`.st-key-guide_${name}`)
        ?.checkVisibility({visibilityProperty: true});
    window.answerSeen = false;
    const look = () => {
        const isStyled = isSeen("changed") === false;
        window.answerSeen ||= isStyled && isSeen("answer");
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})()"""
"""Has the page shown an answer, from the moment on at which it has its styles?"""


@pytest.mark.stage_alone
def test_an_address_leads_nobody_ahead_of_the_class(app_url: str, new_page: New) -> None:
    """Who follows is back with the class, alone too, and has seen no answer."""
    leader, follower = new_page(width=1280, height=720), new_page(width=1280, height=720)
    leader.goto(f"{app_url}/{PART.lesson}?path={FIRST}&course={COURSE}")
    settle(leader)
    join(follower, app_url, lead(leader))
    at(follower, FIRST)
    ahead = f"{app_url}/{PART.lesson}?path={FIRST + 1}&course={COURSE}"
    for alone in (False, True):
        if alone:
            button(follower, "back").click()
            expect(bar(follower)).to_contain_text("Exploring on your own")
            at(follower, FIRST - 1)
        with follower.add_init_script(SEEN):
            follower.goto(ahead)
            at(follower, FIRST)
            expect(bar(follower)).to_contain_text("Following class")
            expect(strip(follower)).to_be_visible()
            assert not follower.evaluate("answerSeen")
    clicks(leader, "PageDown", FIRST + 1)
    at(follower, FIRST + 1)
    follower.goto(f"{app_url}/{PART.lesson}?path={FIRST}&course={COURSE}")
    at(follower, FIRST)
    expect(strip(follower)).to_be_visible()
    bar(follower).get_by_role("button", name="Leave").click()
    follower.goto(f"{app_url}/{PART.lesson}?path={FIRST + 3}&course={COURSE}")
    at(follower, FIRST + 3)
    expect(strip(follower)).to_be_visible()


@pytest.mark.stage_alone
def test_a_phone_says_why_the_way_on_is_grey(app_url: str, new_page: New) -> None:
    """It shows no title of a button; once the class is further the words go."""
    leader = new_page(width=1280, height=720)
    phones = [new_page(width=width, height=844) for width in (390, 320)]
    leader.goto(f"{app_url}/{PART.lesson}?path={PLAIN}&course={COURSE}")
    settle(leader)
    code = lead(leader)
    for phone in phones:
        join(phone, app_url, code)
        at(phone, PLAIN)
        told = strip(phone).get_by_text("Your class is here.")
        expect(told).to_be_in_viewport(ratio=1)
        until_seen(phone, ALL_SEEN)
    expect(strip(leader).get_by_text("Your class is here.")).to_be_hidden()
    button(phones[0], "back").click()
    at(phones[0], PLAIN - 1)
    expect(strip(phones[0]).get_by_text("Your class is here.")).to_be_hidden()
    clicks(leader, "PageDown", PLAIN + 1)
    at(phones[1], PLAIN + 1)
    expect(strip(phones[1]).get_by_text("Your class is here.")).to_be_visible()
    bar(phones[1]).get_by_role("button", name="Leave").click()
    expect(strip(phones[1]).get_by_text("Your class is here.")).to_be_hidden()


def test_a_class_stays_where_it_was_while_its_leader_looks_at_the_plan(
    app_url: str, new_page: New
) -> None:
    leader, follower = new_page(width=1280, height=720), new_page(width=1280, height=720)
    leader.goto(f"{app_url}/byte_bpe?section={SECTION}")
    settle(leader)
    join(follower, app_url, lead(leader))
    expect(follower).to_have_url(re.compile(f"section={SECTION}"))
    settle(follower)
    leader.get_by_role("tab", name="Teach it").click()
    plan_buttons(leader).first.click()
    expect(card(follower)).to_be_visible()
    settle(leader)
    follower.wait_for_timeout(1000)  # she tells of it ten times a second
    expect(follower.locator(OPEN).first).to_have_text(SECTION)
    expect(follower).to_have_url(re.compile(f"section={SECTION}"))
    expect(plan_buttons(follower)).to_have_count(0)
    leader.get_by_role("tab", name="Encode").click()
    expect(follower).to_have_url(re.compile("section=Encode"))
    leader.get_by_role("tab", name="Teach it").click()
    expect(leader).to_have_url(re.compile("section=Teach"))
    settle(leader)
    leader.locator(".st-key-bar").get_by_role("link", name="Regex BPE").click()
    expect_page(follower, "regex_bpe")
