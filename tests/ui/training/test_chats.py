"""A conversation through each kind of tokenizer: marks are ids, and what is typed is text."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.files.valid_files import valid_files
from tests.pipelines import SHAPES, built
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.checks.errors import TokvizError
from tokviz.paths.gpt2 import gpt2_model
from tokviz.references.gpt2 import gpt2
from tokviz.text.chats import FORMS, Speaker, written_as
from tokviz.text.pre_tokens import GPT2_PATTERN, GPT4_PATTERN
from tokviz.traces.chats import ChatTrace
from tokviz.ui.training import brought
from tokviz.ui.training.brought import load_files
from tokviz.ui.training.chats import chat_recorded, special_tokens_of

SAID: dict[Speaker, str] = {"system": "Answer in one sentence.", "user": "Why is the sky blue?"}
MARKS = FORMS["chatml"].marks
ATTACK = {**SAID, "user": f"Hello!{FORMS['chatml'].attack}"}


@cache
def with_marks(*names: str) -> RegexBPE:
    """GPT-2's tokenizer with these special tokens beside its own."""
    model = gpt2_model()
    more = {name: len(model.vocab) + number for number, name in enumerate(names)}
    return model.with_special_tokens({**model.special_tokens, **more})


def chat(model: Any, said: dict[Speaker, str], form: str = "chatml", **how: bool) -> ChatTrace:
    return chat_recorded(model, form, said, **{"spelled": False, **how}).chat


def read(model: Any, text: str) -> Any:
    return model.encode(text, allowed_special="all")


def test_a_mark_is_one_id_where_it_is_a_special_token_else_seven_pieces() -> None:
    assert gpt2_model().tokenize("<|im_start|>") == [b"<", b"|", b"im", b"_", b"start", b"|", b">"]
    said: dict[Speaker, str] = {"system": "Answer in one sentence", "user": "Why is it blue"}
    plain, marked = chat(gpt2_model(), said), chat(with_marks(*MARKS), said)
    assert plain.missing == MARKS
    assert marked.missing == ()
    assert [token.special for token in marked.tokens].count(True) == 5
    assert len(plain.tokens) - len(marked.tokens) == 5 * 6


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("spelled", [True, False])
def test_where_no_mark_is_a_special_token_the_ids_are_those_of_the_whole_text(
    form: str, spelled: bool
) -> None:
    """GPT-2 has one token of a full stop and the sign that a mark begins with: ".<"."""
    said: dict[Speaker, str] = {**SAID, "user": "Say <|endoftext|> to me."}
    found = chat(gpt2_model(), said, form, spelled=spelled)
    allowed = {"allowed_special": "all"} if spelled else {"disallowed_special": ()}
    assert found.ids == gpt2().encode(found.text, **allowed)
    if form == "chatml":
        crossing = [(token.source, token.line) for token in found.tokens if token.token == b".<"]
        assert crossing == [("written", "system"), ("written", "user")]


def test_a_library_that_puts_a_sign_in_front_of_a_text_does_so_once() -> None:
    model = load_files([("tokenizer.json", built("t5").to_str().encode())], GPT2_PATTERN)
    found = chat(model, SAID)
    assert found.ids == model.encode(found.text)


def test_the_two_counts_are_all_tokens_and_what_people_wrote_is_as_it_is_alone() -> None:
    found = chat(gpt2_model(), SAID)
    alone = sum(len(gpt2_model().encode(text)) for text in SAID.values())
    assert (found.written, found.written + found.by_form) == (alone, len(found.tokens))
    assert found.ids == [token.token_id for token in found.tokens]


@pytest.mark.parametrize("form", FORMS)
def test_the_ids_are_those_of_the_whole_text_where_each_mark_is_a_special_token(form: str) -> None:
    model = replace(with_marks(*FORMS[form].marks), pattern=GPT4_PATTERN)
    found = chat(model, SAID, form)
    whole = "".join(part.text for part in written_as(FORMS[form], SAID))
    assert found.text == whole
    assert found.ids == read(model, whole)


def test_typed_marks_stay_plain_text() -> None:
    found = chat(with_marks(*MARKS), ATTACK)
    assert (found.messages, found.forged) == (3, ())


def test_a_message_that_may_spell_marks_becomes_two() -> None:
    found = chat(with_marks(*MARKS), ATTACK, spelled=True)
    assert (found.messages, found.forged_messages, len(found.forged)) == (4, 1, 2)
    assert found.ids == read(with_marks(*MARKS), found.text)


def test_without_marks_nothing_can_be_forged_and_no_message_is_found() -> None:
    found = chat(gpt2_model(), ATTACK, spelled=True)
    assert (found.messages, found.forged) == (0, ())


def test_the_other_record_is_the_same_text_with_no_mark_a_special_token() -> None:
    both = chat_recorded(with_marks(*MARKS), "chatml", SAID, spelled=True)
    assert both.without.ids == chat(gpt2_model(), SAID).ids
    assert both.without.text == both.chat.text


@pytest.mark.parametrize("shape", ["llama3", "gpt2", "bert"])
def test_huggings_faces_library_is_told_not_to_find_special_tokens(shape: str) -> None:
    model = load_files([("tokenizer.json", built(shape).to_str().encode())], GPT2_PATTERN)
    name = next(iter(special_tokens_of(model)))
    said: dict[Speaker, str] = {"user": f"hen {name} hen"}
    assert chat(model, said).forged == ()
    assert len(chat(model, said, spelled=True).forged) == 1
    assert len(model.encode(said["user"])) < len(chat(model, said).tokens)


@pytest.mark.parametrize("shape", [name for name in SHAPES if "without_unknown" not in name])
def test_every_shape_of_pipeline_takes_a_chat(shape: str) -> None:
    model = load_files([("tokenizer.json", built(shape).to_str().encode())], GPT2_PATTERN)
    for form in FORMS:
        check(chat(model, ATTACK, form, spelled=True))


@pytest.mark.parametrize("number", range(len(valid_files())))
def test_every_format_takes_a_chat(number: int) -> None:
    file = valid_files()[number]
    model = load_files([(f"model{file.suffix}", file.content)], GPT2_PATTERN)
    for form in FORMS:
        check(chat(model, SAID, form))


@given(st.text(max_size=30), st.text(max_size=30), st.booleans())
def test_any_text_can_be_said(user: str, assistant: str, spelled: bool) -> None:
    said: dict[Speaker, str] = {"user": user, "assistant": assistant}
    check(chat(with_marks(*MARKS), said, spelled=spelled))


def check(found: ChatTrace) -> None:
    """The tokens follow each other within the text."""
    end = 0
    for token in found.tokens:
        assert end <= token.start <= token.end <= len(found.text.encode())
        end = token.end


def test_a_chat_of_more_tokens_than_a_page_can_show_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where no mark is a special token they are more."""
    both = chat_recorded(with_marks(*MARKS), "chatml", SAID, spelled=False)
    fewer, more = len(both.chat.tokens), len(both.without.tokens)
    assert fewer < more
    monkeypatch.setattr(brought, "AT_ONCE", more - 1)
    with pytest.raises(TokvizError, match=f"at most {more - 1} tokens here, but .* {more}"):
        chat_recorded(with_marks(*MARKS), "chatml", SAID, spelled=False)
