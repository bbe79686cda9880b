"""What the class sent, on its leader's phone and on the wall: no row moves under a finger."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.classes import bar, join, lead
from tests.browser.driving import settle
from tests.browser.test_class_phone import PHONE, pair, press
from tests.browser.test_class_sentences import send

New = Callable[..., Page]
pytestmark = pytest.mark.stage_alone


@pytest.fixture
def room(leader: Page, app_url: str, new_page: New) -> tuple[Page, Page, Page, Page]:
    """A laptop that leads and asks for sentences, its phone, and two pupils'."""
    phone, one, other = new_page(**PHONE), new_page(**PHONE), new_page(**PHONE)
    code = asks_by_phone(leader, phone, app_url)
    for page in (one, other):
        join(page, app_url, code)
    return leader, phone, one, other


def asks_by_phone(leader: Page, phone: Page, url: str) -> str:
    """A class that is asked for a sentence by the phone that leads it, too; its code."""
    code = lead(leader)
    join(phone, url, code)
    pair(leader, phone)
    press(phone, "Ask for a sentence")
    return code


def rows(phone: Page) -> Locator:
    return bar(phone).get_by_test_id("tokviz-phone-sentences").locator("li")


def wall(leader: Page) -> Locator:
    return leader.get_by_test_id("tokviz-sentences").locator("li")


def test_a_second_sentence_takes_no_row_from_under_the_thumb(
    room: tuple[Page, Page, Page, Page],
) -> None:
    """What is shown is what stood in the row when the finger came down."""
    leader, phone, one, other = room
    send(one, "the hen")
    send(other, "the ten")
    expect(rows(phone)).to_contain_text(["the hen", "the ten"])
    show = rows(phone).nth(1).locator("button").first
    show.hover()
    phone.mouse.down()
    send(one, "a rude word")
    expect(bar(leader)).to_contain_text("2 sentences")
    phone.wait_for_timeout(500)
    phone.mouse.up()
    expect(rows(phone).nth(2)).to_contain_text("a rude wordnew")  # for some seconds
    expect(rows(phone)).to_contain_text(["the hen", "the ten", "a rude word"])
    expect(rows(phone).first).to_contain_text("replaced by its writer")
    for button in rows(phone).first.get_by_role("button").all():
        expect(button).to_be_disabled()
    expect(wall(leader)).to_have_text(["the ten"])
    expect(rows(phone).nth(2).locator("small")).to_be_empty()  # it was seen
    press(phone, "Fold")
    press(phone, "Open")
    expect(rows(phone)).to_contain_text(["the ten", "a rude word"])


PRESS_AS_IT_MOVES = """(list) => {
    const {top} = list.getBoundingClientRect(), root = list.getRootNode();
    const name = `[data-testid=${list.dataset.testid}]`;
    const press = new MouseEvent("click", {bubbles: true});  // heard later than it was made
    window.isPressed = new Promise((done) => {
        const watch = new MutationObserver(() => {
            const drawn = root.querySelector(name);
            if (!drawn || drawn.getBoundingClientRect().top === top) return;
            watch.disconnect();
            drawn.querySelector("button").dispatchEvent(press);
            done();
        });
        watch.observe(root, {childList: true, subtree: true});
    });
}"""


def test_what_pushes_the_list_away_makes_nobody_show_another_row(
    room: tuple[Page, Page, Page, Page],
) -> None:
    leader, phone, one, _ = room
    send(one, "a rude word")
    expect(rows(phone)).to_have_count(1)
    rows(phone).first.locator("xpath=..").evaluate(PRESS_AS_IT_MOVES)
    leader.get_by_role("combobox", name="Ask first").first.select_option("ask")
    phone.evaluate("window.isPressed")
    phone.wait_for_timeout(1000)
    expect(wall(leader)).to_have_count(0)
    expect(bar(phone)).to_contain_text("1 sentence, 0 to show")
    rows(phone).get_by_role("button", name="Show on the wall").click()
    expect(wall(leader)).to_have_text(["a rude word"])


