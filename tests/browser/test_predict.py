"""Predicting in a real Chromium: the winner stays hidden until the reader has picked."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import tokviz
from tests.browser.driving import ANY_STEP, open_settings, opened_at, settle
from tokviz.ui.shell.values import pack_text
from tokviz.views.player.player import replay_html, train_payload

pytestmark = pytest.mark.stage_alone

TEXT = pack_text("low low low lower lowest newest newest widest slow slowest")
MERGING = {
    "byte_bpe": "merges=12",
    "regex_bpe": "merges=12",
    "char_bpe": "merges=12",
    "wordpiece": "vocab=60",
    "sentencepiece_bpe": "vocab=40",
}
SPELLED = """(pairs) => pairs.map((pair) =>
    [...pair.querySelectorAll(".token")].map(({textContent}) => textContent).join("+"))"""


def asking(lesson: str) -> str:
    """The address of a lesson that asks for its third step."""
    return f"{lesson}?text={TEXT}&{MERGING[lesson]}&step=2&ask=1"


def open_asking(page: Page, url: str, lesson: str) -> Locator:
    page.goto(f"{url}/{asking(lesson)}")
    return asking_replay(page)


def asking_replay(page: Page) -> Locator:
    """The main replay, once it asks."""
    settle(page)
    player = page.get_by_test_id("tokviz-player").first
    expect(player).to_have_attribute("data-question", ANY_STEP)
    return player


def asked_again(page: Page) -> Locator:
    """The replay of a page that tests share: it asks for its third step, not yet answered."""
    player = page.get_by_test_id("tokviz-player").first
    expect(player).to_have_attribute("data-step", ANY_STEP)
    for step in ("0", "2"):  # who goes elsewhere leaves a question that stands
        player.get_by_test_id("tokviz-slider").fill(step)
        expect(player).to_have_attribute("data-step", step)
    expect(player).not_to_have_attribute("data-question", ANY_STEP)
    page.keyboard.press("PageDown")
    expect(player).to_have_attribute("data-question", "3")
    return player


def options(player: Locator) -> Locator:
    return player.get_by_test_id("tokviz-option")


def spelled(pairs: Locator) -> list[str]:
    """Each pair of chips as "left+right"."""
    found: list[str] = pairs.evaluate_all(SPELLED)
    return found


def caption(player: Locator) -> Locator:
    return player.get_by_test_id("tokviz-caption")


def answer(page: Page, player: Locator) -> tuple[int, list[str]]:
    """Which option wins, and what each one is: look ahead without an answer, and come back."""
    asked = int(player.get_attribute("data-question") or 0)
    offered = spelled(options(player).locator(".pair"))
    page.keyboard.press("PageDown")
    expect(player).to_have_attribute("data-step", str(asked))
    (winner,) = spelled(player.locator(".pairs .chosen .pair"))
    rows = player.locator(".pairs li")
    standings = dict(
        zip(spelled(rows.locator(".pair")), rows.locator(".badge").all_inner_texts(), strict=True)
    )
    page.keyboard.press("PageUp")
    page.keyboard.press("PageDown")
    expect(player).to_have_attribute("data-question", str(asked))
    assert spelled(options(player).locator(".pair")) == offered  # the same for every reader
    return offered.index(winner), [standings.get(pair, "") for pair in offered]


shares = partial(opened_at, 1280, 900)
ASKING = [asking(lesson) for lesson in MERGING]
FEW = [asking("byte_bpe"), asking("wordpiece")]
"""Counts decide, and scores."""


@shares(ASKING, first=FEW)
def test_nothing_on_the_stage_tells_the_winner(opened: Page) -> None:
    page, player = opened, asked_again(opened)
    expect(caption(player)).to_have_text(
        "Step 3? Which pair merges next? What you see is after step 2. "
    )
    assert 2 <= options(player).count() <= 4
    rows = player.locator(".pairs li")
    assert spelled(rows.locator(".pair")) == spelled(options(player).locator(".pair"))
    assert set(rows.locator(".value").all_inner_texts()) == {"?"}
    expect(player.locator(".chosen, .tied, .barred, .new:not(.chip), .contested")).to_have_count(0)
    expect(page.locator(".st-key-stage .caption .next")).to_have_count(0)
    expect(page.locator(".js-plotly-plot").locator("visible=true")).to_have_count(0)


@shares(ASKING, first=FEW)
def test_a_clicker_reveals_and_then_asks_the_next(opened: Page) -> None:
    player = asked_again(opened)
    for step in (3, 4):
        expect(player).to_have_attribute("data-question", str(step))
        opened.keyboard.press("PageDown")
        expect(player).to_have_attribute("data-step", str(step))
        expect(player).not_to_have_attribute("data-question", ANY_STEP)
        expect(player.locator(".verdict")).to_have_count(0)  # who did not pick has no score
        opened.keyboard.press("PageDown")


@shares(FEW[:1])
def test_counts_are_shown_only_on_demand(opened: Page) -> None:
    player = asked_again(opened)
    player.get_by_role("button", name="Show the counts").click()
    values = player.locator(".pairs .value").all_inner_texts()
    assert all(value.isdigit() for value in values)
    notes = ["once" if value == "1" else f"{value} times" for value in values]
    expect(options(player).locator("small")).to_have_text(notes)  # in sight where the list is short
    expect(player.locator(".pairs .chosen")).to_have_count(0)
    player.get_by_role("button", name="Hide the counts").click()
    expect(options(player).locator("small")).to_have_count(0)


@shares(FEW[:1])
def test_pointing_at_an_option_lights_its_places(opened: Page) -> None:
    player = asked_again(opened)
    expect(player.locator(".text .same")).to_have_count(0)
    options(player).first.hover()
    expect(player.locator(".text .same")).not_to_have_count(0)
    options(player).nth(1).focus()
    expect(player.locator(".text .same")).not_to_have_count(0)


@shares(ASKING, first=FEW)
def test_right_and_wrong_are_told_and_counted_and_what_was_answered_is_not_asked_again(
    opened: Page,
) -> None:
    """Told to who listens, too. The last look at the page that is shared: it answers."""
    page, player = opened, asked_again(opened)
    said = player.get_by_role("status").first
    expect(said).to_have_text(re.compile(r"^Step 3: Which pair merges next\? 1: .+; 2: .+\.$"))
    right, _ = answer(page, player)
    options(player).nth(right).click()
    verdict = player.locator(".verdict")
    expect(verdict).to_have_text("✓ Right. 1 of 1 right.")
    expect(said).to_have_text(re.compile(r"The answer is .+ \+ .+\. 1 of 1 right\.$"))
    expect(player).to_have_attribute("data-step", "3")
    expect(player.locator(".pairs .chosen")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(player).to_have_attribute("data-step", "2")
    page.keyboard.press("ArrowRight")
    expect(player).to_have_attribute("data-step", "3")

    for count in range(2, 9):
        page.keyboard.press("PageDown")
        expect(player).to_have_attribute("data-question", str(count + 2))
        right, standings = answer(page, player)
        wrong = [i for i, said in enumerate(standings) if i != right and said != "tied"]
        page.keyboard.press(str((wrong or [right])[0] + 1))
        expect(verdict).to_contain_text(f"of {count} right.")
        if wrong:
            expect(verdict).to_have_text(re.compile(r"✗ No: .+ (stood|scores|may not).*"))
            expect(verdict).to_contain_text(f"{count - 1} of {count} right.")
            return
    raise AssertionError("No question had a wrong option.")


def test_a_tied_pair_counts_as_right(app_url: str, page: Page) -> None:
    text = pack_text("ab cd ef")
    page.goto(f"{app_url}/byte_bpe?text={text}&merges=3&min_count=1&ask=1")
    player = asking_replay(page)
    right, standings = answer(page, player)
    tied = next(i for i, said in enumerate(standings) if said == "tied" and i != right)
    page.keyboard.press(str(tied + 1))
    expect(player.locator(".verdict")).to_have_text("✓ Tied, so it counts as right. 1 of 1 right.")
    expect(caption(player)).to_contain_text("Why: tied with")


def test_of_two_replays_on_one_clock_the_one_with_the_controls_asks(
    app_url: str, page: Page
) -> None:
    leader = open_asking(page, app_url, "char_bpe")
    follower = page.get_by_test_id("tokviz-player").nth(1)
    expect(options(leader).first).to_be_visible()
    expect(options(follower)).to_have_count(0)
    expect(follower).to_have_attribute("data-step", "2")
    ahead = (
        caption(follower).get_by_text("Step 2."),
        follower.locator(".text"),
        follower.locator(".pairs"),
    )
    for part in ahead:  # it may be a merge ahead, and tell the answer
        expect(part).to_be_hidden()
    page.keyboard.press("1")
    expect(follower).to_have_attribute("data-step", "3")
    expect(caption(follower)).to_contain_text("Step 3.")
    for part in (caption(follower), *ahead[1:]):
        expect(part).to_be_visible()


def test_nor_does_the_map_of_a_long_text_below_tell_the_answer(app_url: str, page: Page) -> None:
    text = pack_text("low lower lowest newest widest slow " * 60)
    page.goto(f"{app_url}/char_bpe?text={text}&merges=12&step=2&ask=1")
    leader = asking_replay(page)
    minimap = page.get_by_test_id("tokviz-player").nth(1).locator(".long .minimap")
    expect(minimap).to_have_count(1)
    expect(minimap).to_be_hidden()
    page.keyboard.press("1")
    expect(leader).to_have_attribute("data-step", "3")
    expect(minimap).to_be_visible()


@pytest.mark.whole_page
def test_the_question_outlives_a_run_and_the_link_says_that_it_asks(
    app_url: str, page: Page
) -> None:
    page.goto(f"{app_url}/{asking('byte_bpe')}&section=Encode+new+text")
    player = asking_replay(page)
    page.keyboard.press("1")
    page.keyboard.press("PageDown")
    expect(player).to_have_attribute("data-question", "4")
    box = page.get_by_role("textbox", name="New text").first
    box.fill("lowest")
    box.blur()
    settle(page)
    expect(player).to_have_attribute("data-question", "4")
    expect(caption(player)).to_contain_text("of 1 right")
    page.wait_for_url(re.compile(r"[?&]ask=predict"))  # ask=1 is an older word for it
    page.keyboard.press("1")  # the second answer in a row counts as the first
    expect(player.locator(".verdict")).to_contain_text("of 2 right")
    page.wait_for_url(re.compile(r"[?&]ask=answer"))
    player.get_by_test_id("tokviz-ask").select_option("beats")
    page.wait_for_url(re.compile(r"[?&]ask=beats"))
    player.get_by_test_id("tokviz-ask").select_option("")
    page.wait_for_url(re.compile(r"^(?!.*ask=)"))


def test_a_phone_has_large_targets_and_nothing_moves(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=390, height=844, dark=True)
    player = open_asking(page, app_url, "byte_bpe")
    text = player.locator(".text")
    before = text.bounding_box()
    for option in options(player).all():
        box = option.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 150
        assert box["y"] + box["height"] <= 844
    options(player).first.click()
    expect(player).to_have_attribute("data-step", "3")
    assert text.bounding_box() == before
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.whole_page
def test_a_saved_replay_asks_too(page: Page, tmp_path: Path) -> None:
    trace = tokviz.ByteBPE.train("low lower lowest", num_merges=5).trace
    assert trace is not None
    path = tmp_path / "replay.html"
    path.write_text(replay_html(train_payload(trace), title="Replay"), "utf-8")
    page.goto(path.as_uri())
    player = page.get_by_test_id("tokviz-player")
    player.get_by_test_id("tokviz-ask").select_option("ask")
    expect(player).to_have_attribute("data-question", "1")
    page.keyboard.press("1")
    expect(player.locator(".verdict")).to_contain_text("of 1 right.")


def test_a_text_that_takes_the_place_of_the_one_asked_about_is_asked_about(
    app_url: str, page: Page
) -> None:
    """Each first letter that is typed is such a text, and "abc" has nothing to ask about."""
    page.goto(f"{app_url}/byte_bpe?text={TEXT}&ask=1&step=0")
    player = asking_replay(page)
    open_settings(page)
    box = page.get_by_role("textbox", name="Your own text")
    box.fill("")
    box.press_sequentially("abc", delay=60)
    expect(page.get_by_test_id("tokviz-token")).to_have_text(["a", "b", "c"])
    expect(player).not_to_have_attribute("data-question", ANY_STEP)
    box.press_sequentially(" abd abe", delay=60)
    expect(player).to_have_attribute("data-question", "1")
    expect(player.get_by_test_id("tokviz-option").first).to_be_visible()
