"""The card of every plan's question has room on a phone, on a laptop and on a wall.

No class is led here: a page is told of one, question after question.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.classes import bar
from tests.browser.driving import settle
from tests.browser.presenting import press_present
from tests.paths.test_plans import QUESTIONS

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]
State = dict[str, Any]
VOTES = 24
OVERFLOWS = """(bar, states) => {
    const own = window[Symbol.for("tokviz class")];
    return states.map((state) => {
        own.state = {...state, code: "ABCDEF", followers: 24};
        own.target.dispatchEvent(new Event("change"));
        const card = bar.querySelector("[data-testid=tokviz-class-question]");
        const said = state.votes ?? state.question;
        const isOver = card.scrollHeight > card.clientHeight || card.scrollWidth > card.clientWidth;
        return isOver ? said.words : "";
    }).filter(Boolean);
}"""


def asked(answered: bool) -> Iterator[tuple[State, int]]:
    """Each question with each of its wrong options."""
    for _, question in QUESTIONS:
        ballot = question.ballot
        known = {"words": ballot["words"], "options": ballot["options"], "answer": None}
        if answered:
            known |= {"answer": ballot["right"], "why": ballot["why"], "tempts": ballot["tempts"]}
        for option in {*range(len(ballot["options"]))} - {ballot["right"]}:
            yield known, option


def followers(answered: bool) -> list[State]:
    """Who voted again, for a wrong option."""
    return [
        {"role": "follower", "question": {**known, "vote": option, "picked": option, "again": 1}}
        for known, option in asked(answered)
    ]


def leaders(answered: bool) -> list[State]:
    """Whose class voted for a wrong option, and did before."""
    states = []
    for known, option in asked(answered):
        counts = [VOTES if at == option else 0 for at in range(len(known["options"]))]
        votes = {**known, "counts": counts, "first": counts, "tied": [], "isSeen": True}
        states.append({"role": "leader", "votes": votes})
    return states


LISTENS = "window[Symbol.for('tokviz class')]?.wished === null"
"""Whether the script of the bar is there."""


def opened(app_url: str, new_page: New, width: int, height: int) -> Page:
    page = new_page(width=width, height=height)
    page.goto(f"{app_url}/text_to_bytes")
    settle(page)
    page.wait_for_function(LISTENS)
    return page


def test_phones_show_every_question_and_every_answer_without_scrolling(
    app_url: str, new_page: New
) -> None:
    page = opened(app_url, new_page, 390, 844)
    assert bar(page).evaluate(OVERFLOWS, followers(answered=False)) == []
    assert bar(page).evaluate(OVERFLOWS, followers(answered=True)) == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert bar(page).evaluate(OVERFLOWS, followers(answered=False)) == []


def test_a_leaders_card_has_room_for_every_question_and_every_answer(
    app_url: str, new_page: New
) -> None:
    page = opened(app_url, new_page, 1280, 720)
    assert bar(page).evaluate(OVERFLOWS, leaders(answered=False)) == []
    assert bar(page).evaluate(OVERFLOWS, leaders(answered=True)) == []
    press_present(page)
    assert bar(page).evaluate(OVERFLOWS, leaders(answered=False)) == []
    assert bar(page).evaluate(OVERFLOWS, leaders(answered=True)) == []


SIZES = """(bar, states) => {
    const own = window[Symbol.for("tokviz class")];
    return states.map((state) => {
        own.state = {...state, code: "ABCDEF", followers: 24};
        own.target.dispatchEvent(new Event("change"));
        const size = (part) => parseFloat(getComputedStyle(bar.querySelector(part)).fontSize);
        return [size(".asks"), size(".votes-option, .choice")];
    });
}"""
"""How large the question of a card is, and its options, in pixels."""


def test_a_card_is_as_large_with_its_answer_as_before(app_url: str, new_page: New) -> None:
    page = opened(app_url, new_page, 1024, 768)
    press_present(page)
    asks, tells = (leaders(answered=answered)[0] for answered in (False, True))
    (before, after) = bar(page).evaluate(SIZES, [asks, tells])
    assert before == after
    assert min(after) >= 24


def test_on_a_phone_a_question_is_no_smaller_than_its_options(app_url: str, new_page: New) -> None:
    page = opened(app_url, new_page, 390, 844)
    asks, tells = (followers(answered=answered)[0] for answered in (False, True))
    (before, after) = bar(page).evaluate(SIZES, [asks, tells])
    assert before == after
    assert after[0] >= after[1]
