"""The leader's phone: paired by a number, it steps the laptop, and shows what no pupil sees."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.classes import bar, expect_step, join, lead
from tests.browser.driving import settle
from tests.browser.guiding import the_path
from tests.browser.test_class_sentences import send

New = Callable[..., Page]
pytestmark = pytest.mark.stage_alone
PHONE = {"width": 390, "height": 844}
PATH = the_path("text_to_bytes")
PUT = next(number for number, stop in enumerate(PATH.stops, 1) if stop.puts)
"""The stop that puts a question of the plan."""


def press(page: Page, name: str) -> None:
    of_name = bar(page).locator(f"button[name='{name}']")  # “Next” may say what it does
    of_name.click()


def pair(leader: Page, phone: Page) -> None:
    """She types on the laptop what her phone shows."""
    press(phone, "I lead this class")
    number = bar(phone).locator(".number b").inner_text()
    press(leader, "Let my phone lead too")
    leader.get_by_role("textbox", name="The number on your phone").fill(number)
    leader.keyboard.press("Enter")
    expect(bar(phone).locator("button[name=Next]")).to_be_enabled()
    expect(leader.get_by_test_id("tokviz-pairing")).to_have_count(0)


@pytest.fixture
def room(leader: Page, app_url: str, new_page: New) -> tuple[Page, Page, Page]:
    """A laptop that leads, its phone, and a pupil's."""
    code, phone, pupil = lead(leader), new_page(**PHONE), new_page(**PHONE)
    for page in (phone, pupil):
        join(page, app_url, code)
    pair(leader, phone)
    return leader, phone, pupil


def rude(room: tuple[Page, Page, Page]) -> tuple[Page, Page, Page]:
    """The class is asked for a sentence each, and a pupil sends what is to be left out."""
    leader, _, pupil = room
    press(leader, "Ask for a sentence")
    send(pupil, "a rude word")
    return room


def asked(phone: Page) -> Locator:
    return bar(phone).get_by_test_id("tokviz-phone-question")


def test_next_on_the_phone_steps_the_laptop_and_the_class(room: tuple[Page, Page, Page]) -> None:
    leader, phone, pupil = room
    expect(bar(leader).get_by_text("1 follower", exact=True)).to_be_visible()
    expect(bar(phone)).to_contain_text("Step 0 of")
    expect(bar(phone).locator(".coming")).to_have_count(0)  # on no way
    for _ in range(3):
        press(phone, "Next")
    for page in (leader, pupil):
        expect_step(page, 3)
    press(phone, "Back")
    for page in (leader, pupil):
        expect_step(page, 2)
    expect(bar(phone)).to_contain_text("Step 2 of")
    expect(bar(pupil)).to_contain_text("Following class")
    box = bar(phone).bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (390, 844)


def test_a_dialog_of_the_class_goes_before_the_page_steps(room: tuple[Page, Page, Page]) -> None:
    leader, phone, pupil = room
    press(leader, "Show the code")
    expect(leader.get_by_test_id("tokviz-invitation")).to_be_visible()
    made = bar(phone).locator("button[name=Next]")
    expect(made).to_have_text("Close “Join the class”")
    made.click()
    expect(leader.get_by_test_id("tokviz-invitation")).to_have_count(0)
    expect_step(leader, 0)
    expect(made).to_have_text("Next")
    made.click()
    expect_step(pupil, 1)


def test_what_is_right_is_on_the_phone_and_on_no_pupils(room: tuple[Page, Page, Page]) -> None:
    """The votes, too, though the wall hides them."""
    leader, phone, pupil = room
    leader.get_by_role("combobox", name="Ask first").first.select_option("ask")
    expect(asked(phone)).to_contain_text("✓ right")
    expect(asked(phone)).to_contain_text("Only you see the answer.")
    press(leader, "Hide votes until the answer")
    option = pupil.get_by_test_id("tokviz-option").first
    option.click()
    expect(option).to_have_attribute("aria-pressed", "true")
    expect(asked(phone)).to_contain_text("1 voted. Only you see the answer, and the votes.")
    expect(asked(phone).locator("li").first.locator("strong")).to_have_text("1")
    for page in (leader, pupil):
        expect(page.get_by_text("✓ right")).to_have_count(0)
    press(phone, "Next")
    expect(asked(phone)).to_contain_text("The class sees the answer.")
    expect_step(pupil, 1)


def test_a_plans_question_says_why_and_what_comes(app_url: str, new_page: New) -> None:
    leader, phone, pupil = new_page(width=1280, height=720), new_page(**PHONE), new_page(**PHONE)
    leader.goto(f"{app_url}/text_to_bytes?path={PUT - 2}&course=1")
    settle(leader)
    code = lead(leader)
    for page in (phone, pupil):
        join(page, app_url, code)
    pair(leader, phone)
    here, coming = (stop.words for stop in PATH.stops[PUT - 3 : PUT - 1])
    expect(bar(phone)).to_contain_text(here)
    expect(bar(phone).locator(".coming")).to_have_text(f"Next: {coming}")
    press(phone, "Next")
    expect(bar(phone)).to_contain_text(f"Stop {PUT - 1} of")
    expect(bar(phone)).to_contain_text(coming)
    settle(leader)
    press(phone, "Next")
    expect(bar(pupil).get_by_test_id("tokviz-class-question")).to_be_visible()
    expect(asked(phone)).to_contain_text("✓ right")
    expect(asked(phone).get_by_test_id("tokviz-why")).to_be_visible()
    expect(bar(pupil).get_by_text("✓ right")).to_have_count(0)
    expect(bar(pupil).get_by_test_id("tokviz-why")).to_have_count(0)


