"""What a class sees of its leader in Chromium: steps, text and page, questions and votes."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.classes import Held, bar, expect_page, expect_step, join, lead
from tests.browser.driving import ANY_STEP, close_popover, open_settings, settle
from tests.browser.presenting import press_present

New = Callable[..., Page]
NOT_CUT = "(words) => words.map((each) => each.scrollWidth <= each.clientWidth)"
MENU_RESTS = """() => document.querySelector(".stSidebar").getAnimations({subtree: true})
    .concat(document.querySelector(".stMain").getAnimations()).length === 0"""


def options(page: Page) -> Locator:
    return page.get_by_test_id("tokviz-player").first.get_by_test_id("tokviz-option")


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


def test_a_leader_who_only_steps_costs_the_followers_no_run(
    leader: Page, app_url: str, new_page: New
) -> None:
    code = lead(leader)
    follower = new_page()
    frames: list[object] = []

    def note(sent: object) -> None:
        frames.append(sent)

    follower.on("websocket", lambda opened: opened.on("framesent", note))
    join(follower, app_url, code)
    expect(follower.get_by_role("tab")).to_have_count(9)  # the page has all that it asks for
    settle(follower)
    before = len(frames)
    for _ in range(10):
        leader.keyboard.press("ArrowRight")
    expect_step(follower, 10)
    assert len(frames) == before


@pytest.mark.stage_alone
def test_a_follower_sees_the_leaders_text_and_page_before_the_run_that_brings_them(
    leader: Page, app_url: str, new_page: New
) -> None:
    code = lead(leader)
    follower = new_page()
    asked = Held(follower)
    join(follower, app_url, code)
    asked.hold()
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


@pytest.mark.stage_alone
def test_below_the_menu_a_leader_reads_whole_options(app_url: str, new_page: New) -> None:
    """Pairs of bytes are long, and begin alike."""
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe?sample=languages")
    settle(page)
    lead(page)
    predict(page)
    page.keyboard.press("PageDown")
    told = page.get_by_test_id("tokviz-votes").locator(".votes-option")
    expect(told.first).to_be_visible()
    assert max(map(len, told.all_inner_texts())) > len("a + b")
    assert all(told.evaluate_all(NOT_CUT))


@pytest.mark.stage_alone
def test_a_class_votes_on_its_phones_and_its_leader_sees_bars_before_the_answer(
    leader: Page, app_url: str, new_page: New
) -> None:
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
    rows = leader.get_by_test_id("tokviz-votes").locator("li")
    expect(rows).to_have_count(0)
    expect(options(phones[0]).locator(".votes")).to_have_count(0)
    expect(bar(phones[0])).to_contain_text("Following class")
    leader.keyboard.press("PageDown")
    expect(rows.nth(1).locator("strong")).to_have_text("2")
    expect(rows.locator(".votes-right")).to_have_count(1)
    whole = rows.locator(".votes-bar").evaluate_all("(bars) => bars.map((b) => b.offsetWidth)")
    assert len(set(whole)) == 1, f"as many votes are as long a bar, right or not: {whole}"
    bar(leader).get_by_text("The votes").click()  # folded: what they lay over is to be explained
    expect(rows.first).to_be_hidden()
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


@pytest.mark.stage_alone
def test_votes_may_wait_for_the_answer_so_that_nobody_votes_as_the_others_do(
    leader: Page, app_url: str, new_page: New
) -> None:
    phones = asked_on_phones(2, leader, app_url, new_page)
    cover = bar(leader).get_by_role("button", name="Hide votes until the answer")
    cover.click()
    expect(cover).to_have_attribute("aria-pressed", "true")
    for page in phones:
        options(page).nth(1).click()
    expect(bar(leader)).to_contain_text("2 followers, 2 voted")
    expect(options(leader).locator(".votes")).to_have_count(0)
    leader.reload()
    settle(leader)
    expect(bar(leader)).to_contain_text("2 followers")
    expect(options(leader)).not_to_have_count(0)
    expect(options(leader).locator(".votes")).to_have_count(0)
    leader.keyboard.press("PageDown")
    rows = leader.get_by_test_id("tokviz-votes").locator("li")
    expect(rows.nth(1).locator("strong")).to_have_text("2")
    leader.keyboard.press("PageDown")
    cover.click()
    expect(options(leader).first.locator(".votes")).to_have_text("0")


@pytest.mark.stage_alone
def test_the_votes_of_a_class_cover_nothing_of_what_is_explained(
    leader: Page, app_url: str, new_page: New
) -> None:
    """Neither beside the menu nor over a stage that fills the screen, which moves for no votes."""
    (phone,) = asked_on_phones(1, leader, app_url, new_page)
    options(phone).first.click()
    expect(options(leader).locator(".votes").first).to_have_text("1")
    leader.keyboard.press("PageDown")
    votes = leader.get_by_test_id("tokviz-votes")
    expect(votes.locator(".votes-right")).to_be_visible()
    box, stage = bar(leader).bounding_box(), leader.locator(".st-key-stage").bounding_box()
    assert box
    assert stage
    assert box["x"] + box["width"] <= stage["x"]
    press_present(leader)
    expect(votes.locator("li").last).to_be_in_viewport(ratio=1)
    frame = leader.locator(".st-key-stage .frame").first
    box, seen = bar(leader).bounding_box(), frame.bounding_box()
    assert box
    assert seen
    assert seen["y"] + seen["height"] <= box["y"]
    leader.keyboard.press("PageDown")  # the next question: no votes yet
    expect(votes).to_have_count(0)
    assert frame.bounding_box() == seen


@pytest.mark.stage_alone
def test_with_the_menu_folded_the_bar_covers_nothing_and_no_vote_moves_the_stage(
    leader: Page, app_url: str, new_page: New
) -> None:
    (phone,) = asked_on_phones(1, leader, app_url, new_page)
    frame = leader.locator(".st-key-stage .frame").first
    leader.get_by_test_id("stSidebarCollapseButton").get_by_role(
        "button", include_hidden=True
    ).press("Enter")
    expect(bar(leader)).to_have_attribute("data-at", "foot")
    leader.wait_for_function(MENU_RESTS)
    seen, box = frame.bounding_box(), bar(leader).bounding_box()
    assert seen
    assert box
    assert seen["y"] + seen["height"] <= box["y"]
    options(phone).first.click()
    expect(options(leader).locator(".votes").first).to_have_text("1")
    leader.keyboard.press("PageDown")
    options_voted = leader.get_by_test_id("tokviz-votes").locator(".votes-option")
    expect(options_voted.last).to_be_in_viewport(ratio=1)
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert options_voted.evaluate_all(cut) == 0
    assert (frame.bounding_box(), bar(leader).bounding_box()) == (seen, box)
    leader.get_by_test_id("stExpandSidebarButton").click()
    expect(bar(leader)).to_have_attribute("data-at", "menu")


@pytest.mark.stage_alone
def test_who_joins_after_the_answer_sees_the_answer(
    leader: Page, app_url: str, new_page: New
) -> None:
    code = lead(leader)
    predict(leader)
    leader.keyboard.press("PageDown")
    expect_step(leader, 1)
    follower = new_page()
    follower.goto(f"{app_url}/byte_bpe?step=1")
    settle(follower)
    join(follower, app_url, code)
    for page in (leader, follower):
        replay = page.get_by_test_id("tokviz-player").first
        expect(replay).to_have_attribute("data-step", "1")
        expect(replay).not_to_have_attribute("data-question", ANY_STEP)
    leader.keyboard.press("ArrowRight")
    expect(follower.get_by_test_id("tokviz-player").first).to_have_attribute("data-question", "2")
    leader.keyboard.press("ArrowLeft")  # she takes the question back
    expect(options(follower)).to_have_count(0)
