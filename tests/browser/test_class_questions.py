"""A class is asked what a plan asks: it votes on any page, and its leader shows the answer."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.classes import bar, expect_page, join, lead, options
from tests.browser.driving import settle
from tests.browser.presenting import leave, press_present
from tests.browser.test_class_stage import predict
from tokviz.paths.plans.byte_bpe import PLAN

New = Callable[..., Page]
PHONE = {"width": 390, "height": 844, "alone": True}
"""Of who follows, only what stands on the stage or over it is looked at."""
QUESTION = PLAN.questions[1]
RIGHT = QUESTION.choices.index(QUESTION.right)
WRONG, OTHER = (number for number in range(3) if number != RIGHT)
TEMPTS = QUESTION.ballot["tempts"]
SIZE = "(part) => parseFloat(getComputedStyle(part).fontSize)"
LARGE = 24  # pixels: read from the back of a room


def plain(words: str) -> str:
    """Code as a page shows it."""
    return words.replace("`", "")


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


def why(page: Page) -> Locator:
    """What the card says of the answer."""
    return card(page).get_by_test_id("tokviz-why")


def tempts(page: Page) -> Locator:
    """What the card says of a wrong option."""
    return card(page).get_by_test_id("tokviz-tempts")


def test_a_class_votes_on_a_question_of_the_plan_and_all_see_the_answer_and_its_reasons(
    teacher: Page, app_url: str, new_page: New
) -> None:
    """Once it was taken back, which told no answer."""
    expect(plan_buttons(teacher)).to_have_count(0)  # it leads no class yet
    phone, laptop = followed(teacher, app_url, new_page)
    ask(teacher)
    expect(card(phone)).to_be_visible()
    go_on(teacher, "Take it back")
    for page in (teacher, phone, laptop):
        expect(card(page)).to_have_count(0)
        expect(page.get_by_text("✓ right")).to_have_count(0)
    ask(teacher)
    for page in (phone, laptop):
        expect_choices(page)
    expect(plan_buttons(laptop)).to_have_count(0)
    vote_and_change(phone, laptop)
    rows = card(teacher).locator(".votes li")
    expect_letters(rows)
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
    for page in (teacher, phone, laptop):
        expect(why(page)).to_have_count(0)
    go_on(teacher, "Show the answer")
    expect(rows.nth(RIGHT)).to_contain_text("✓ right")
    expect_answer(phone, laptop)
    expect_reasons(teacher, phone, laptop)
    go_on(teacher, "Done")
    for page in (teacher, phone, laptop):
        expect(card(page)).to_have_count(0)


def expect_choices(page: Page) -> None:
    expect(card(page)).to_contain_text(QUESTION.asks)
    for number in range(3):
        expect(choice(page, number)).to_be_in_viewport(ratio=1)
        expect(choice(page, number)).to_have_text(f"{'ABC'[number]} {QUESTION.choices[number]}")
        box = choice(page, number).bounding_box()
        assert box
        assert box["height"] >= 60


def expect_letters(rows: Locator) -> None:
    """So that a class can be asked who took B."""
    for letter, row in zip("ABC", rows.all(), strict=True):
        expect(row.locator(".letter")).to_have_text(letter)


def vote_and_change(phone: Page, laptop: Page) -> None:
    """Both vote for a wrong option: by a press, and by key after another."""
    choice(phone, WRONG).click()
    expect(choice(phone, WRONG)).to_contain_text("✓ your vote")
    choice(laptop, RIGHT).press("Enter")
    choice(laptop, WRONG).press("Space")
    expect(choice(laptop, WRONG)).to_contain_text("✓ your vote")
    expect(choice(laptop, WRONG)).to_be_focused()
    expect(choice(laptop, RIGHT)).to_have_attribute("aria-pressed", "false")


def expect_answer(*pages: Page) -> None:
    for page in pages:
        expect(choice(page, RIGHT)).to_contain_text("✓ right")
        expect(choice(page, WRONG)).not_to_contain_text("✓")
    expect(choice(pages[-1], WRONG)).to_contain_text("your vote")


def expect_reasons(teacher: Page, phone: Page, laptop: Page) -> None:
    """All hear why, and who was wrong why that tempts; presented, from the back of a room."""
    for page in (teacher, phone, laptop):
        expect(why(page)).to_contain_text(plain(QUESTION.why))
        expect(why(page)).to_be_in_viewport(ratio=1)
    for page in (teacher, laptop):
        expect(tempts(page)).to_contain_text(plain(TEMPTS[WRONG]))
    expect(tempts(phone)).to_have_count(0)
    press_present(teacher)
    for said in (why(teacher), tempts(teacher)):
        expect(said).to_be_in_viewport(ratio=1)
        assert said.evaluate(SIZE) >= LARGE
    leave(teacher)


def test_a_question_costs_followers_no_run_and_takes_the_place_of_a_replays_and_it_of_its(
    teacher: Page, app_url: str, new_page: New
) -> None:
    """No run on whatever page they are."""
    phone = new_page(**PHONE)
    sent: list[object] = []

    def note(frame: object) -> None:
        sent.append(frame)

    phone.on("websocket", lambda opened: opened.on("framesent", note))
    join(phone, app_url, lead(teacher))
    phone.get_by_test_id("stExpandSidebarButton").click()
    phone.get_by_role("link", name="Whitespace").click()
    expect(bar(phone)).to_contain_text("Exploring on your own")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Whitespace")
    settle(phone)
    before = len(sent)
    assert before
    ask_and_vote(teacher, phone, RIGHT)
    go_on(teacher, "Show the answer")
    expect(choice(phone, RIGHT)).to_contain_text("✓ right")
    go_on(teacher, "Done")
    expect(card(phone)).to_have_count(0)
    assert len(sent) == before
    bar(phone).get_by_role("button", name="Back to class").click()
    expect_page(phone, "byte_bpe")
    settle(phone)
    expect_one_question_at_a_time(teacher, phone)


def expect_one_question_at_a_time(teacher: Page, phone: Page) -> None:
    """A replay's, the plan's, and the replay's again."""
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


