"""A class is asked for a sentence each, and what it sends becomes the page's text."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, expect_page, expect_step, join, lead
from tests.browser.driving import settle
from tests.browser.guiding import replay, strip
from tests.browser.presenting import press_present
from tokviz.paths.plans.courses import COURSES

New = Callable[..., Page]
pytestmark = pytest.mark.stage_alone
HEARD = """(text) =>
    window[Symbol.for("tokviz class")].state.sentences?.includes(text)"""
"""Whether the leader's page has this sentence."""


def send(page: Page, text: str) -> None:
    box = bar(page).get_by_role("textbox", name="A sentence for the class")
    box.fill(text)
    box.press("Enter")
    expect(box).to_have_attribute("placeholder", "Send another instead?")
    expect(box).to_have_value("")
    expect(box).to_be_focused()  # for another one


NO_HIGHER = "([foot, most]) => foot.getBoundingClientRect().height <= most"
PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 720}


def asked(leader: Page, url: str, *followers: Page) -> None:
    """The leader asks those who follow."""
    code = lead(leader)
    for follower in followers:
        join(follower, url, code)
    bar(leader).get_by_role("button", name="Ask for a sentence").click()


def use(leader: Page) -> None:
    """Once she has read them."""
    bar(leader).get_by_role("button", name="Show the sentences").click()
    leader.get_by_role("button", name="Uncover all").click()
    leader.get_by_role("button", name="Use them as the text").click()


def test_what_a_class_sends_becomes_the_text_of_the_page(
    leader: Page, app_url: str, new_page: New
) -> None:
    """It can be read when the class is asked no longer."""
    phone, laptop = new_page(**PHONE), new_page(**LAPTOP)
    asked(leader, app_url, phone, laptop)
    for page in (phone, laptop):
        send(page, "same words")
    bar(leader).get_by_role("button", name="Stop asking").click()
    expect_same_words(leader)
    bar(leader).get_by_role("button", name="Ask again, without these").click()
    expect(bar(leader)).to_contain_text("0 sentences")
    send(phone, "the hen <b>and</b> the ten")
    send(laptop, "a rude word")
    send(laptop, "안녕 the then")
    send(phone, "the hen and the ten")
    expect(bar(phone)).to_contain_text("Following class")  # typing is no change of the page
    expect(bar(leader)).to_contain_text("2 followers, 2 sentences")
    leader.wait_for_function(HEARD, arg="the hen and the ten")  # in place of another
    bar(leader).get_by_role("button", name="Show the sentences").click()
    shown = leader.get_by_test_id("tokviz-sentences").locator("li")
    expect(shown).to_have_text(["Covered", "Covered"])
    leader.get_by_role("button", name="Uncover all").click()
    expect(shown).to_have_text(["the hen and the ten", "안녕 the then"])
    send(laptop, "a rude word")
    kept = ["the hen and the ten", "안녕 the thenreplaced"]
    expect(shown).to_have_text([*kept, "Covered"])
    shown.get_by_role("button", name="Covered").click()
    expect(shown).to_have_text([*kept, "a rude word"])
    leader.get_by_role("checkbox", name="a rude word").uncheck()
    leader.get_by_role("button", name="Use them as the text").click()
    text = leader.get_by_test_id("tokviz-player").first.get_by_role(
        "group", name="The text as tokens"
    )
    expect(text).to_contain_text("the hen and the ten")
    settle(leader)
    expect(phone.get_by_test_id("tokviz-player").first).to_contain_text("hen and the ten")
    bar(leader).get_by_role("button", name="Stop asking").click()
    expect(bar(phone).get_by_role("textbox")).to_have_count(0)