def test_sentences_are_covered_on_the_wall_until_the_phone_lets_them_through(
    room: tuple[Page, Page, Page],
) -> None:
    leader, phone, pupil = rude(room)
    press(leader, "Show the sentences")
    dialog = leader.get_by_role("dialog", name="What the class sent")
    expect(dialog).to_contain_text("1 sentence, covered. Read it on your phone, or uncover.")
    shown = leader.get_by_test_id("tokviz-sentences").locator("li")
    expect(shown).to_have_count(0)
    read = bar(phone).get_by_test_id("tokviz-phone-sentences").locator("li")
    expect(read).to_contain_text(["a rude word"])
    bar(phone).get_by_role("button", name="Leave out").click()
    expect(dialog.get_by_role("button", name="Uncover all")).to_be_hidden()
    send(pupil, "the hen and the ten")
    expect(read).to_have_count(2)
    read.nth(1).get_by_role("button", name="Show", exact=True).click()
    expect(shown).to_have_text(["the hen and the ten"])
    expect(leader.get_by_text("a rude word")).to_have_count(0)
    press(phone, "Use them as the text")
    for page in (leader, pupil):
        expect(page.get_by_test_id("tokviz-player").first).to_contain_text("the hen and the ten")
    expect(dialog).to_have_count(0)


def test_what_was_left_out_stays_covered_where_the_laptop_is_loaded_anew(
    room: tuple[Page, Page, Page],
) -> None:
    """And where another tab leads on."""
    leader, phone, _ = rude(room)
    left = bar(phone).get_by_role("button", name="Leave out")
    left.click()
    expect(left).to_have_attribute("aria-pressed", "true")
    leader.reload()
    settle(leader)
    other = leader.context.new_page()
    other.goto(leader.url)
    settle(other)
    for page in (leader, other):
        if page is other:
            press(other, "Lead from here")
        expect(bar(page)).to_contain_text("1 sentence")
        expect(bar(page).get_by_role("button", name="Phone off")).to_be_visible()
        press(page, "Show the sentences")
        dialog = page.get_by_role("dialog", name="What the class sent")
        expect(dialog.get_by_role("button", name="Close")).to_be_visible()
        expect(dialog.get_by_role("button", name="Uncover all")).to_be_hidden()
        expect(left).to_have_attribute("aria-pressed", "true")


def test_it_is_known_again_and_let_go(room: tuple[Page, Page, Page]) -> None:
    """After it was loaded anew its presses count on; let go, it is a pupil's as any."""
    leader, phone, pupil = room
    press(phone, "Next")
    expect_step(pupil, 1)
    phone.reload()
    leader.reload()
    settle(leader)
    expect(bar(phone)).to_contain_text("Step 1 of")
    press(phone, "Next")
    expect_step(pupil, 2)
    press(phone, "See the page")
    expect(phone.get_by_test_id("tokviz-player").first).to_have_attribute("data-step", "2")
    press(phone, "Controls")
    press(leader, "Phone off")
    expect(bar(phone)).to_contain_text("Following class")
    expect(bar(leader)).to_contain_text("2 followers")
    pair(leader, phone)
    press(phone, "Phone off")
    expect(bar(phone)).to_contain_text("Stop leading?")
    expect(bar(phone)).to_contain_text("You lead class")
    press(phone, "Phone off")
    expect(bar(phone)).to_contain_text("Following class")
    expect(bar(leader).get_by_role("button", name="Let my phone lead too")).to_be_visible()


def test_a_wrong_number_makes_no_phone_lead(app_url: str, unwatched: New) -> None:
    """A page may be refused: the browser notes it."""
    pupil = unwatched()
    pupil.goto(app_url)
    settle(pupil)
    other = unwatched()
    other.goto(f"{app_url}/byte_bpe")
    settle(other)
    join(pupil, app_url, lead(other))
    press(pupil, "I lead this class")
    number = bar(pupil).locator(".number b").inner_text()
    press(other, "Let my phone lead too")
    box = other.get_by_role("textbox", name="The number on your phone")
    box.fill("1000" if number != "1000" else "1001")
    other.keyboard.press("Enter")
    said = "No phone shows this number now. Look at your phone again, or ask it for another."
    expect(other.get_by_test_id("tokviz-pairing")).to_contain_text(said)
    expect(bar(pupil)).to_contain_text(re.compile(rf"type\s+{number}"))
    press(pupil, "Cancel")
    expect(bar(pupil)).not_to_contain_text(number)


FORGET = """(code) => fetch(`/live/${code}/phone/off`, {
    method: "POST",
    headers: {"Content-Type": "application/json"},
    body: JSON.stringify({follower: JSON.parse(sessionStorage["tokviz class"]).name}),
}).then(({status}) => status)"""


def test_a_number_that_is_no_more_is_told_to_who_explores_alone(
    leader: Page, app_url: str, finger: Page
) -> None:
    """By a finger: what it is asked by is no smaller than other buttons."""
    code = lead(leader)
    join(finger, app_url, code)
    asks = bar(finger).locator("button[name='I lead this class']")
    expect(asks).to_be_visible()
    assert asks.evaluate("(button) => button.getBoundingClientRect().height") >= 36
    asks.tap()
    expect(bar(finger).locator(".number b")).to_be_visible()
    leader.keyboard.press("PageDown")  # what becomes of the number is told with the next news
    expect_step(finger, 1)
    finger.get_by_test_id("tokviz-player").first.get_by_role("button", name="Next").first.tap()
    expect(bar(finger)).to_contain_text("Exploring on your own")
    expect(bar(finger).locator(".number b")).to_be_visible()
    assert finger.evaluate(FORGET, code) == 200
    leader.keyboard.press("PageDown")
    expect(bar(finger)).to_contain_text("That number has expired. Ask for a new one.")
    expect(asks).to_be_visible()
