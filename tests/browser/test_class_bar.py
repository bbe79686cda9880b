"""The bar of a class over a stage that fills the screen: what the leader has at hand there."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, join, lead
from tests.browser.driving import settle
from tests.browser.guiding import at_stop, button, the_path
from tests.browser.presenting import leave, present_at, press_present
from tests.browser.test_class_phone import pair, press
from tests.browser.test_class_stage import NOT_CUT, predict
from tokviz.ui.shell.values import pack_text

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]


def test_the_bar_moves_nothing_and_has_all_at_hand_over_a_stage_that_fills_the_screen(
    app_url: str, new_page: New
) -> None:
    """With options that are long and begin alike, as pairs of bytes are, and with a path."""
    leader = new_page(width=1280, height=720)
    leader.goto(f"{app_url}/byte_bpe?sample=languages")
    settle(leader)
    stage = leader.locator(".st-key-stage")
    before = stage.bounding_box()
    code = lead(leader)
    assert stage.bounding_box() == before
    predict(leader)
    expect_all_at_hand(leader, code)
    leave(leader)
    leader.keyboard.press("PageDown")
    told = leader.get_by_test_id("tokviz-votes").locator(".votes-option")
    expect(told.first).to_be_visible()
    assert max(map(len, told.all_inner_texts())) > len("a + b")
    assert all(told.evaluate_all(NOT_CUT))
    button(leader, "begin").click()
    at_stop(leader, the_path("byte_bpe"), 1)
    press_present(leader)
    expect(bar(leader)).to_be_in_viewport()
    expect_seen(leader)
    button(leader, "next").click()  # which nothing covers
    at_stop(leader, the_path("byte_bpe"), 2)


def expect_all_at_hand(leader: Page, code: str) -> None:
    """Presented, the leader has the code and what the class may need."""
    press_present(leader)
    shown = bar(leader).get_by_role("button")
    all_there = ["Hide votes until the answer", "Show the code", "Ask for a sentence"]
    expect(shown).to_have_text([*all_there, "Let my phone lead too"])
    for width, height in ((1024, 600), (1280, 720)):
        present_at(leader, width, height)
        for button_there in shown.all():
            expect(button_there).to_be_in_viewport(ratio=1)
    bar(leader).get_by_role("button", name="Show the code").click()
    expect(leader.get_by_test_id("tokviz-class-code")).to_have_text(code)
    leader.get_by_test_id("tokviz-invitation").get_by_role("button", name="Close").click()
    expect(leader.locator("[data-presented]")).to_have_count(1)
    hides = bar(leader).get_by_role("button", name="Hide votes until the answer")
    hides.click()
    leader.keyboard.press("Space")  # the replay's: its film answers, and halts at the next question
    asks = leader.get_by_test_id("tokviz-player").first
    expect(asks).to_have_attribute("data-question", "2")
    expect(hides).to_have_attribute("aria-pressed", "true")


def expect_seen(leader: Page) -> None:
    """The bar is painted over the stage."""
    seen, box = bar(leader).screenshot(), bar(leader).bounding_box()
    bar(leader).evaluate("(bar) => { bar.style.visibility = 'hidden'; }")
    assert box
    without = leader.screenshot(
        clip={"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}
    )
    bar(leader).evaluate("(bar) => { bar.style.visibility = ''; }")
    assert seen != without


def test_a_tied_option_is_marked_where_the_votes_stand_which_all_fit_a_low_screen(
    app_url: str, new_page: New
) -> None:
    leader = new_page(width=1024, height=600)
    leader.goto(f"{app_url}/byte_bpe?text={pack_text('ab cd ab cd ab cd')}")
    settle(leader)
    lead(leader)
    predict(leader)
    leader.keyboard.press("PageDown")
    rows = leader.get_by_test_id("tokviz-votes").locator("li")
    marks = rows.locator(".votes-right").all_text_contents()
    assert sorted({*marks}) == ["✓ right", "✓ tied"]
    assert marks.count("✓ right") == 1
    menu = leader.get_by_test_id("stSidebarContent")
    menu.evaluate("(menu) => menu.scrollTo(0, menu.scrollHeight)")
    box, last = bar(leader).bounding_box(), menu.get_by_role("link").last.bounding_box()
    assert box
    assert last
    assert last["y"] + last["height"] <= box["y"]
    press_present(leader)
    expect(rows.last.locator("strong")).to_be_in_viewport(ratio=1)
    expect(rows.last.locator(".votes-bar")).to_be_in_viewport(ratio=1)
    present_at(leader, 640, 360)
    for row in rows.all():
        expect(row.locator("strong")).to_be_in_viewport(ratio=1)
    boxes = [box for row in rows.all() if (box := row.bounding_box())]
    assert all(one["x"] + one["width"] <= other["x"] for one, other in pairwise(boxes))


CUT_OR_COVERED = """(bar) => {
    const words = [...bar.querySelectorAll("button, p, li > *")].filter((each) =>
        each.checkVisibility() && each.getBoundingClientRect().width > 1);
    const boxes = words.map((each) => each.getBoundingClientRect());
    const out = words.filter((each, at) => {
        const {left, top, right, bottom} = boxes[at];
        const isCut = each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0;
        const isOut = left < 0 || top < bar.getBoundingClientRect().top || right > innerWidth
            || bottom > innerHeight;
        return isCut || isOut || boxes.some((other, place) => place !== at
            && other.left < right - 1 && left < other.right - 1
            && other.top < bottom - 1 && top < other.bottom - 1);
    });
    return out.map(({textContent}) => textContent);
}"""
"""The words of the bar over which others lie, or which are not seen whole."""


def test_what_finds_no_room_over_a_stage_takes_another_line(app_url: str, new_page: New) -> None:
    """While sentences are asked for, with a phone that leads; and then the votes, long and tied."""
    leader, phone = new_page(width=1280, height=720), new_page(width=390, height=844)
    leader.goto(f"{app_url}/wordpiece")
    settle(leader)
    join(phone, app_url, lead(leader))
    pair(leader, phone)
    press(leader, "Ask for a sentence")
    predict(leader)
    press_present(leader)
    for told in (False, True):
        if told:
            leader.keyboard.press("PageDown")
            expect(leader.get_by_test_id("tokviz-votes")).to_contain_text("✓ tied")
        for width, height in ((640, 360), (1280, 720)):
            present_at(leader, width, height)
            expect(bar(leader).get_by_role("button", name="Phone off")).to_be_in_viewport(ratio=1)
            assert bar(leader).evaluate(CUT_OR_COVERED) == []