def expect_same_words(leader: Page) -> None:
    """What two sent alike is read as one, once it is uncovered; unticked, it stays so."""
    bar(leader).get_by_role("button", name="Show the sentences").click()
    dialog = leader.get_by_role("dialog", name="What the class sent")
    expect(dialog).to_contain_text("1 sentence, covered. Press one to read it.")
    shown = leader.get_by_test_id("tokviz-sentences").locator("li")
    expect(shown).to_have_text(["Covered2 times"])
    expect(leader.get_by_role("button", name="Use them as the text")).to_be_disabled()
    shown.get_by_role("button", name="Covered").press("Enter")
    expect(shown).to_have_text(["same words2 times"])
    tick = leader.get_by_role("checkbox", name="same words")
    expect(tick).to_be_checked()
    leader.keyboard.press("Space")
    expect(tick).not_to_be_checked()
    expect(tick).to_be_focused()
    expect(leader.get_by_role("button", name="Use them as the text")).to_be_disabled()
    leader.keyboard.press("Escape")
    bar(leader).get_by_role("button", name="Show the sentences").click()
    expect(tick).not_to_be_checked()
    leader.keyboard.press("Escape")


def test_side_by_side_they_are_cut_and_not_learned_from(app_url: str, new_page: New) -> None:
    """From the overview, which learns from no text, they go there."""
    leader, phone = new_page(**LAPTOP), new_page(**PHONE)
    leader.goto(f"{app_url}/compare")
    settle(leader)
    asked(leader, app_url, phone)
    settle(phone)
    send(phone, "who needs three")
    use(leader)
    for page in (leader, phone):
        expect_cut(page, 3)
    phone.wait_for_timeout(1000)  # what the leader's stage lent the page is taken back
    expect_cut(phone, 3)
    leader.get_by_role("link", name="tokviz").click()
    expect_page(leader, "")
    settle(leader)
    send(phone, "who needs two more")
    use(leader)
    expect_page(leader, "compare")
    for page in (leader, phone):
        expect_cut(page, 4)


def expect_cut(page: Page, tokens: int) -> None:
    words = page.locator(".st-key-strips-stage .strips-summary li").first
    expect(words).to_contain_text(f"{tokens} tokens")
    expect(page.get_by_text("Cut here: your own text")).to_be_visible()


def test_what_is_typed_outlives_a_bar_that_is_drawn_anew(
    leader: Page, app_url: str, new_page: New
) -> None:
    """And moves nothing: the letters are no shortcuts."""
    phone = new_page(**PHONE)
    asked(leader, app_url, phone)
    box = bar(phone).get_by_role("textbox", name="A sentence for the class")
    box.click()
    phone.keyboard.insert_text("y" * 130)
    expect(box).to_have_value("y" * 120)
    expect(bar(phone)).to_contain_text("A sentence has up to 120 characters.")
    box.fill("")
    leader.locator(".st-key-bar").get_by_role("link", name="Regex BPE").click()
    phone.keyboard.type("the quick brown fox jumps over the lazy dog", delay=60)
    expect_page(phone, "regex_bpe")
    settle(phone)
    expect(box).to_have_value("the quick brown fox jumps over the lazy dog")
    expect(box).to_be_focused()
    expect(bar(phone)).to_contain_text("Following class")
    leader.reload()
    settle(leader)
    expect(bar(leader).get_by_role("button", name="Stop asking")).to_be_visible()
    phone.reload()
    expect(box).to_have_value("the quick brown fox jumps over the lazy dog")
    other = new_page()
    other.goto(f"{app_url}/byte_bpe")
    settle(other)
    join(phone, app_url, lead(other))
    bar(other).get_by_role("button", name="Ask for a sentence").click()
    expect(box).to_have_value("")


