"""Scripts that run from right to left in strips, in sentences and in trees."""

import re

import pytest
from playwright.sync_api import Page, expect

import tokviz
from tests.browser.driving import settle
from tests.browser.test_right_to_left import PLACED
from tests.browser.test_strips import show as show_strips
from tokviz.traces.results import result_of
from tokviz.ui.shell.values import pack_text
from tokviz.views.strips.places import result_row

pytestmark = pytest.mark.browser


# Of each group that is no space: what its first row says, and where it stands.
GROUPS = """(groups) => groups.map((group) => {
    const { left, right } = group.getBoundingClientRect();
    return [group.querySelector(".lane").textContent.trim(), left, right];
}).filter(([label]) => label)"""


def test_strips_of_hebrew_begin_at_the_right_and_numbers_in_them_run_their_own_way(
    page: Page,
) -> None:
    text = "הילד אכל 3.5 תפוחים"
    model = tokviz.WordLevel.train(text)
    row = result_row(result_of("Words", model, text), model)
    show_strips(page, [row, row], text)
    groups = page.locator(".group").evaluate_all(GROUPS)
    by_place = [label for label, left, _ in sorted(groups, key=lambda group: group[1])]
    assert by_place == ["תפוחים", "3", ".", "5", "אכל", "הילד"]
    page.locator(".lane .token").filter(has_text="הילד").first.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".token.pointed")).to_have_text("אכל")
    names = page.locator(".group.line-start")
    expect(names).to_have_count(1)
    assert names.evaluate_all(GROUPS)[0][2] == max(right for *_, right in groups)


def test_arrows_in_strips_walk_to_the_side_that_they_point_at(page: Page) -> None:
    text = "הילד אכל red green blue תפוחים"
    model = tokviz.WordLevel.train(text)
    row = result_row(result_of("Words", model, text), model)
    show_strips(page, [row, row], text)
    tokens = page.locator(".token[data-row='0']")
    tokens.filter(has_text="red").focus()
    for word in ("green", "blue"):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".token:focus")).to_contain_text(word)
    walked = ["blue"]
    for _ in range(2):  # out of the run, and to the begin of the text
        page.keyboard.press("ArrowRight")
        walked.append(page.locator(".token:focus").inner_text().strip())
    assert walked == ["blue", "אכל", "הילד"]
    for word in ("אכל", "blue", "green", "red", "תפוחים"):
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".token:focus")).to_contain_text(word)


def test_strips_of_english_with_a_hebrew_word_stay_as_they_are(page: Page) -> None:
    text = "the word שלום"
    model = tokviz.WordLevel.train(text)
    show_strips(page, [result_row(result_of("Words", model, text), model)], text)
    groups = page.locator(".group").evaluate_all(GROUPS)
    assert [label for label, *_ in sorted(groups, key=lambda group: group[1])] == text.split()


def test_strips_run_as_the_first_letter_of_their_text(page: Page) -> None:
    """Not as that of the first word with its letters above its bytes."""
    text = "Say שלום עולם to"
    model = tokviz.ByteBPE.train(text, num_merges=1)
    words = tokviz.WordLevel.train(text)
    rows = [
        result_row(result_of("Words", words, text), words),
        result_row(result_of("Bytes", model, text), model),
    ]
    show_strips(page, rows, text)
    groups = page.locator(".group").evaluate_all(GROUPS)
    assert [label for label, *_ in sorted(groups, key=lambda group: group[1])] == [
        "Say",
        "עולם",
        "שלום",
        "to",
    ]
    names = page.locator(".group.line-start")
    expect(names).to_have_count(1)
    assert names.evaluate_all(GROUPS)[0][0] == "Say"


def test_bytes_of_a_hebrew_word_in_english_strips_run_as_it_does(page: Page) -> None:
    text = "Say שלום to"
    model = tokviz.ByteBPE.train("a", num_merges=1)
    row = result_row(result_of("Bytes", model, text), model)
    show_strips(page, [row, row], text)
    tokens = page.locator(".token[data-row='0']:has(.bytes)").evaluate_all(PLACED)
    assert [byte for _, byte in sorted(tokens, reverse=True)] == [
        "D7",
        "A9",
        "D7",
        "9C",
        "D7",
        "95",
        "D7",
        "9D",
    ]


