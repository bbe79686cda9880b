"""The words of a file or a link that the reader brought are shown as they stand: all it can say.

A tokenizer whose tokens, marks and name are payloads, which cannot cut every text: what it refuses
is told with the words that it refuses.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from tokenizers import Tokenizer, decoders, models
from tokenizers import pre_tokenizers as pre
from tokenizers import processors as post

from tests.pages.problems import as_read, problems
from tests.pages.test_any_tokenizer import at_once, open_with, words
from tests.pages.test_brought_compared import beside
from tests.pages.test_payloads import check, fill, look
from tests.pages.test_payloads_in_sections import STRANGE, WORDS, opened, sections
from tokviz.checks.errors import TokvizError
from tokviz.ui.shell.values import pack_text

__all__ = ["at_once"]  # a fixture that each test here uses

Open = Callable[..., AppTest]
MARK = "[<b>bold</b>]"
NAME = "**bold** <b>bold</b>.json"
TEXT = " ".join(WORDS)
KEY = "any_tokenizer"


def whole_words() -> bytes:
    """A tokenizer of these words and no other, which puts a mark before a text."""
    vocab = {word: number for number, word in enumerate((*WORDS, MARK))}
    model = Tokenizer(models.WordLevel(vocab, unk_token="none"))
    model.pre_tokenizer = pre.WhitespaceSplit()
    model.decoder = decoders.Fuse()
    special = [(MARK, vocab[MARK])]
    model.post_processor = post.TemplateProcessing(f"{MARK} $A", special_tokens=special)
    return model.to_str().encode()


def brought(open_page: Open, text: str = TEXT, **link: str) -> AppTest:
    at = open_with(open_page, (NAME, whole_words()), text=pack_text(text) or "", **link)
    check(at)
    return at


def test_its_name_its_marks_and_its_tokens_are_no_markup(open_page: Open) -> None:
    at = brought(open_page)
    assert problems(at) == []
    assert f"adds 1 mark in front of a text: {MARK}" in as_read(words(at))
    for section in sections(at):
        check(opened(at, KEY, section))
        for typed in (*WORDS, STRANGE, ""):
            check(fill(at, KEY, typed, but=(":text",)))


def test_ids_whose_text_it_cannot_cut_are_told_with_that_text(open_page: Open) -> None:
    at = brought(open_page, section="Decode ids")
    (said,) = [element.value for element in at.markdown if "Encoded again" in element.value]
    assert "no ids. Every word must be in the vocabulary" in as_read(said)
    assert repr("".join(WORDS[:3])) in as_read(said)


def test_what_marks_the_end_of_a_word_is_named_as_it_stands(open_page: Open) -> None:
    """Without it the ids of the decoded text are others."""
    at = open_page("char_bpe", section="Decode ids")
    at.text_area(key="char_bpe:typed_ids").set_value("0")
    check(look(at, "char_bpe"))
    assert "Encoding puts </w> at the end of every word" in as_read(words(at))


def test_a_text_that_it_cannot_cut_is_told_as_it_stands(open_page: Open) -> None:
    at = brought(open_page, STRANGE)
    (said,) = problems(at)
    assert repr(STRANGE.split()[0]) in said


def test_why_the_places_of_a_token_are_not_shown_is_told_as_it_stands(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: Any) -> None:
        raise TokvizError(f"{TEXT} cannot be cut.")

    monkeypatch.setattr("tokviz.ui.components.inside_token.places", refuse)
    at = brought(open_page, section="Inside")
    assert f"{TEXT} cannot be cut." in as_read(words(at))


def test_a_second_file_that_is_none_leaves_the_first_in_use(open_page: Open) -> None:
    at = brought(open_page)
    at.session_state["kept values"][f"{KEY}:brought"] = ((f"x{NAME}", b"{"),)
    check(at.run())
    assert f"In use, as before: **{NAME}**" in as_read(words(at))
    (said,) = problems(at)
    assert f"x{NAME}" in said


@pytest.mark.parametrize("named", [NAME, "<b>bold</b>", ":smile:", "`code`"])
def test_the_file_that_a_link_was_made_with_is_named_as_it_stands(
    open_page: Open, named: str
) -> None:
    at = open_page(KEY, made_with=named)
    check(at)
    assert f"The link was made with **{named}**" in as_read(words(at))
    assert f"**{named}**, which your class has open." in as_read(words(at))


def test_beside_others_it_is_left_out_by_its_name_and_in_words(open_page: Open) -> None:
    at = beside(open_page, (NAME, whole_words()))
    (said,) = [as_read(warning.value) for warning in at.warning]
    assert said.startswith(f"{NAME} is left out")
    for section in sections(at):
        check(opened(at, "compare", section))


def test_what_it_cannot_cut_is_told_in_the_section_where_that_is(open_page: Open) -> None:
    at = beside(open_page, (NAME, whole_words()))
    at.session_state["compare:held"] = "own"
    at.run()
    at.text_area(key="compare:held_text").set_value(TEXT)
    told = []
    for section in sections(look(at, "compare")):
        check(opened(at, "compare", section))
        left_out = [as_read(warning.value) for warning in at.warning]
        assert all(words.startswith(f"{NAME} is left out") for words in left_out)
        told += [section] * len(left_out)
    assert told == ["The numbers", "The price of a language"]


PAIRS = (("**bold**", "<b>bold</b>"), ("__", "bold__"))


@pytest.mark.parametrize("key", ["char_bpe", "byte_bpe"])
def test_pairs_that_a_link_forces_are_named_as_they_stand(key: str, open_page: Open) -> None:
    def token(word: str) -> Any:
        return list(word.encode()) if key == "byte_bpe" else word

    rows = [[number, *map(token, pair)] for number, pair in enumerate(PAIRS, 1)]
    link = {"section": "What if", "forced": json.dumps(rows)}
    at = open_page(key, text=pack_text(" ".join(WORDS * 20)) or "", **link)
    check(at)
    for number, (left, right) in enumerate(PAIRS, 1):
        told = f"Left out: step {number} joins **{left} + {right}**, but {left} is no token then."
        assert told in re.sub("[\u2066-\u2069]", "", as_read(words(at)))