def test_show_opens_the_list_on_the_wall(room: tuple[Page, Page, Page, Page]) -> None:
    """And equal sentences are one, with their number; what was used folds, and is cleared."""
    leader, phone, one, other = room
    for pupil in (one, other):
        send(pupil, "the hen and the ten")
    expect(rows(phone)).to_have_count(1)
    expect(rows(phone)).to_contain_text("2 times")
    rows(phone).get_by_role("button", name="Show on the wall").click()
    expect(wall(leader)).to_have_text(["the hen and the ten2 times"])
    expect(leader.get_by_role("button", name="Close")).to_be_focused()
    expect(bar(phone)).to_contain_text("On the wall: “What the class sent”.")
    expect(rows(phone).get_by_role("button", name="Show", exact=True)).to_be_visible()
    press(phone, "Use them as the text")
    expect(leader.get_by_test_id("tokviz-player").first).to_contain_text("the hen and the ten")
    expect(rows(phone)).to_have_count(0)
    expect(bar(phone)).to_contain_text("1 sentence, 1 to show")
    press(phone, "Clear")
    expect(bar(phone)).not_to_contain_text("1 sentence")
    press(phone, "Stop asking")
    expect(bar(one).get_by_role("textbox")).to_have_count(0)


def test_more_than_a_few_sentences_are_folded(app_url: str, new_page: New) -> None:
    """Below what comes next."""
    leader, phone = new_page(width=1280, height=720), new_page(**PHONE)
    leader.goto(f"{app_url}/byte_bpe?path=3&course=1")
    settle(leader)
    code = asks_by_phone(leader, phone, app_url)
    pupils = [new_page(**PHONE) for _ in range(4)]
    for at, pupil in enumerate(pupils):
        join(pupil, app_url, code)
        send(pupil, f"the sentence {at}")
    expect(rows(phone)).to_have_count(3)
    coming, first = bar(phone).locator(".coming").bounding_box(), rows(phone).first.bounding_box()
    assert coming
    assert first
    assert coming["y"] < first["y"]
    press(phone, "1 more")
    expect(rows(phone)).to_have_count(4)
    press(phone, "Fold")
    expect(rows(phone)).to_have_count(0)
    press(phone, "Open")
    expect(rows(phone)).to_have_count(4)


def test_on_the_wall_rows_stay_too(leader: Page, app_url: str, new_page: New) -> None:
    """Without a phone: a row that is pressed is the one that was there."""
    code, one, other = lead(leader), new_page(**PHONE), new_page(**PHONE)
    for page in (one, other):
        join(page, app_url, code)
    press(leader, "Ask for a sentence")
    send(one, "the hen")
    send(other, "the ten")
    press(leader, "Show the sentences")
    expect(wall(leader)).to_have_text(["Covered", "Covered"])
    wall(leader).first.get_by_role("button").click()
    send(one, "the ten")
    expect(wall(leader)).to_have_text(["the henreplaced", "Covered2 times"])
    wall(leader).nth(1).get_by_role("button").hover()
    leader.mouse.down()
    send(other, "a rude word")
    leader.wait_for_timeout(500)
    leader.mouse.up()
    expect(wall(leader)).to_have_text(["the henreplaced", "the ten", "Covered"])


def test_show_pressed_again_covers_what_was_let_through(
    room: tuple[Page, Page, Page, Page],
) -> None:
    leader, phone, one, _ = room
    send(one, "a rude word")
    show = rows(phone).first.locator("button").first
    show.click()
    expect(wall(leader)).to_have_text(["a rude word"])
    expect(show).to_have_attribute("aria-pressed", "true")
    show.click()
    expect(wall(leader)).to_have_count(0)
    expect(show).to_have_attribute("aria-pressed", "false")
    leave = rows(phone).first.get_by_role("button", name="Leave out")
    expect(leave).to_have_attribute("aria-pressed", "true")
    expect(leave).to_be_disabled()  # again it would do nothing
    show.click()
    expect(wall(leader)).to_have_text(["a rude word"])


def test_replaced_sentences_keep_no_good_one_from_the_screen(app_url: str, new_page: New) -> None:
    """And no row moves for it."""
    leader, phone = new_page(width=1280, height=720), new_page(**PHONE)
    leader.goto(f"{app_url}/byte_bpe")
    settle(leader)
    code = asks_by_phone(leader, phone, app_url)
    pupils = [new_page(**PHONE) for _ in range(3)]
    for at, pupil in enumerate(pupils):
        join(pupil, app_url, code)
        send(pupil, f"the first {at}")
        expect(rows(phone)).to_have_count(at + 1)
    for at, pupil in enumerate(pupils[:2]):
        send(pupil, f"the second {at}")
        expect(rows(phone)).to_have_count(4 + at)
    said = ["the first 0", "the first 1", "the first 2", "the second 0", "the second 1"]
    expect(rows(phone)).to_contain_text(said)
    expect(bar(phone).get_by_role("button", name="more")).to_have_count(0)
    send(pupils[0], "the third")
    said += ["the third"]
    expect(rows(phone)).to_contain_text(said)
    press(phone, "Fold")
    press(phone, "Open")
    expect(rows(phone)).to_contain_text(["the first 2", "the second 1", "the third"])