@pytest.mark.stage_alone
def test_a_hebrew_word_in_a_sentence_to_watch_runs_as_it_is_read(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/unigram?text={pack_text('ok דור נור ok דור נור')}&step=0")
    settle(page)
    placed = page.locator(".lane.letters .chip-box:visible .token").evaluate_all(PLACED)
    line = "".join(
        label if re.search("[a-z]", label) else label[::-1] for _, label in sorted(placed)
    )
    assert line == "▁okרונ▁רוד▁▁okרונ▁רוד▁"


@pytest.mark.stage_alone
def test_gpt_2_s_card_runs_as_the_strips_below_it(app_url: str, page: Page) -> None:
    page.goto(f"{app_url}/?text={pack_text('Say שלום to')}")
    settle(page)
    buttons = page.get_by_test_id("tokviz-tree-token").locator(".token").evaluate_all(PLACED)
    assert [label for _, label in sorted(buttons)] == [
        "Say",
        "9D",
        "D7",
        "ו",
        "ל",
        "A9",
        " D7",
        " to",
    ]


@pytest.mark.stage_alone
def test_a_sentence_of_hebrew_is_stepped_from_the_right(app_url: str, page: Page) -> None:
    """The numbers in it keep their order, cut as they are."""
    page.goto(f"{app_url}/unigram?text={pack_text('ילד אכל 3.5 תפוח')}&step=1")
    settle(page)
    chips = page.locator(".lane.letters .chips").first
    placed = chips.locator(".token").evaluate_all(PLACED)
    assert placed[0][0] == max(left for left, _ in placed)
    assert "3.5" in "".join(label for _, label in sorted(placed))


@pytest.mark.stage_alone
def test_the_lists_of_an_english_sentence_stay_at_the_left(app_url: str, page: Page) -> None:
    """Whatever the first piece in them is."""
    text = "the hens the hens שלום עולם שלום עולם"
    page.goto(f"{app_url}/unigram?text={pack_text(text)}&step=1")
    settle(page)
    lanes = page.get_by_test_id("tokviz-player").first.locator(".lane .chips")
    assert lanes.evaluate_all("(all) => all.map(({ dir }) => dir)") == [""] * lanes.count()


@pytest.mark.stage_alone
def test_a_tree_and_the_box_of_its_sentence_run_as_the_text_does(app_url: str, page: Page) -> None:
    """A full stop that is typed stands where the sentence ends."""
    page.goto(f"{app_url}/?text={pack_text('שלום')}")
    settle(page)
    box = page.get_by_role("main").get_by_role("textbox").first
    for name, value in (("unicode-bidi", "plaintext"), ("text-align", "start")):
        expect(box).to_have_css(name, value)
    root = page.get_by_test_id("tokviz-tree").locator(".tree-root")
    expect(root).to_have_css("direction", "rtl")
    box.fill("Windows")
    box.press("Enter")
    expect(root).to_have_css("direction", "ltr")


HEADS = """(groups) => groups.filter((group) => !group.matches(".agree") &&
    group.querySelector(".over").textContent.trim()).map((group) => {
    const back = group.closest(".strips-pane").dir === "rtl";
    const range = document.createRange();
    range.selectNodeContents(group.querySelector(".over"));
    const start = (boxes) => back ? Math.max(...boxes.map(({ right }) => right))
        : Math.min(...boxes.map(({ left }) => left));
    const lanes = [...group.querySelectorAll(".lane")].filter((lane) => lane.children.length);
    const starts = lanes.map((lane) =>
        start([...lane.children].map((token) => token.getBoundingClientRect())));
    return [group.textContent, Math.max(...starts) - Math.min(...starts),
        Math.abs(start([...range.getClientRects()]) - start([{ left: Math.min(...starts),
            right: Math.max(...starts) }]))];
})"""
"""Of each group: how far apart its rows begin, and how far from there what stands over them."""


@pytest.mark.parametrize("text", ["مَرْحَبًا שָׁלוֹם नमस्ते สวัสดี", "नमस्ते שָׁלוֹם สวัสดี"])
def test_what_stands_over_a_group_begins_where_its_tokens_do(
    text: str, app_url: str, page: Page
) -> None:
    """At the side of the rows' names, whichever way its letters run."""
    page.goto(f"{app_url}/compare?held=own&held_text={pack_text(text)}")
    settle(page)
    groups = page.locator(".strips-pane .group")
    found = groups.evaluate_all(HEADS)
    assert len(found) > 2
    for name, apart, away in found:
        assert apart < 8, name
        assert away < 8, name
