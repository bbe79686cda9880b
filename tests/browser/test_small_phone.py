"""On a phone of 360 pixels, as many pupils have, nothing is cut, no control alone on its line."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import opened_at

WIDTH, HEIGHT = 360, 740
REPLAYS = ["char_bpe", "unigram", "wordpiece", "sentencepiece_bpe", "any_tokenizer", "regex_bpe"]
CUT = """(parts) => parts.filter((part) => part.scrollWidth > part.clientWidth)
    .map((part) => part.textContent)"""


@pytest.mark.stage_alone
@opened_at(WIDTH, HEIGHT, REPLAYS, first=["char_bpe", "unigram"], dark=True)
def test_the_button_for_larger_text_stands_beside_speed_and_ask(opened: Page) -> None:
    controls = opened.locator(".st-key-stage .controls").first
    tops = [
        controls.locator(name).bounding_box()
        for name in (".larger", ".ask select", ".speed select")
    ]
    assert len({round(box["y"]) for box in tops if box}) == 1
    assert all(tops)


@pytest.mark.stage_alone
@opened_at(WIDTH, HEIGHT, ["unigram?path=5"], dark=True)
def test_of_an_answer_the_piece_is_whole_with_its_count_below(opened: Page) -> None:
    options = opened.locator(".st-key-stage .option")
    expect(options).to_have_count(4)
    assert options.locator(".pair, .token, small").evaluate_all(CUT) == []
    for option in options.all():
        box, count = option.locator(".token").bounding_box(), option.locator("small").bounding_box()
        assert box
        assert count
        assert count["y"] >= box["y"] + box["height"] - 2
