"""Predicting in a real Chromium: the winner stays hidden until the reader has picked."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import tokviz
from tests.browser.driving import ANY_STEP, settle
from tests.matrix import few
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


def open_asking(page: Page, url: str, lesson: str, query: str, step: int = 2) -> Locator:
    page.goto(f"{url}/{lesson}?text={TEXT}&{query}&step={step}&ask=1")
    return asking_replay(page)


def asking_replay(page: Page) -> Locator:
    """The main replay, once it asks."""
    settle(page)
    player = page.get_by_test_id("tokviz-player").first
    expect(player).to_have_attribute("data-question", ANY_STEP)
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


@pytest.mark.parametrize("lesson", few(MERGING, first=("byte_bpe", "wordpiece")))
def test_nothing_on_the_stage_tells_the_winner(lesson: str, app_url: str, page: Page) -> None:
    player = open_asking(page, app_url, lesson, MERGING[lesson])
    expect(player).to_have_attribute("data-question", "3")
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


@pytest.mark.parametrize("lesson", few(MERGING, first=("byte_bpe", "wordpiece")))
def test_right_and_wrong_are_told_and_counted(lesson: str, app_url: str, page: Page) -> None:
    player = open_asking(page, app_url, lesson, MERGING[lesson])
    right, _ = answer(page, player)
    options(player).nth(right).click()
    verdict = player.locator(".verdict")
    expect(verdict).to_have_text("✓ Right. 1 of 1 right.")
    expect(player).to_have_attribute("data-step", "3")
    expect(player.locator(".pairs .chosen")).to_have_count(1)

    for count in range(2, 9):
        page.keyboard.press("PageDown")
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
    leader = open_asking(page, app_url, "char_bpe", MERGING["char_bpe"])
    follower = page.get_by_test_id("tokviz-player").nth(1)
    expect(options(leader).first).to_be_visible()
    expect(options(follower)).to_have_count(0)
    expect(caption(follower)).to_contain_text("Step 2.")
    page.keyboard.press("1")
    expect(follower).to_have_attribute("data-step", "3")


def test_a_clicker_reveals_and_then_asks_the_next(app_url: str, page: Page) -> None:
    player = open_asking(page, app_url, "byte_bpe", MERGING["byte_bpe"])
    for step in (3, 4):
        expect(player).to_have_attribute("data-question", str(step))
        page.keyboard.press("PageDown")
        expect(player).to_have_attribute("data-step", str(step))
        expect(player).not_to_have_attribute("data-question", ANY_STEP)
        expect(player.locator(".verdict")).to_have_count(0)  # who did not pick has no score
        page.keyboard.press("PageDown")


def test_what_was_answered_is_not_asked_again(app_url: str, page: Page) -> None:
    player = open_asking(page, app_url, "byte_bpe", MERGING["byte_bpe"])
    page.keyboard.press("1")
    page.keyboard.press("ArrowLeft")
    expect(player).to_have_attribute("data-step", "2")
    page.keyboard.press("ArrowRight")
    expect(player).to_have_attribute("data-step", "3")
    page.keyboard.press("ArrowRight")
    expect(player).to_have_attribute("data-question", "4")


def test_counts_are_shown_only_on_demand(app_url: str, page: Page) -> None:
    player = open_asking(page, app_url, "byte_bpe", MERGING["byte_bpe"])
    player.get_by_role("button", name="Show the counts").click()
    values = player.locator(".pairs .value").all_inner_texts()
    assert all(value.isdigit() for value in values)
    expect(player.locator(".pairs .chosen")).to_have_count(0)


def test_pointing_at_an_option_lights_its_places(app_url: str, page: Page) -> None:
    player = open_asking(page, app_url, "byte_bpe", MERGING["byte_bpe"])
    expect(player.locator(".text .same")).to_have_count(0)
    options(player).first.hover()
    expect(player.locator(".text .same")).not_to_have_count(0)
    options(player).nth(1).focus()
    expect(player.locator(".text .same")).not_to_have_count(0)


@pytest.mark.whole_page
def test_the_question_outlives_a_run_and_the_link_says_that_it_asks(
    app_url: str, page: Page
) -> None:
    encoding = f"{MERGING['byte_bpe']}&section=Encode+new+text"
    player = open_asking(page, app_url, "byte_bpe", encoding)
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


def test_question_and_answer_are_one_sentence_each_for_who_listens(
    app_url: str, page: Page
) -> None:
    player = open_asking(page, app_url, "byte_bpe", MERGING["byte_bpe"])
    said = player.get_by_role("status").first
    expect(said).to_have_text(re.compile(r"^Step 3: Which pair merges next\? 1: .+; 2: .+\.$"))
    page.keyboard.press("1")
    expect(said).to_have_text(re.compile(r"The answer is .+ \+ .+\. [01] of 1 right\.$"))


def test_a_phone_has_large_targets_and_nothing_moves(
    app_url: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(width=390, height=844, dark=True)
    player = open_asking(page, app_url, "byte_bpe", MERGING["byte_bpe"])
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


def test_of_unigrams_pieces_it_asks_which_goes(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/unigram?ask=1")
    settle(page)
    player = page.get_by_test_id("tokviz-player").first
    expect(player).to_have_attribute("data-step", "0")
    while player.get_attribute("data-question") is None:
        page.keyboard.press("PageDown")
    expect(caption(player)).to_have_text(
        re.compile(
            r"^Step \d+\? The pruning drops \d+ pieces. Which of these goes\? What you see is after"
        )
    )
    for token in player.locator(".lane .doomed, .lane:has-text('The vocabulary') .token").all():
        expect(token).to_be_hidden()
    asked = player.get_attribute("data-question") or ""
    page.keyboard.press("2")
    expect(player).to_have_attribute("data-step", asked)
    expect(player.locator(".verdict")).to_have_text(
        re.compile(r"(✓ .*|✗ No: .+ stays: .+)[01] of 1 right\.$")
    )
    expect(caption(player)).to_contain_text("pieces dropped")


@pytest.mark.whole_page
def test_matching_asks_for_the_longest_piece_that_fits(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/wordpiece?section=Encode+new+text&ask=1")
    settle(page)
    player = page.get_by_test_id("tokviz-player").nth(1)
    expect(player).to_have_attribute("data-step", "0")
    player.get_by_test_id("tokviz-next").click()
    expect(caption(player)).to_contain_text("the longest in the vocabulary that begins")
    asked = player.get_attribute("data-question") or ""
    expect(player.locator(".lane").nth(1).locator(".token:visible")).to_have_count(0)
    options(player).first.click()
    expect(player).to_have_attribute("data-step", asked)
    expect(player.locator(".verdict")).to_contain_text("of 1 right.")


def test_word_level_asks_for_order_and_numbers(app_url: str, page: Page) -> None:
    text = pack_text("the hen, the pen.")
    page.goto(
        f"{app_url}/word_level?text={text}&new_text={pack_text('the owl')}&step=1&ask=predict"
    )
    player = asking_replay(page)
    expect(caption(player)).to_contain_text("Which of these comes first?")
    options(player).filter(has_text=",").click()
    expect(player.locator(".verdict")).to_have_text("✓ Right. 1 of 1 right.")
    page.keyboard.press("PageDown")
    expect(caption(player)).to_contain_text("Which entry takes the last number,")
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect(caption(player)).to_contain_text("Which number does it get?")
    options(player).filter(has_text="unknown").click()
    verdict = player.locator(".verdict")
    expect(verdict).to_contain_text("✗ No: unknown is for words that are not on the list")


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
