"""What stands for white space stands in its token's box, whichever way the line runs."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import tokviz
from tests.browser.replays import Show
from tokviz.ui.shell.values import pack_text
from tokviz.views.player.player import encode_payload

FAMILY = "👩‍👩‍👧‍👦"
LINES = {
    "right to left": f"{FAMILY} مَرْحَبًا שָׁלוֹם Z͑ͫ̓\tx = [1,\t2]\r\n",
    "left to right": "x = [1,\t2] שלום\tעולם \t y\n",
    "all Hebrew": "שלום\tעולם\t\tשלום\n",
    "spaces before tabs": "שלום abc \t \tdef  \n",
}
# Of each sign: how far what is drawn of it stands apart, how far it stands out of its token's box,
# and into how many boxes that one falls.
SIGNS = """(parts) => parts.map((part) => {
    const token = part.closest(".token");
    const boxes = [...part.getClientRects()];
    const [whole, around] = [part.getBoundingClientRect(), token.getBoundingClientRect()];
    const apart = whole.width - boxes.reduce((all, box) => all + box.width, 0);
    const out = Math.max(around.left - whole.left, whole.right - around.right);
    return [part.className, apart < 1, out < 1, token.getClientRects().length];
})"""


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("line", LINES)
def test_a_sign_stands_whole_in_the_box_of_its_token(line: str, width: int, show: Show) -> None:
    model = tokviz.ByteBPE.train("ab", num_merges=0)
    payload = encode_payload(model.encode_trace(LINES[line]))
    page = show(payload, width=width)
    signs = page.locator(".text .part:is(.tab, .space, .return)")
    expect(signs.first).to_be_attached()
    for name, whole, inside, boxes in signs.evaluate_all(SIGNS):
        assert (whole, inside, boxes) == (True, True, 1), f"{name} is torn from its token"


def test_a_line_with_tabs_is_copied_as_it_is(show: Show) -> None:
    text = LINES["right to left"]
    model = tokviz.ByteBPE.train("ab", num_merges=0)
    page = show(encode_payload(model.encode_trace(text)))
    copied = page.evaluate(
        "(getSelection().selectAllChildren(document.querySelector('.text')), `${getSelection()}`)"
    )
    assert copied.count("\t") == text.count("\t")
    assert copied.strip().count("\n") == 0


def test_in_strips_a_sign_stands_whole_too(app_url: str, new_page: Callable[..., Page]) -> None:
    page = new_page(width=1280)
    held = pack_text(LINES["right to left"]) or ""
    page.goto(f"{app_url}/compare?held=own&held_text={held}")
    signs = page.locator(".strips-pane .token .part:is(.tab, .space, .return)")
    expect(signs.first).to_be_visible()
    for name, whole, inside, boxes in signs.evaluate_all(SIGNS):
        assert (whole, inside, boxes) == (True, True, 1), f"{name} is torn from its token"
