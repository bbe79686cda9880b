"""The strip under a text: it is there where the text does not fit, and shows what is in view."""

import re

import pytest
from playwright.sync_api import Position, expect

from tests.browser.replays import Show
from tokviz.algorithms.byte_bpe import ByteBPE

LAST = "the hen and the ten "


def test_it_comes_and_goes_with_the_height_of_the_text(show: Show) -> None:
    """A line that the browser had skipped gets its own height later; the pane keeps its size."""
    page = show(ByteBPE.train(LAST, num_merges=3).trace, step=1, width=1280, height=720)
    stage, line = page.locator(".stage"), page.locator(".text .line")
    expect(stage).not_to_have_class(re.compile("long"))
    line.evaluate("(line) => (line.style.lineHeight = '900px')")
    expect(stage).to_have_class(re.compile("long"))
    line.evaluate("(line) => (line.style.lineHeight = '')")
    expect(stage).not_to_have_class(re.compile("long"))


def test_of_a_last_line_of_many_rows_it_shows_the_rows_in_view(show: Show) -> None:
    text = "one line\n" + 100 * LAST
    page = show(ByteBPE.train(text, num_merges=3).trace, width=1280, height=720)
    expect(page.locator(".stage")).to_have_class(re.compile("long"))
    shown = page.evaluate("player.text.visible()")
    low = "player.root.querySelector('.text').getBoundingClientRect().bottom"
    above = f"(span) => (({{ top, bottom }}) => top + bottom < 2 * {low})"
    above += "(span.getBoundingClientRect())"
    ends = f"player.text.at.filter(Boolean).filter({above}).at(-1).end"
    assert shown == [0, page.evaluate(ends)]
    assert shown[1] < len(text)
    page.locator(".text").evaluate("(pane) => (pane.scrollTop = pane.scrollHeight)")
    shown = page.evaluate("player.text.visible()")
    assert shown[0] > 0
    assert shown[1] == len(text)


@pytest.mark.parametrize("away", ["minimap", "to-start"])
def test_a_token_that_is_drawn_no_more_lets_its_card_go(show: Show, away: str) -> None:
    """Of a long text a part is drawn. One of its tokens can be reached with Tab, wherever it is."""
    page = show(ByteBPE.train(400 * LAST, num_merges=3).trace, width=1280, height=720)
    minimap, card = page.locator(".minimap"), page.locator(".card")
    end: Position = {"x": 800, "y": 7}
    if away == "to-start":
        minimap.click(position=end)
    page.locator(".text .token:visible").nth(40).click()
    expect(card).to_be_visible()
    if away == "to-start":
        page.get_by_role("button", name="Start of text").click()
    else:
        minimap.click(position=end)
    page.mouse.move(0, 0)
    expect(card).to_be_hidden()
    expect(page.locator(".text .token[tabindex='0']")).to_have_count(1)


FAR = "".join(f"word {n} of many\n" for n in range(1_000)) + 30 * "qz qz " + "\n" + 8_000 * "qz "
"""The most frequent pair stands far behind all that is drawn of it at first."""
TOP = "player.text.from"


def test_a_long_text_moves_to_what_a_step_made_where_none_of_it_is_in_view(show: Show) -> None:
    page = show(ByteBPE.train(FAR, num_merges=3).trace, width=1280, height=720)
    assert page.evaluate(TOP) == 0
    page.keyboard.press("ArrowRight")
    expect(page.locator(".text .new").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".place-note")).to_have_text("8,060 places")
    first = page.evaluate("player.places()[0]")
    low, high = page.evaluate("player.text.visible()")
    assert low <= first < high


def test_of_a_long_text_the_reader_who_went_elsewhere_stays_there(show: Show) -> None:
    page = show(ByteBPE.train(FAR, num_merges=3).trace, width=1280, height=720)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".text .new").first).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Start of text").click()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(400)
    expect(page.locator(".place-note")).to_have_text("8,060 places, none in view")
    assert page.evaluate(TOP) == 0


def test_steps_that_follow_each_other_at_once_move_a_long_text_when_they_rest(show: Show) -> None:
    page = show(ByteBPE.train(FAR, num_merges=3).trace, width=1280, height=720)
    moved = page.evaluate("""async () => {
        const tops = [];
        for (const step of [1, 2, 1, 2, 1]) {
            player.clock.jump(step);
            await new Promise((drawn) => setTimeout(drawn, 30));
            tops.push(player.text.from);
        }
        return tops;
    }""")
    assert moved == [0] * 5
    expect(page.locator(".text .new").first).to_be_in_viewport(ratio=1)
