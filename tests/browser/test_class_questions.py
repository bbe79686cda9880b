"""A class is asked what a plan asks: it votes on any page, and its leader shows the answer."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import THEMES, findings
from tests.browser.classes import bar, join, lead
from tests.browser.driving import settle
from tests.browser.presenting import present_at, press_present
from tests.browser.test_class_stage import options, predict
from tokviz.paths.plans.byte_bpe import PLAN

New = Callable[..., Page]
PHONE = {"width": 390, "height": 844, "alone": True}
"""Of who follows, only what stands on the stage or over it is looked at."""
QUESTION = PLAN.questions[1]
RIGHT = QUESTION.choices.index(QUESTION.right)
WRONG, OTHER = (number for number in range(3) if number != RIGHT)
SIZE = "(part) => parseFloat(getComputedStyle(part).fontSize)"
LARGE = 24  # pixels: read from the back of a room


def card(page: Page) -> Locator:
    """What stands before the class."""
    return page.get_by_test_id("tokviz-class-question")


def choice(page: Page, number: int) -> Locator:
    return card(page).locator("[aria-pressed].choice").nth(number)


def plan_buttons(page: Page) -> Locator:
    return page.locator(".st-key-teach").get_by_role("button", name="Ask ")


def ask(leader: Page, number: int = 1) -> None:
    plan_buttons(leader).nth(number).click()
    expect(card(leader)).to_be_visible()


def ask_and_vote(leader: Page, follower: Page, option: int) -> None:
    """Ask the plan's question, and have one of the class vote."""
    ask(leader)
    choice(follower, option).click()
    expect(bar(leader)).to_contain_text("1 voted")


def go_on(leader: Page, words: str) -> None:
    card(leader).get_by_role("button", name=words).click()


