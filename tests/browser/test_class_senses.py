"""The question of a class for who reads with other eyes, by ear, or from the back of a room."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.axe import THEMES, colours, findings
from tests.browser.classes import bar
from tests.browser.presenting import leave, present_at, press_present
from tests.browser.test_class_questions import (
    LARGE,
    QUESTION,
    RIGHT,
    SIZE,
    WRONG,
    ask_and_vote,
    card,
    choice,
    followed,
    go_on,
    teacher,
)

__all__ = ["teacher"]  # a fixture

New = Callable[..., Page]


def test_who_reads_with_other_eyes_or_by_ear_or_from_the_back_of_a_room_can_vote(
    teacher: Page, app_url: str, new_page: New, axe: str
) -> None:
    phone, laptop = followed(teacher, app_url, new_page)
    ask_and_vote(teacher, phone, WRONG)
    expect_no_findings(axe, teacher, phone)
    for page in (teacher, laptop):
        press_present(page)
    expect_read_from_afar(teacher, laptop)
    expect_black(teacher)
    leave(teacher)
    go_on(teacher, "Show the answer")
    for page in (phone, laptop):
        expect(choice(page, RIGHT)).to_contain_text("✓ right")
    right = f"Right is: {'ABC'[RIGHT]} {QUESTION.right}"
    expect(card(phone).get_by_role("status")).to_contain_text(right)
    expect_no_findings(axe, teacher, phone)
    expect(card(phone)).to_have_role("group")
    expect(card(phone)).to_have_accessible_name("A question for the class")


def expect_no_findings(axe: str, *pages: Page) -> None:
    for page in pages:
        for theme, rules in THEMES:
            colours(page, theme)
            assert not findings(page, axe, ".st-key-classroom, .st-key-teach", rules)


def expect_read_from_afar(teacher: Page, laptop: Page) -> None:
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


def expect_black(page: Page) -> None:
    """A black screen is black where a class votes."""
    for key, seen in (("b", False), ("PageDown", True)):
        page.keyboard.press(key)
        for part in (bar(page), card(page)):
            expect(part).to_be_visible(visible=seen)
