"""The strip under a text: it is there where the text does not fit, and shows what is in view."""

import re

from playwright.sync_api import expect

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
