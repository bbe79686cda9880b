"""A class is asked for a sentence each, and what it sends becomes the page's text."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.classes import bar, expect_page, join, lead
from tests.browser.driving import settle

New = Callable[..., Page]
pytestmark = pytest.mark.stage_alone


def send(page: Page, text: str) -> None:
    box = bar(page).get_by_role("textbox", name="A sentence for the class")
    box.fill(text)
    box.press("Enter")
    expect(box).to_have_attribute("placeholder", "Another in its place?")
    expect(box).to_have_value("")
    expect(box).to_be_focused()  # for another one


def asked(leader: Page, url: str, new_page: New) -> tuple[Page, Page]:
    """The leader asks, and two follow."""
    code = lead(leader)
    followers = new_page(width=390, height=844), new_page(width=1280, height=720)
    for follower in followers:
        join(follower, url, code)
    bar(leader).get_by_role("button", name="Ask for a sentence").click()
    return followers


def test_what_a_class_sends_becomes_the_text_of_the_page(
    leader: Page, app_url: str, new_page: New
) -> None:
    phone, laptop = asked(leader, app_url, new_page)
    send(phone, "the hen <b>and</b> the ten")
    send(laptop, "a rude word")
    send(laptop, "안녕 the then")
    send(phone, "the hen and the ten")
    expect(bar(phone)).to_contain_text("Following class")  # typing is no change of the page
    expect(bar(leader)).to_contain_text("2 followers, 2 sentences")
    bar(leader).get_by_role("button", name="Show the sentences").click()
    shown = leader.get_by_test_id("tokviz-sentences").locator("li")
    expect(shown).to_have_text(["the hen and the ten", "안녕 the then"])
    send(laptop, "a rude word")
    expect(shown).to_have_text(["the hen and the ten", "a rude word"])
    leader.get_by_role("checkbox", name="a rude word").uncheck()
    leader.get_by_role("button", name="Use them as the text").click()
    text = leader.get_by_test_id("tokviz-player").first.get_by_role(
        "group", name="The text as tokens"
    )
    expect(text).to_contain_text("the hen and the ten")
    settle(leader)
    expect(phone.get_by_test_id("tokviz-player").first).to_contain_text("hen and the ten")
    bar(leader).get_by_role("button", name="Ask no longer").click()
    expect(bar(phone).get_by_role("textbox")).to_have_count(0)


@pytest.mark.parametrize("opened", ["", "compare"])
def test_side_by_side_they_are_cut_and_not_learned_from(
    opened: str, leader: Page, app_url: str, new_page: New
) -> None:
    """From the overview, which learns from no text, they go there."""
    leader.goto(f"{app_url}/compare")
    settle(leader)
    phone, _ = asked(leader, app_url, new_page)
    settle(phone)
    if not opened:
        leader.get_by_role("link", name="tokviz").click()
        expect_page(leader, "")
        settle(leader)
    send(phone, "who needs three")
    bar(leader).get_by_role("button", name="Show the sentences").click()
    leader.get_by_role("button", name="Use them as the text").click()
    expect_page(leader, "compare")
    for page in (leader, phone):
        words = page.locator(".st-key-strips-stage .strips-summary li").first
        expect(words).to_contain_text("3 tokens")
        expect(page.get_by_text("Cut here: your own text")).to_be_visible()
    phone.wait_for_timeout(1000)  # what the leader's stage lent the page is taken back
    expect(phone.locator(".st-key-strips-stage .strips-summary li").first).to_contain_text("3 tok")


def test_what_is_typed_outlives_a_bar_that_is_drawn_anew(
    leader: Page, app_url: str, new_page: New
) -> None:
    phone, _ = asked(leader, app_url, new_page)
    box = bar(phone).get_by_role("textbox", name="A sentence for the class")
    box.click()
    phone.keyboard.insert_text("y" * 130)
    expect(box).to_have_value("y" * 120)
    expect(bar(phone)).to_contain_text("A sentence has up to 120 characters.")
    box.fill("half a sent")
    leader.reload()
    settle(leader)
    expect(bar(leader).get_by_role("button", name="Ask no longer")).to_be_visible()
    leader.locator(".st-key-bar").get_by_role("link", name="Regex BPE").click()
    expect_page(phone, "regex_bpe")
    expect(box).to_have_value("half a sent")
    phone.reload()
    expect(box).to_have_value("half a sent")
    other = new_page()
    other.goto(f"{app_url}/byte_bpe")
    settle(other)
    join(phone, app_url, lead(other))
    bar(other).get_by_role("button", name="Ask for a sentence").click()
    expect(box).to_have_value("")


def test_what_is_typed_while_the_class_goes_to_another_page_is_in_the_box(
    leader: Page, app_url: str, new_page: New
) -> None:
    """And moves nothing: the letters are no shortcuts."""
    _, laptop = asked(leader, app_url, new_page)
    box = bar(laptop).get_by_role("textbox", name="A sentence for the class")
    box.click()
    leader.locator(".st-key-bar").get_by_role("link", name="Regex BPE").click()
    laptop.keyboard.type("the quick brown fox jumps over the lazy dog", delay=60)
    expect_page(laptop, "regex_bpe")
    settle(laptop)
    expect(box).to_have_value("the quick brown fox jumps over the lazy dog")
    expect(box).to_be_focused()
    expect(bar(laptop)).to_contain_text("Following class")


def test_what_was_sent_can_be_read_when_the_class_is_asked_no_longer(
    leader: Page, app_url: str, new_page: New
) -> None:
    phone, laptop = asked(leader, app_url, new_page)
    for page in (phone, laptop):
        send(page, "same words")
    bar(leader).get_by_role("button", name="Ask no longer").click()
    bar(leader).get_by_role("button", name="Show the sentences").click()
    shown = leader.get_by_test_id("tokviz-sentences").locator("li")
    expect(shown).to_have_text(["same words2 times"])
    leader.keyboard.press("Space")
    tick = leader.get_by_role("checkbox", name="same words")
    expect(tick).not_to_be_checked()
    expect(tick).to_be_focused()
    expect(leader.get_by_role("button", name="Use them as the text")).to_be_disabled()
    leader.keyboard.press("Escape")
    bar(leader).get_by_role("button", name="Show the sentences").click()
    expect(tick).not_to_be_checked()
    leader.keyboard.press("Escape")
    bar(leader).get_by_role("button", name="Ask anew, forget these").click()
    expect(bar(leader)).to_contain_text("0 sentences")


def test_at_a_stop_the_class_follows_and_the_next_stop_has_its_own_text(
    leader: Page, app_url: str, new_page: New
) -> None:
    leader.goto(f"{app_url}/byte_bpe?path=3&step=7")
    settle(leader)
    phone, _ = asked(leader, app_url, new_page)
    settle(phone)
    send(phone, "the hen and the ten")
    bar(leader).get_by_role("button", name="Show the sentences").click()
    leader.get_by_role("button", name="Use them as the text").click()
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
    assert "sample" not in leader.url + phone.url
    leader.locator(".st-key-guide_next button").click()
    expect(leader.get_by_text("One word more at the end")).to_be_visible()
    for player in players:
        expect(player).to_contain_text("widest")
        expect(player).not_to_contain_text("hen and")
