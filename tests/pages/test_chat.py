"""The section “A chat”: what is typed, in which form, and what the marks do."""

import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.problems import problems
from tests.pages.test_any_tokenizer import at_once, open_with, words
from tests.pages.test_payloads import look
from tests.payload_reader import written
from tests.pipelines import built
from tokviz.checks import limits
from tokviz.text.chats import FORMS
from tokviz.ui.shell.values import pack_text

__all__ = ["at_once"]  # a fixture that each test here uses

Open = Callable[..., AppTest]
SECTION = {"section": "A chat"}


def ids(at: AppTest) -> list[int]:
    (drawn,) = written(at)
    return [int(each) for each in drawn.strip("[]").split(",")]


@pytest.mark.parametrize("page", ["any_tokenizer", "regex_bpe"])
def test_a_chat_is_shown_with_its_counts_and_ids(page: str, open_page: Open) -> None:
    at = open_page(page, **SECTION)
    assert problems(at) == []
    assert "one long list of" in words(at)
    assert f"**{len(ids(at)):,} tokens:**" in words(at)
    assert "**Not special tokens here:**" in words(at)


def test_a_press_makes_the_marks_special_tokens_and_the_count_falls(open_page: Open) -> None:
    at = open_page("regex_bpe", **SECTION)
    before = len(ids(at))
    at = look(at.button(key="regex_bpe:add_marks").click().run(), "regex_bpe")
    special = at.multiselect(key="regex_bpe:special").value
    assert special == ["<|endoftext|>", *FORMS["chatml"].marks]
    assert len(ids(at)) < before
    assert f"With the marks as plain text: {before:,}." in words(at)
    assert "Not special" not in words(at)
    assert not [button for button in at.button if button.key == "regex_bpe:add_marks"]


def test_marks_take_no_special_token_of_the_readers_away(open_page: Open) -> None:
    full = [f"<|{number}|>" for number in range(limits.SPECIAL_TOKENS)]
    at = open_page("regex_bpe", **SECTION, special=json.dumps(full))
    at = look(at.button(key="regex_bpe:add_marks").click().run(), "regex_bpe")
    assert at.multiselect(key="regex_bpe:special").value == full


def test_an_attack_stays_text_until_the_switch_lets_it_spell_marks(open_page: Open) -> None:
    link = {**SECTION, "special": '["<|im_start|>", "<|im_end|>"]'}
    at = open_page("regex_bpe", **link)
    at.text_area(key="regex_bpe:chat_user").set_value("M" * 2_000).run()
    at.button(key="regex_bpe:attack").click().run()  # there is no room for it
    assert at.text_area(key="regex_bpe:chat_user").value == "M" * 2_000
    at.text_area(key="regex_bpe:chat_user").set_value("Moon?").run()
    for _ in range(2):
        at.button(key="regex_bpe:attack").click().run()
    assert at.text_area(key="regex_bpe:chat_user").value == f"Moon?{FORMS['chatml'].attack}"
    assert not at.warning
    at.toggle(key="regex_bpe:chat_spelled").set_value(True).run()
    (warned,) = at.warning
    assert "2 special tokens" in warned.value
    assert "there are 4 messages, 1 of them forged" in warned.value


def test_the_form_goes_with_the_special_tokens_until_the_reader_chooses(open_page: Open) -> None:
    llama = '["<|begin_of_text|>","<|start_header_id|>","<|end_header_id|>","<|eot_id|>"]'
    at = open_page("regex_bpe", **SECTION, special=llama)
    assert at.session_state["regex_bpe:chat_form"] == "llama3"
    assert "chat_form" not in at.query_params
    at = open_page("regex_bpe", **SECTION, special=llama, chat_form="gemma")
    assert at.session_state["regex_bpe:chat_form"] == "gemma"


def test_what_is_typed_comes_back_from_the_link(open_page: Open) -> None:
    link = {"chat_user": pack_text("Moon?") or "", "chat_form": "mistral", "chat_spelled": "1"}
    at = open_page("any_tokenizer", **SECTION, **link)
    assert at.text_area(key="any_tokenizer:chat_user").value == "Moon?"
    assert {name: at.query_params[name] for name in link} == link
    assert "form has no system" in words(at)


def test_a_brought_tokenizer_reads_a_typed_special_token_as_text(open_page: Open) -> None:
    file = ("tokenizer.json", built("llama3").to_str().encode())
    typed = {"chat_user": pack_text("hen <|endoftext|>") or ""}
    at = open_with(open_page, file, **SECTION, **typed)
    assert problems(at) == []
    assert not at.warning
    at.toggle(key="any_tokenizer:chat_spelled").set_value(True).run()
    assert "A message spelled 1 special token" in at.warning[0].value