@pytest.fixture
def teacher(app_url: str, new_page: New) -> Page:
    """Who looks at the plan of byte BPE."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe?section=Teach+it")
    settle(page)
    expect(page.locator(".st-key-teach")).to_be_visible()
    return page


def followed(teacher: Page, app_url: str, new_page: New) -> tuple[Page, Page]:
    """A phone and a laptop that follow the teacher."""
    code = lead(teacher)
    followers = new_page(**PHONE), new_page(width=1280, height=720, alone=True)
    for page in followers:
        join(page, app_url, code)
    return followers


def test_a_class_votes_on_a_question_of_the_plan_and_all_see_the_answer(
    teacher: Page, app_url: str, new_page: New
) -> None:
    expect(plan_buttons(teacher)).to_have_count(0)  # it leads no class yet
    phone, laptop = followed(teacher, app_url, new_page)
    ask(teacher)
    for page in (phone, laptop):
        expect(card(page)).to_contain_text(QUESTION.asks)
        for number in range(3):
            expect(choice(page, number)).to_be_in_viewport(ratio=1)
            expect(choice(page, number)).to_have_text(QUESTION.choices[number])
            box = choice(page, number).bounding_box()
            assert box
            assert box["height"] >= 60
    expect(plan_buttons(laptop)).to_have_count(0)
    choice(phone, WRONG).click()
    expect(choice(phone, WRONG)).to_contain_text("✓ your vote")
    choice(laptop, RIGHT).press("Enter")
    choice(laptop, WRONG).press("Space")
    expect(choice(laptop, WRONG)).to_contain_text("✓ your vote")
    expect(choice(laptop, WRONG)).to_be_focused()
    expect(choice(laptop, RIGHT)).to_have_attribute("aria-pressed", "false")
    rows = card(teacher).locator(".votes li")
    expect(rows.nth(WRONG).locator("strong")).to_have_text("2")
    expect(rows.nth(RIGHT).locator("strong")).to_have_text("0")
    expect(bar(teacher)).to_contain_text("2 followers, 2 voted")
    for page in (phone, laptop):
        expect(bar(page)).to_contain_text("Following class")
        expect(card(page)).not_to_contain_text("✓ right")
    phone.reload()
    expect(choice(phone, WRONG)).to_contain_text("✓ your vote")
    choice(phone, RIGHT).click()
    expect(rows.nth(RIGHT).locator("strong")).to_have_text("1")
    go_on(teacher, "Show the answer")
    expect(rows.nth(RIGHT)).to_contain_text("✓ right")
    for page in (phone, laptop):
        expect(choice(page, RIGHT)).to_contain_text("✓ right")
        expect(choice(page, WRONG)).not_to_contain_text("✓")
    expect(choice(laptop, WRONG)).to_contain_text("your vote")
    go_on(teacher, "Done")
    for page in (teacher, phone, laptop):
        expect(card(page)).to_have_count(0)


def test_a_question_costs_followers_no_run_on_whatever_page_they_are(
    teacher: Page, app_url: str, new_page: New
) -> None:
    code = lead(teacher)
    phone = new_page(**PHONE | {"alone": False})
    sent: list[object] = []

    def note(frame: object) -> None:
        sent.append(frame)

    phone.on("websocket", lambda opened: opened.on("framesent", note))
    join(phone, app_url, code)
    phone.get_by_test_id("stExpandSidebarButton").click()
    phone.get_by_role("link", name="Whitespace").click()
    expect(bar(phone)).to_contain_text("Exploring on your own")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Whitespace")
    expect(phone.get_by_role("tab").first).to_be_attached()
    settle(phone)
    before = len(sent)
    ask_and_vote(teacher, phone, RIGHT)
    go_on(teacher, "Show the answer")
    expect(choice(phone, RIGHT)).to_contain_text("✓ right")
    go_on(teacher, "Done")
    expect(card(phone)).to_have_count(0)
    assert len(sent) == before


def test_asked_again_it_begins_anew_and_an_end_takes_it_away(
    teacher: Page, app_url: str, new_page: New
) -> None:
    phone, laptop = followed(teacher, app_url, new_page)
    ask_and_vote(teacher, phone, RIGHT)
    go_on(teacher, "Hide votes until the answer")
    expect(card(teacher).locator(".votes strong")).to_have_count(0)
    teacher.reload()
    expect(card(teacher)).to_contain_text(QUESTION.asks)
    expect(bar(teacher)).to_contain_text("1 voted")
    expect(card(teacher).locator(".votes strong")).to_have_count(0)
    go_on(teacher, "Show the answer")
    expect(card(teacher).locator(".votes strong").nth(RIGHT)).to_have_text("1")
    ask(teacher)
    expect(bar(teacher)).to_contain_text("0 voted")
    expect(choice(phone, RIGHT)).to_have_attribute("aria-pressed", "false")
    bar(laptop).get_by_role("button", name="Leave").click()
    expect(card(laptop)).to_have_count(0)
    for _ in range(2):
        bar(teacher).get_by_role("button", name="End ").click()
    for page in (teacher, phone):
        expect(card(page)).to_have_count(0)
    expect(plan_buttons(teacher)).to_have_count(0)


def test_a_question_of_a_replay_takes_its_place_and_it_takes_that_ones(
    teacher: Page, app_url: str, new_page: New
) -> None:
    phone, _ = followed(teacher, app_url, new_page)
    predict(teacher)
    expect(options(phone).first).to_be_visible()
    ask(teacher)
    expect(card(phone)).to_be_visible()
    for page in (teacher, phone):
        expect(options(page)).to_have_count(0)
    choice(phone, RIGHT).click()
    expect(bar(teacher)).to_contain_text("1 voted")
    teacher.get_by_test_id("tokviz-next").first.click()
    expect(options(phone).first).to_be_visible()
    for page in (teacher, phone):
        expect(card(page)).to_have_count(0)
    expect(bar(teacher)).to_contain_text("0 voted")
    options(phone).first.click()
    expect(bar(teacher)).to_contain_text("1 voted")


def test_presented_the_question_and_its_votes_are_read_from_the_back_of_a_room(
    teacher: Page, app_url: str, new_page: New
) -> None:
    phone, laptop = followed(teacher, app_url, new_page)
    ask_and_vote(teacher, phone, RIGHT)
    for page in (teacher, laptop):
        press_present(page)
    parts = card(teacher).locator(".asks, .votes-option, .votes strong")
    expect(parts).to_have_count(7)
    for part in parts.all():
        expect(part).to_be_in_viewport(ratio=1)
        assert part.evaluate(SIZE) >= LARGE
    for number in range(3):
        expect(choice(laptop, number)).to_be_in_viewport(ratio=1)
        assert choice(laptop, number).evaluate(SIZE) >= LARGE
    for width, height in ((1024, 600), (640, 360)):
        present_at(teacher, width, height)
        shown = card(teacher).get_by_role("button", name="Show the answer")
        shown.scroll_into_view_if_needed()
        expect(shown).to_be_in_viewport()
    go_on(teacher, "Show the answer")
    expect(choice(laptop, RIGHT)).to_contain_text("✓ right")


def test_who_reads_with_other_eyes_or_by_ear_can_vote(
    teacher: Page, app_url: str, new_page: New, axe: str
) -> None:
    phone, _ = followed(teacher, app_url, new_page)
    ask_and_vote(teacher, phone, WRONG)
    for answered in (False, True):
        if answered:
            go_on(teacher, "Show the answer")
            expect(choice(phone, RIGHT)).to_contain_text("✓ right")
            expect(card(phone).get_by_role("status")).to_contain_text(f"Right is: {QUESTION.right}")
        for page in (teacher, phone):
            for theme, rules in THEMES:
                page.emulate_media(color_scheme=theme)
                page.wait_for_timeout(500)
                assert not findings(page, axe, ".st-key-classroom, .st-key-teach", rules)
    expect(card(phone)).to_have_role("group")
    expect(card(phone)).to_have_accessible_name("A question for the class")


def test_a_question_is_taken_back_without_its_answer(
    teacher: Page, app_url: str, new_page: New
) -> None:
    followers = followed(teacher, app_url, new_page)
    ask(teacher)
    expect(card(followers[0])).to_be_visible()
    go_on(teacher, "Take it back")
    for page in (teacher, *followers):
        expect(card(page)).to_have_count(0)
        expect(page.get_by_text("✓ right")).to_have_count(0)
    ask(teacher)
    expect(card(followers[0])).to_be_visible()
