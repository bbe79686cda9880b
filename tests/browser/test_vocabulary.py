"""The vocabulary beside the text: what was learned up to a step, the newest first."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

import tokviz
from tests.browser.axe import findings
from tests.browser.driving import ANY_STEP, settle
from tests.browser.guiding import button, open_cold
from tests.browser.presenting import present
from tests.browser.replays import TEXT, Show, expect_step, press, training
from tokviz.samples import SAMPLES
from tokviz.traces.merges import MergeTrace
from tokviz.views.player.player import encode_payload

pytestmark = pytest.mark.stage_alone

New = Callable[..., Page]
ROWS = """(rows) => rows.filter(({ merge }) => merge >= 0).map((row) => {
    const text = (pair) => [...pair.children].map((token) => token.textContent).join("|");
    const tokens = [...row.querySelectorAll(".pair")].map(text);
    return [...tokens, row.querySelector(".learned-id").textContent,
        row.querySelector("button").textContent];
})"""


def vocabulary(page: Page) -> Locator:
    return page.get_by_test_id("tokviz-vocabulary").first


def show_vocabulary(page: Page) -> None:
    page.get_by_role("radio", name="Vocabulary", exact=True).first.click()
    expect(vocabulary(page)).to_be_visible()


def rows(page: Page) -> list[list[str]]:
    found: list[list[str]] = vocabulary(page).locator("li").evaluate_all(ROWS)
    return found


def learned(trace: MergeTrace, k: int) -> list[tuple[int, int]]:
    """(id, step) of what k merges learned, the newest first."""
    return [(step.token_id, step.rank + 1) for step in reversed(trace.steps[:k])]


def ids_and_steps(page: Page) -> list[tuple[int, int]]:
    return [(int(row[2]), int(row[3].replace(",", ""))) for row in rows(page)]


def test_it_grows_and_shrinks_with_the_steps(show: Show) -> None:
    trace = training(TEXT, merges=12)
    page = show(trace, step=5)
    expect(page.get_by_test_id("tokviz-pairs")).to_be_visible()  # what is shown at first
    show_vocabulary(page)
    expect(page.get_by_test_id("tokviz-pairs")).to_be_hidden()
    size = page.locator(".vocabulary-size")
    expect(size).to_have_text("261 tokens: 256 bytes + 5 learned")
    assert ids_and_steps(page) == learned(trace, 5)
    press(page, "next")
    assert ids_and_steps(page) == learned(trace, 6)
    expect(size).to_have_text("262 tokens: 256 bytes + 6 learned")
    press(page, "prev", "prev")
    assert ids_and_steps(page) == learned(trace, 4)
    page.keyboard.press("Home")
    expect(vocabulary(page)).to_have_text("Nothing is learned yet.")
    expect(size).to_have_text("256 tokens: 256 bytes + 0 learned")
    page.keyboard.press("End")
    assert ids_and_steps(page) == learned(trace, len(trace))


def test_each_row_tells_the_token_and_its_two_parts_and_the_newest_is_marked(show: Show) -> None:
    page = show(training("abcd abcd", merges=3), step=3)
    show_vocabulary(page)
    assert rows(page) == [
        ["abcd", "abc|d", "258", "3"],
        ["abc", "ab|c", "257", "2"],
        ["ab", "a|b", "256", "1"],
    ]
    marked = vocabulary(page).locator("[aria-current=step]")
    expect(marked).to_have_count(1)
    expect(marked.locator("button")).to_have_text("3")
    frame = "(token) => getComputedStyle(token).outline"
    in_text = page.locator(".text .token.new").first.evaluate(frame)
    assert marked.locator(".token").first.evaluate(frame) == in_text


def test_a_press_goes_to_the_step_that_made_the_token(show: Show) -> None:
    trace = training(TEXT, merges=12)
    page = show(trace, step=9)
    show_vocabulary(page)
    vocabulary(page).locator("li").nth(5).click()
    expect_step(page, 4)
    assert ids_and_steps(page) == learned(trace, 4)
    page.keyboard.press("ArrowRight")  # the arrows still step
    expect_step(page, 5)


def test_keys_choose_the_tab_and_a_row(show: Show) -> None:
    page = show(training(TEXT, merges=12), step=9)
    page.get_by_role("radio", name="Pairs", exact=True).focus()
    page.keyboard.press("ArrowRight")
    tab = page.get_by_role("radio", name="Vocabulary", exact=True)
    expect(tab).to_be_focused()
    expect(tab).to_have_attribute("aria-checked", "true")
    expect_step(page, 9)
    page.keyboard.press("Tab")  # the list
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Go to step 9")).to_be_focused()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="Go to step 6")).to_be_focused()
    page.keyboard.press("Enter")
    expect_step(page, 6)
    expect(page.get_by_role("button", name="Go to step 6")).to_be_focused()


def test_who_chose_it_with_the_pointer_steps_with_the_arrows(show: Show) -> None:
    page = show(training(TEXT, merges=12), step=3)
    show_vocabulary(page)
    page.keyboard.press("ArrowRight")
    expect_step(page, 4)
    expect(vocabulary(page)).to_be_visible()


def test_of_thousands_only_those_about_the_ones_in_sight_are_drawn(show: Show) -> None:
    text = "".join(sample.text for sample in SAMPLES)
    trace = training(text, merges=3_000)
    page = show(trace, step=len(trace))
    show_vocabulary(page)
    listed = vocabulary(page)
    assert listed.locator("li").count() < 60
    assert ids_and_steps(page)[:9] == learned(trace, len(trace))[:9]
    listed.evaluate("(list) => list.scrollTo(0, list.scrollHeight)")
    expect(listed.get_by_role("button", name="Go to step 1", exact=True)).to_be_visible()
    assert listed.locator("li").count() < 60
    page.keyboard.press("PageUp")  # a step shows the newest again
    first = listed.locator("li").first
    expect(first.locator("button")).to_have_text(f"{len(trace) - 1:,}")
    assert listed.evaluate("(list) => list.scrollTop") == 0


def test_an_encoding_learns_nothing(show: Show) -> None:
    tokenizer = tokviz.ByteBPE.train(TEXT, num_merges=12)
    page = show(encode_payload(tokenizer.encode_trace("the cat")))
    expect(page.get_by_test_id("tokviz-pairs")).to_be_visible()
    expect(page.get_by_role("radio")).to_have_count(0)


def test_tokens_from_right_to_left_stand_as_in_the_text(show: Show) -> None:
    trace = tokviz.CharBPE.train("שלום שלום שלום", num_merges=3, end_of_word=None).trace
    assert trace is not None
    page = show(trace, step=1)
    show_vocabulary(page)
    parts = vocabulary(page).locator("li .pair").nth(1).locator(".token")
    first, second = parts.nth(0).bounding_box(), parts.nth(1).bounding_box()
    assert first
    assert second
    assert first["x"] > second["x"]


def test_a_question_shows_no_more_than_was_learned_before_it(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe?step=8&ask=predict")
    settle(page)
    player = page.get_by_test_id("tokviz-player").first
    expect(player).to_have_attribute("data-question", ANY_STEP)
    asked = int(player.get_attribute("data-question") or 0)
    show_vocabulary(page)
    newest = vocabulary(page).locator("li").first
    expect(newest.locator("button")).to_have_text(str(asked - 1))
    expect(vocabulary(page).locator("[aria-current], .new")).to_have_count(0)
    player.locator(".option").first.click()
    expect(newest.locator("button")).to_have_text(str(asked))
    expect(newest).to_have_attribute("aria-current", "step")


def test_it_is_kept_on_the_next_page_and_shown_beside_both_replays(
    app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    page.goto(f"{app_url}/byte_bpe?step=3")
    settle(page)
    show_vocabulary(page)
    page.get_by_role("link", name="Character BPE").first.click()
    expect(page.get_by_role("heading", name="Character BPE", level=1)).to_be_visible()
    settle(page)
    lists = page.get_by_test_id("tokviz-vocabulary")
    expect(lists).to_have_count(2)
    expect(lists.nth(0)).to_be_visible()
    expect(lists.nth(1)).to_be_visible()
    page.keyboard.press("ArrowRight")
    for at in (0, 1):
        expect(lists.nth(at).locator("li")).to_have_count(1)


def test_a_stop_of_a_path_that_is_about_the_pairs_shows_them(app_url: str, new_page: New) -> None:
    page = new_page(width=1280, height=720)
    open_cold(page, f"{app_url}/byte_bpe?path=2")
    show_vocabulary(page)
    button(page, "next").click()
    expect(page.locator("[data-pointed=pairs]")).to_be_visible()
    expect(page.get_by_test_id("tokviz-pairs").first).to_be_visible()


@pytest.mark.parametrize(
    ("lesson", "words"),
    [
        ("char_bpe", "characters + 1 mark + 1 special + 2 learned"),
        ("wordpiece", "at the start + 5 special + 2 learned"),
        ("sentencepiece_bpe", "characters + 3 special + 2 learned"),
    ],
)
def test_presented_it_is_read_without_scrolling(
    lesson: str, words: str, app_url: str, new_page: New
) -> None:
    page = new_page(width=1280, height=720)
    present(page, f"{app_url}/{lesson}?step=2")
    show_vocabulary(page)
    size = page.locator(".vocabulary-size").first
    expect(size).to_contain_text(words)
    assert size.evaluate("(line) => line.scrollWidth <= line.clientWidth")
    listed = vocabulary(page)
    expect(listed.locator("li")).to_have_count(2)
    box, last = listed.bounding_box(), listed.locator("li").last.bounding_box()
    assert box
    assert last
    assert last["y"] + last["height"] <= box["y"] + box["height"]


@pytest.mark.parametrize("dark", [False, True])
def test_on_a_phone_it_is_as_wide_as_the_page(dark: bool, show: Show, axe: str) -> None:
    page = show(training(TEXT, merges=12), step=9, width=390, dark=dark)
    show_vocabulary(page)
    tab = page.get_by_role("radio", name="Vocabulary", exact=True).bounding_box()
    assert tab
    assert tab["height"] >= 40
    assert vocabulary(page).evaluate("(list) => list.scrollWidth <= list.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert findings(page, axe) == ""
