"""A text of the reader's in which almost nothing stands twice: told, and a way to see it cut."""

import re
from collections.abc import Callable
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from tests.payload_reader import components
from tokviz.ui.shell.values import pack_text

Open = Callable[..., AppTest]
SENTENCE = "Das Huhn legt ein Ei"
SAID = "to learn in it"
CUT = re.compile(r"\]\((\w+)\?([^)#]+)#section\)")


def told(at: AppTest) -> list[str]:
    return [each.value for each in at.markdown if SAID in each.value]


def test_a_sentence_of_the_first_page_is_learned_as_every_text_is(open_page: Open) -> None:
    at = open_page(None)
    at.text_input[0].set_value(SENTENCE).run()
    at.button[0].click().run()
    assert at.number_input(key="byte_bpe:min_count").value == 2
    assert b"No pair stands twice any more after 1 of 40 merges" in components(at)[0].bytes
    (words,) = told(at)
    assert words.startswith("**There is little to learn in it:** write more, or repeat a word.")


@pytest.mark.parametrize("page", ["byte_bpe", "regex_bpe", "char_bpe", "wordpiece"])
def test_its_link_cuts_the_text_by_what_the_rhyme_taught(page: str, open_page: Open) -> None:
    (words,) = told(open_page(page, text=pack_text(SENTENCE) or ""))
    link = CUT.search(words)
    assert link
    assert link[1] == page
    at = open_page(page, **dict(parse_qsl(link[2])))
    assert at.selectbox(key=f"{page}:sample").value == "rhyme"
    assert at.text_area(key=f"{page}:new_text").value == SENTENCE
    assert told(at) == []


def test_of_a_text_full_of_pairs_that_stand_twice_it_is_not_said(open_page: Open) -> None:
    text = pack_text("the hen in the pen and the men in the glen. " * 40) or ""
    for least in ("300", "1000"):
        assert told(open_page("byte_bpe", text=text, min_count=least)) == []


def test_who_wants_pairs_that_stand_once_or_has_enough_is_told_nothing(open_page: Open) -> None:
    text = pack_text(SENTENCE) or ""
    assert told(open_page("byte_bpe", text=text, min_count="1")) == []
    assert told(open_page("byte_bpe", text=text, merges="1")) == []
    assert told(open_page("byte_bpe", text=pack_text("hens and hens and hens") or "")) == []
    assert told(open_page("byte_bpe", sample="tiny")) == []
