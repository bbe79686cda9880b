"""What a class sees of its leader in Chromium: steps, text and page, questions and votes."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.classes import Held, bar, expect_page, expect_step, join, lead, options
from tests.browser.driving import ANY_STEP, close_popover, open_settings, settle
from tests.browser.presenting import leave, press_present

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]
NOT_CUT = "(words) => words.map((each) => each.scrollWidth <= each.clientWidth)"
MENU_RESTS = """() => document.querySelector(".stSidebar").getAnimations({subtree: true})
    .concat(document.querySelector(".stMain").getAnimations()).length === 0"""


def predict(page: Page) -> None:
    """Let the page ask before it shows."""
    page.get_by_test_id("tokviz-ask").first.select_option("ask")
    expect(options(page).first).to_be_visible()


def asked_on_phones(number: int, leader: Page, app_url: str, new_page: New) -> list[Page]:
    """So many phones that follow the leader, whose page asks before it shows."""
    code = lead(leader)
    phones = [new_page(width=390, height=844) for _ in range(number)]
    for phone in phones:
        join(phone, app_url, code)
    predict(leader)
    return phones


def test_a_follower_sees_the_leaders_text_and_page_before_the_run_that_brings_them(
    leader: Page, app_url: str, new_page: New
) -> None:
    """And steps that cost no run."""
    follower = new_page()
    asked = Held(follower)
    join(follower, app_url, lead(leader))
    settle(follower)
    asked.hold()
    for _ in range(10):
        leader.keyboard.press("ArrowRight")
    expect_step(follower, 10)
    follower.wait_for_timeout(300)
    assert not asked.waits
    open_settings(leader)
    leader.get_by_role("textbox", name="Your own text").fill("zig zag zig zag")
    token = follower.get_by_test_id("tokviz-token").first
    expect(token).to_have_text("z")
    expect(follower).not_to_have_url(re.compile("text="))
    close_popover(leader)
    leader.keyboard.press("ArrowRight")
    expect_step(follower, 1)
    asked.let_go()
    expect(follower).to_have_url(re.compile("text="))
    settle(follower)
    expect(token).to_have_text("z")
    expect_step(follower, 1)
    expect_pages_before_their_runs(leader, follower, asked)


def expect_pages_before_their_runs(leader: Page, follower: Page, asked: Held) -> None:
    asked.hold()
    leader.locator(".st-key-bar").get_by_role("link", name="Regex BPE").click()
    preview = follower.get_by_role("region", name="Regex BPE")
    expect(preview.get_by_role("heading", level=1)).to_contain_text("Regex BPE")
    expect(follower.get_by_role("heading", level=1)).to_have_count(1)
    leader.keyboard.press("ArrowRight")
    shown = preview.get_by_test_id("tokviz-player")
    expect(shown).to_have_attribute("data-step", "1")
    expect_page(follower, "byte_bpe")
    asked.let_go()
    expect_page(follower, "regex_bpe")
    expect(preview).to_have_count(0)
    expect(follower.get_by_role("heading", level=1)).to_contain_text("Regex BPE")
    expect_step(follower, 1)
    asked.hold()
    leader.locator("[data-testid=stSidebar]").get_by_role("link", name="Side by side").click()
    preview = follower.get_by_role("region", name="Side by side")
    expect(preview.get_by_test_id("tokviz-strips")).to_contain_text("GPT-2")
    asked.let_go()
    expect_page(follower, "compare")
    expect(preview).to_have_count(0)
    expect(follower.get_by_test_id("tokviz-strips").first).to_contain_text("GPT-2")


def test_a_class_votes_on_its_phones_and_its_leader_sees_bars_before_the_answer(
    leader: Page, app_url: str, new_page: New
) -> None:
    """Then the votes wait for the answer, so that nobody votes as the others do."""
    phones = asked_on_phones(3, leader, app_url, new_page)
    for page in phones:
        expect(options(page)).to_have_count(options(leader).count())
        expect(bar(page)).to_contain_text("Vote: press an answer.")
    for page, choice in zip(phones, (1, 0, 1), strict=True):
        options(page).nth(choice).click()
        expect(options(page).nth(choice)).to_have_attribute("aria-pressed", "true")
        expect(bar(page)).to_contain_text("You may change your vote.")
        expect_step(page, 0)
    votes = options(leader).locator(".votes")
    expect(votes.nth(0)).to_have_text("1")
    expect(votes.nth(1)).to_have_text("2")
    expect(rows_of(leader)).to_have_count(0)
    expect(options(phones[0]).locator(".votes")).to_have_count(0)
    expect(bar(phones[0])).to_contain_text("Following class")
    leader.keyboard.press("PageDown")
    expect_bars(leader)
    for page in phones:
        expect_step(page, 1)
        expect(page.get_by_test_id("tokviz-caption").first).to_contain_text("of 1 right")
        expect(bar(page)).to_contain_text("Change anything to explore alone.")
    phones[0].keyboard.press("2")  # too late
    expect(bar(phones[0])).to_contain_text("Following class")
    leader.keyboard.press("PageDown")
    for page in phones:
        expect(options(page).first).to_be_visible()
    expect(votes.first).to_have_text("0")
    expect_votes_that_wait(leader, phones)


def rows_of(leader: Page) -> Locator:
    """How the class voted, below the answer."""
    return leader.get_by_test_id("tokviz-votes").locator("li")


def expect_bars(leader: Page) -> None:
    rows = rows_of(leader)
    expect(rows.nth(1).locator("strong")).to_have_text("2")
    expect(rows.locator(".votes-right")).to_have_count(1)
    whole = rows.locator(".votes-bar").evaluate_all("(bars) => bars.map((b) => b.offsetWidth)")
    assert len(set(whole)) == 1, f"as many votes are as long a bar, right or not: {whole}"
    bar(leader).get_by_text("The votes").click()  # folded: what they lay over is to be explained
    expect(rows.first).to_be_hidden()


def expect_votes_that_wait(leader: Page, phones: list[Page]) -> None:
    """At a reload, too."""
    cover = bar(leader).get_by_role("button", name="Hide votes until the answer")
    cover.click()
    expect(cover).to_have_attribute("aria-pressed", "true")
    for page in phones:
        options(page).nth(1).click()
    expect(bar(leader)).to_contain_text("3 followers, 3 voted")
    expect(options(leader).locator(".votes")).to_have_count(0)
    leader.reload()
    settle(leader)
    expect(bar(leader)).to_contain_text("3 followers")
    expect(options(leader)).not_to_have_count(0)
    expect(options(leader).locator(".votes")).to_have_count(0)
    leader.keyboard.press("PageDown")
    expect(rows_of(leader).nth(1).locator("strong")).to_have_text("3")
    leader.keyboard.press("PageDown")
    cover.click()
    expect(options(leader).first.locator(".votes")).to_have_text("0")


def test_the_votes_of_a_class_cover_nothing_of_what_is_explained(
    leader: Page, app_url: str, new_page: New
) -> None:
    """Beside the menu, over a stage that fills the screen, and where the menu is folded."""
    (phone,) = asked_on_phones(1, leader, app_url, new_page)
    answer_voted(leader, phone)
    votes = leader.get_by_test_id("tokviz-votes")
    expect(votes.locator(".votes-right")).to_be_visible()
    box, stage = bar(leader).bounding_box(), leader.locator(".st-key-stage").bounding_box()
    assert box
    assert stage
    assert box["x"] + box["width"] <= stage["x"]
    press_present(leader)
    expect(votes.locator("li").last).to_be_in_viewport(ratio=1)
    seen = frame_above_the_bar(leader)
    leader.keyboard.press("PageDown")  # the next question: no votes yet
    expect(votes).to_have_count(0)
    assert leader.locator(".st-key-stage .frame").first.bounding_box() == seen
    leave(leader)
    leader.get_by_test_id("stSidebarCollapseButton").get_by_role(
        "button", include_hidden=True
    ).press("Enter")
    expect(bar(leader)).to_have_attribute("data-at", "foot")
    leader.wait_for_function(MENU_RESTS)
    seen, box = frame_above_the_bar(leader), bar(leader).bounding_box()
    answer_voted(leader, phone)
    told = votes.locator(".votes-option")
    expect(told.last).to_be_in_viewport(ratio=1)
    assert all(told.evaluate_all(NOT_CUT))
    assert (frame_above_the_bar(leader), bar(leader).bounding_box()) == (seen, box)
    leader.get_by_test_id("stExpandSidebarButton").click()
    expect(bar(leader)).to_have_attribute("data-at", "menu")


def answer_voted(leader: Page, phone: Page) -> None:
    """The phone votes, and the leader shows the answer."""
    options(phone).first.click()
    expect(options(leader).locator(".votes").first).to_have_text("1")
    leader.keyboard.press("PageDown")


def frame_above_the_bar(leader: Page) -> FloatRect:
    frame = leader.locator(".st-key-stage .frame").first
    seen, box = frame.bounding_box(), bar(leader).bounding_box()
    assert seen
    assert box
    assert seen["y"] + seen["height"] <= box["y"]
    return seen


def test_who_joins_after_the_answer_sees_the_answer(
    leader: Page, app_url: str, new_page: New
) -> None:
    code = lead(leader)
    predict(leader)
    leader.keyboard.press("PageDown")
    expect_step(leader, 1)
    follower = new_page()
    join(follower, app_url, code)
    for page in (leader, follower):
        replay = page.get_by_test_id("tokviz-player").first
        expect(replay).to_have_attribute("data-step", "1")
        expect(replay).not_to_have_attribute("data-question", ANY_STEP)
    leader.keyboard.press("ArrowRight")
    expect(follower.get_by_test_id("tokviz-player").first).to_have_attribute("data-question", "2")
    leader.keyboard.press("ArrowLeft")  # she takes the question back
    expect(options(follower)).to_have_count(0)