def test_each_hears_why_their_own_option_tempts_and_the_leader_of_the_one_that_most_took(
    teacher: Page, app_url: str, new_page: New
) -> None:
    """Hidden votes stay so over a reload. Asked again it begins anew; an end takes it away."""
    code, votes = lead(teacher), (WRONG, OTHER, OTHER)
    pages = [new_page(**PHONE) for _ in votes]
    for page in pages:
        join(page, app_url, code)
    ask(teacher)
    for page, option in zip(pages, votes, strict=True):
        choice(page, option).click()
    expect(bar(teacher)).to_contain_text("3 voted")
    go_on(teacher, "Hide votes until the answer")
    counts, rows = card(teacher).locator(".votes strong"), card(teacher).locator(".votes li")
    expect(counts).to_have_count(0)
    teacher.reload()
    expect(card(teacher)).to_contain_text(QUESTION.asks)
    expect(bar(teacher)).to_contain_text("3 voted")
    expect(counts).to_have_count(0)
    for page in (teacher, *pages):
        expect(tempts(page)).to_have_count(0)
    go_on(teacher, "Show the answer")
    for page, option in zip(pages, votes, strict=True):
        expect(tempts(page)).to_have_text(f"Why yours tempts: {plain(TEMPTS[option])}")
        expect(tempts(page)).to_be_in_viewport(ratio=1)
    expect(tempts(teacher)).to_have_count(1)
    expect(tempts(teacher)).to_have_text(f"Why it tempts: {plain(TEMPTS[OTHER])}")
    expect(rows.nth(OTHER)).to_contain_text("Why it tempts: ")
    expect(rows.nth(RIGHT).get_by_test_id("tokviz-why")).to_have_text(plain(QUESTION.why))
    expect(counts.nth(OTHER)).to_have_text("2")
    ask(teacher)
    expect(bar(teacher)).to_contain_text("0 voted")
    expect(choice(pages[0], WRONG)).to_have_attribute("aria-pressed", "false")
    bar(pages[-1]).get_by_role("button", name="Leave").click()
    expect(card(pages[-1])).to_have_count(0)
    for _ in range(2):
        bar(teacher).get_by_role("button", name="End ").click()
    for page in (teacher, *pages):
        expect(card(page)).to_have_count(0)
    expect(plan_buttons(teacher)).to_have_count(0)
