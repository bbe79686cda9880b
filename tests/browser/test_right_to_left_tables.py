"""Scripts that run from right to left, below the stage: tables, lit texts."""

import pytest
from playwright.sync_api import Locator, Page

from tokviz.text.pattern_parts import makers
from tokviz.text.pre_tokens import GPT2_PATTERN
from tokviz.views.tables.pattern_parts import lit_html
from tokviz.views.tables.preparation import preparation_html
from tokviz.views.tables.word_ends import Contrast, contrast_html

pytestmark = pytest.mark.browser


def lefts(boxes: Locator) -> list[float]:
    return [box["x"] for box in (each.bounding_box() for each in boxes.all()) if box is not None]


def test_the_tokens_of_a_word_stand_one_before_the_other_each_in_one_box(page: Page) -> None:
    tokens = ("הילד", ",", "</w>")
    page.set_content(contrast_html([Contrast("הילד,", tokens, tokens, ())]))
    chips = page.locator("dd").first.locator("code")
    assert lefts(chips) == sorted(lefts(chips), reverse=True)
    assert len(lefts(chips)) == len(tokens)


def test_a_text_lit_up_keeps_its_lines_and_each_runs_its_way(page: Page) -> None:
    made = makers("הילד אכל 12 (PC).\nthe hen ילד אכל", GPT2_PATTERN)
    page.set_content(lit_html(made, 0))
    hebrew, english = page.locator("p").all()
    drawn = [lefts(line.locator("span, mark")) for line in (hebrew, english)]
    assert drawn[0] == sorted(drawn[0], reverse=True)
    assert drawn[1] == sorted(drawn[1])


def test_bert_s_words_stand_in_the_order_of_the_line(page: Page) -> None:
    page.set_content(preparation_html("ילד 12 PC", "ילד 12 pc", ["ילד", "12", "pc", "."]))
    words = lefts(page.locator(".word"))
    assert words == sorted(words, reverse=True)
