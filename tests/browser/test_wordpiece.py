"""WordPiece in a real Chromium: the scatter follows the step, and matching is stepped through."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import ANY_STEP, opened_at

ENCODING = "wordpiece?section=Encode+new+text"


def players_of(page: Page) -> tuple[Locator, Locator]:
    """The training's player and the encoding's stepper."""
    players = page.get_by_test_id("tokviz-player")
    expect(players.nth(1)).to_have_attribute("data-step", ANY_STEP)
    return players.nth(0), players.nth(1)


def at_their_start(page: Page) -> tuple[Locator, Locator]:
    """On the page that tests share, wherever the one before left them."""
    for player in players_of(page):
        player.get_by_test_id("tokviz-slider").fill("0")
        expect(player).to_have_attribute("data-step", "0")
    return players_of(page)


@opened_at(1280, 900, ["wordpiece"])
def test_the_scatter_follows_the_step(opened: Page) -> None:
    training = opened.get_by_test_id("tokviz-player").first
    training.get_by_test_id("tokviz-slider").fill("0")
    scatter = opened.locator(".st-key-wordpiece-scatter")
    scatter.scroll_into_view_if_needed()
    expect(scatter).to_contain_text("contest of merge 1")
    training.get_by_test_id("tokviz-slider").fill("6")
    expect(scatter).to_contain_text("contest of merge 6")


@opened_at(1280, 900, [ENCODING])
def test_scores_are_shown_while_stepping(opened: Page) -> None:
    training, _ = at_their_start(opened)
    training.get_by_test_id("tokviz-next").click()
    expect(training).to_have_attribute("data-step", "1")
    caption = training.get_by_test_id("tokviz-caption")
    expect(caption).to_contain_text("2 ÷ (5 × 2) = 0.2;")


@opened_at(1280, 900, [ENCODING])
def test_matching_is_stepped_through_by_button_and_key(opened: Page) -> None:
    _, matching = at_their_start(opened)
    matching.get_by_test_id("tokviz-next").click()
    expect(matching).to_have_attribute("data-step", "1")
    caption = matching.get_by_test_id("tokviz-caption")
    expect(caption).to_contain_text("Take one character off its end and try again.")
    opened.keyboard.press("End")
    expect(caption).to_contain_text("nothing shorter is left to try")


@opened_at(1280, 900, [ENCODING])
def test_stepping_one_leaves_the_other_alone(opened: Page) -> None:
    training, matching = at_their_start(opened)
    training.get_by_test_id("tokviz-next").click()
    expect(training).to_have_attribute("data-step", "1")
    expect(matching).to_have_attribute("data-step", "0")


@opened_at(1280, 900, [ENCODING])
def test_hogging_is_unknown(opened: Page) -> None:
    """The last look at the page that is shared: it changes the text."""
    _, matching = players_of(opened)
    opened.get_by_role("button", name="“HOgging”").click()
    expect(matching.get_by_test_id("tokviz-caption")).to_contain_text("cut into 1 word.")
    matching.get_by_test_id("tokviz-last").click()
    expect(matching.locator(".lane").nth(2)).to_contain_text("[UNK]")
