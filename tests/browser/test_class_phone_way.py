"""The leader's phone on the way of a class: at its end, at an answer, and over the page itself."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, expect_step, join, lead
from tests.browser.driving import settle
from tests.browser.guiding import answer, button, replay, strip
from tests.browser.presenting import press_present
from tests.browser.test_class_answers import COURSE, FIRST, PART, at
from tests.browser.test_class_phone import PHONE, asked, pair, press
from tests.browser.test_class_questions import card, plain
from tokviz.paths.plans.courses import COURSES

New = Callable[..., Page]
Leads = Callable[[str], tuple[Page, Page]]
pytestmark = pytest.mark.stage_alone


def step(phone: Page, words: str) -> None:
    """Press what is “Next” everywhere, once it says so."""
    made = bar(phone).locator("button[name=Next]")
    expect(made).to_have_text(words)
    made.click()


@pytest.fixture
def leads(app_url: str, new_page: New) -> Leads:
    """A laptop that leads from there, and its phone."""

    def leads(address: str) -> tuple[Page, Page]:
        leader, phone = new_page(width=1280, height=720), new_page(**PHONE)
        leader.goto(f"{app_url}/{address}")
        settle(leader)
        join(phone, app_url, lead(leader))
        pair(leader, phone)
        return leader, phone

    return leads


def test_at_the_end_the_phone_says_so_and_goes_back(leads: Leads) -> None:
    part = COURSES[0].parts[-1]
    leader, phone = leads(f"{part.lesson}?path={len(part.way)}&course=1")
    step(phone, "Remember")
    told = leader.get_by_test_id("stPopoverBody")
    expect(told).to_contain_text("Remember")
    expect(bar(phone)).to_contain_text("The end. Remember: Byte BPE.")
    expect(bar(phone)).not_to_contain_text("At home")
    expect(bar(phone).locator("button[name=Next]")).to_be_disabled()
    press(phone, "Back")
    expect(strip(leader)).to_contain_text(f"{len(part.way) - 1} of {len(part.way)}")
    expect(told).to_have_count(0)


def test_the_phone_has_what_to_remember_and_to_try_and_announces_it(leads: Leads) -> None:
    part = COURSES[0].parts[0]
    last = len(part.path.stops)
    _, phone = leads(f"{part.lesson}?path={last - 1}&course=1")
    task = plain(part.path.challenge.task).replace("**", "")
    told = f"Remember: {part.path.remember} Your turn. {task}"
    expect(bar(phone).locator(".coming")).to_have_text(f"Next: {told}")
    step(phone, "Next")
    expect(bar(phone)).to_contain_text(f"Stop {last} of {len(part.way)}")
    expect(bar(phone)).to_contain_text(told)


def test_a_clicker_goes_back_from_what_to_remember(app_url: str, new_page: New) -> None:
    page, part = new_page(width=1280, height=720), COURSES[0].parts[-1]
    page.goto(f"{app_url}/{part.lesson}?path={len(part.way)}&course=1")
    settle(page)
    page.keyboard.press("PageDown")
    expect(page.get_by_test_id("stPopoverBody")).to_contain_text("Remember")
    expect(page.locator(":focus-within[data-testid=stPopoverBody]")).to_be_visible()
    page.keyboard.press("PageUp")
    expect(strip(page)).to_contain_text(f"{len(part.way) - 1} of {len(part.way)}")
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)


def test_an_open_popover_is_no_hindrance(leads: Leads) -> None:
    leader, phone = leads("byte_bpe")
    leader.get_by_role("button", name="Text and settings").click()
    body = leader.get_by_test_id("stPopoverBody")
    body.get_by_role("textbox").first.click()
    step(phone, "Next")
    expect_step(leader, 1)
    expect(body).to_have_count(0)


def test_the_phone_says_what_next_does_and_what_the_wall_shows(leads: Leads) -> None:
    leader, phone = leads(f"{PART.lesson}?path={FIRST}&course={COURSE}")
    expect(bar(phone)).to_contain_text("On the wall: the question.")
    expect(bar(phone)).to_contain_text("Question 1 of 2")
    press(phone, "Hide votes")
    expect(bar(leader).get_by_role("button", name="Hide votes until the answer")).to_have_attribute(
        "aria-pressed", "true"
    )
    press(phone, "Show votes")
    step(phone, "Show the answer")
    expect(bar(phone)).to_contain_text("On the wall: the question with its answer.")
    step(phone, "Show it on the page")
    expect(bar(phone)).to_contain_text("On the wall: the page with the answer.")
    leader.reload()
    settle(leader)
    expect(bar(phone)).to_contain_text("On the wall: the page with the answer.")
    step(phone, "Next")
    at(leader, FIRST + 2)


def test_ask_again_from_the_phone(leads: Leads, app_url: str, new_page: New) -> None:
    leader, phone = leads(f"{PART.lesson}?path={FIRST}&course={COURSE}")
    pupil = new_page(**PHONE)
    told = bar(leader).get_by_text("You lead class").inner_text()
    join(pupil, app_url, told.split()[-1])
    bar(pupil).locator(".choice").first.click()
    expect(asked(phone)).to_contain_text("1 voted.")
    press(phone, "Ask again")
    expect(bar(pupil)).to_contain_text("Vote again: you may change your mind.")


def test_a_phone_that_leads_has_no_buttons_of_the_strip(leads: Leads) -> None:
    leader, phone = leads("byte_bpe?path=2&course=1")
    press(phone, "See the page")
    expect(strip(phone)).to_be_visible()
    expect(button(phone, "next")).to_be_hidden()
    phone.get_by_test_id("tokviz-player").first.get_by_role("button", name="Next").first.click()
    press(phone, "Back to class")
    expect(bar(phone).get_by_role("button", name="Back to class")).to_have_count(0)
    press(leader, "Phone off")
    expect(button(phone, "next")).to_be_visible()


def test_the_laptop_asks_whose_phone_it_is_and_can_let_it_go_presented(leads: Leads) -> None:
    leader, _ = leads("byte_bpe")
    expect(bar(leader)).to_contain_text(
        "Does your phone say that it leads? If not, press “Phone off”."
    )
    leader.get_by_role("combobox", name="Ask first").first.select_option("ask")
    leader.keyboard.press("PageDown")
    expect(bar(leader).get_by_test_id("tokviz-votes")).to_be_visible()
    press_present(leader)
    off = bar(leader).get_by_role("button", name="Phone off")
    expect(off).to_be_in_viewport(ratio=1)
    off.click()
    expect(bar(leader).get_by_role("button", name="Let my phone lead too")).to_be_in_viewport()


def test_who_leads_on_in_another_tab_is_invited_to_nothing(leads: Leads, app_url: str) -> None:
    """The first press would go to the invitation."""
    leader, phone = leads("byte_bpe")
    tab = leader.context.new_page()
    tab.goto(f"{app_url}/byte_bpe")
    settle(tab)
    press(tab, "Lead from here")
    expect(bar(leader)).to_contain_text("but not from this tab.")
    expect(bar(tab).get_by_role("button", name="Lead from here")).to_have_count(0)
    expect(bar(tab)).to_contain_text("You lead class")
    expect(tab.get_by_test_id("tokviz-invitation")).to_have_count(0)
    step(phone, "Next")
    expect_step(tab, 1)


def test_an_answer_that_was_there_before_a_reload_takes_no_press(app_url: str, page: Page) -> None:
    """Its question is not to come any more."""
    page.goto(f"{app_url}/byte_bpe?path=2&course=1")
    settle(page)
    answer(page)
    expect(page).to_have_url(re.compile("ask=answer"))
    page.reload()
    settle(page)
    expect(replay(page)).to_have_attribute("data-step", "1")
    page.keyboard.press("PageDown")
    expect(strip(page)).to_contain_text("3 of 12")


TAP_TWICE = """(next) => {
    next.click();
    next.click();
}"""
"""Both see the same words on it, as a double tap does."""
ALL_DONE = """(serial) =>
    JSON.parse(localStorage.getItem("tokviz class pressed"))?.serial >= serial"""


def double_tap(leader: Page, phone: Page, words: str) -> None:
    """Until the laptop is through with both."""
    made = bar(phone).locator("button[name=Next]")
    expect(made).to_have_text(words)
    made.evaluate(TAP_TWICE)
    leader.wait_for_function(ALL_DONE, arg=2)


def test_a_double_tap_to_a_question_gives_no_answer_away(leads: Leads) -> None:
    leader, phone = leads(f"{PART.lesson}?path={FIRST - 1}&course={COURSE}")
    double_tap(leader, phone, "Next")
    at(leader, FIRST)
    expect(bar(phone).locator("button[name=Next]")).to_have_text("Show the answer")
    leader.wait_for_timeout(1000)  # for a press that were still to come
    at(leader, FIRST)
    expect(card(leader)).to_be_visible()
    expect(card(leader)).not_to_contain_text("✓ right")


def test_a_double_tap_that_shows_an_answer_leaves_it_there(leads: Leads) -> None:
    """The phone is told for a while that the second was not done."""
    leader, phone = leads(f"{PART.lesson}?path={FIRST}&course={COURSE}")
    double_tap(leader, phone, "Show the answer")
    said = bar(phone).get_by_text("That came too late, and was not done.")
    expect(said).to_be_visible()
    at(leader, FIRST + 1)
    expect(card(leader)).to_contain_text("✓ right")
    expect(bar(phone)).to_contain_text("On the wall: the question with its answer.")
    expect(said).to_have_count(0)
    step(phone, "Show it on the page")
    expect(card(leader)).to_have_count(0)


def test_a_replays_question_has_no_word_too_many_on_the_phone(leads: Leads) -> None:
    leader, phone = leads("byte_bpe")
    leader.get_by_role("combobox", name="Ask first").first.select_option("ask")
    expect(asked(phone).get_by_role("button")).to_have_text(["Hide votes"])
    expect(asked(phone)).not_to_contain_text("undefined")


def test_a_black_wall_is_said_to_be_black(leads: Leads) -> None:
    """A press makes it light, and no more."""
    leader, phone = leads("byte_bpe")
    press_present(leader)
    leader.keyboard.press("b")
    expect(bar(phone)).to_contain_text("The wall is black.")
    step(phone, "Make it light")
    expect(bar(phone)).not_to_contain_text("The wall is black.")
    expect(leader.locator(".tokviz-black")).to_have_count(0)
    expect_step(leader, 0)


def test_on_a_way_the_phone_says_the_stop_and_off_it_where_the_replay_ends(leads: Leads) -> None:
    """Not a step of a replay that the wall does not show."""
    leader, phone = leads("byte_bpe?path=2&course=1")
    last = len(next(part for part in COURSES[0].parts if part.lesson == "byte_bpe").way)
    expect(bar(phone)).to_contain_text(f"Stop 2 of {last}")
    expect(bar(phone)).not_to_contain_text("Step ")
    button(leader, "leave").click()
    expect(bar(phone)).to_contain_text("Step ")
    leader.keyboard.press("End")
    made = bar(phone).locator("button[name=Next]")
    expect(made).to_have_text("The end")
    expect(made).to_be_disabled()
    press(phone, "Back")
    expect(made).to_have_text("Next")