def test_on_a_way_the_class_leaves_it_to_see_its_sentences_learned_from(
    app_url: str, new_page: New
) -> None:
    """Presented too, where a section of the way has the stage's place."""
    leader, phone = new_page(**LAPTOP, alone=False), new_page(**PHONE, alone=False)
    part, course = COURSES[4].parts[-1], 5
    leader.goto(f"{app_url}/{part.lesson}?path={len(part.way)}&course={course}")
    settle(leader)
    asked(leader, app_url, phone)
    settle(phone)
    send(phone, "the hen and the ten")
    leader.get_by_test_id("tokviz-present").press("Enter")
    expect(leader.locator("[data-in-place]")).to_be_visible()
    use(leader)
    expect(leader.locator("[data-in-place]")).to_have_count(0)
    for page in (leader, phone):
        expect(strip(page)).to_have_count(0)
        expect(replay(page)).to_contain_text("seed pieces: 7 code points")
        expect(replay(page)).to_be_in_viewport()
        expect(replay(page)).to_have_attribute("data-step", "0")
        expect(page).not_to_have_url(re.compile(r"[?&](path|course|section)="))


def test_at_a_stop_the_text_is_learned_from_its_first_step(app_url: str, new_page: New) -> None:
    leader, phone = new_page(**LAPTOP), new_page(**PHONE)
    leader.goto(f"{app_url}/byte_bpe?path=3&step=7")
    settle(leader)
    asked(leader, app_url, phone)
    settle(phone)
    send(phone, "the hen and the ten")
    use(leader)
    players = [page.get_by_test_id("tokviz-player").first for page in (leader, phone)]
    for player in players:
        expect(player).to_contain_text("the hen and the ten")
        expect(player).to_have_attribute("data-step", "0")
    settle(leader)
    settle(phone)
    leader.keyboard.press("ArrowRight")
    for player in players:
        expect(player).to_have_attribute("data-step", "1")
        expect(player).to_contain_text("hen and")
    for page in (leader, phone):
        expect(page).not_to_have_url(re.compile("sample"))
        expect(strip(page)).to_have_count(0)


def test_a_press_leads_back_to_the_stop_that_a_class_left_for_its_sentences(
    app_url: str, new_page: New
) -> None:
    """Presented too, after other sentences, and at the step where it was left."""
    leader, phone = new_page(**LAPTOP), new_page(**PHONE)
    leader.goto(f"{app_url}/byte_bpe?path=3&course=3")
    settle(leader)
    asked(leader, app_url, phone)
    settle(phone)
    step = int(replay(leader).get_attribute("data-step") or 0) + 1
    leader.keyboard.press("ArrowRight")
    expect_step(phone, step)
    for text in ("the hen and the ten", "who needs three"):
        send(phone, text)
        use(leader)
        expect(replay(leader)).to_contain_text(text)
        settle(leader)
    expect(leader.get_by_role("button", name="Back to the text")).to_have_count(0)
    press_present(leader)
    leader.get_by_role("button", name="Back to stop 3 of").click()
    for page in (leader, phone):
        expect(strip(page)).to_contain_text("3 of")
        for said in ("path=3", "course=3", "sample=low"):
            expect(page).to_have_url(re.compile(said))
        expect_step(page, step)
        expect(page.get_by_role("button", name="Back to stop")).to_have_count(0)


def test_a_phone_on_a_path_has_most_of_the_window_for_what_it_speaks_of(
    new_page: New, app_url: str
) -> None:
    """Also while a sentence is asked for: the bar of the class has few lines, and all is in it."""
    leader, phone = new_page(**LAPTOP), new_page(**PHONE)
    leader.goto(f"{app_url}/byte_bpe?path=2")
    settle(leader)
    code = lead(leader)
    join(phone, app_url, code)
    expect(strip(phone)).to_contain_text("2 of 8")
    foot = phone.get_by_test_id("stBottom")
    for asks, highest in ((False, 170), (True, 245)):
        if asks:
            bar(leader).get_by_role("button", name="Ask for a sentence").click()
            expect(bar(phone).get_by_role("textbox")).to_be_in_viewport(ratio=1)
        for name in ("Leave", "I lead this class"):
            expect(bar(phone).get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        phone.wait_for_function(NO_HIGHER, arg=[foot.element_handle(), highest])
