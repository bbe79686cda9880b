"""Splitting on white space."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokviz.algorithms.whitespace import Whitespace
from tokviz.text.pre_tokens import well_formed

any_text = st.text(st.characters() | st.sampled_from(" \t\n\x1c\u00a0\u3000ab"))


def test_the_simple_sentence() -> None:
    words = Whitespace().tokenize("this is a simple tokenizer example")
    assert words == ["this", "is", "a", "simple", "tokenizer", "example"]


def test_punctuation_sticks_to_words() -> None:
    assert Whitespace().encode("end end. end") == [0, 1, 0]


def test_ids_follow_the_first_meeting() -> None:
    tokenizer = Whitespace()
    assert tokenizer.encode("b a b") == [0, 1, 0]
    assert tokenizer.encode("c a") == [2, 1]
    assert dict(tokenizer.vocab) == {0: "b", 1: "a", 2: "c"}


def test_decode_puts_single_spaces() -> None:
    tokenizer = Whitespace()
    assert tokenizer.decode(tokenizer.encode("  so \n\t long  ")) == "so long"


@given(any_text)
def test_words_are_those_of_split(text: str) -> None:
    tokenizer = Whitespace()
    trace = tokenizer.encode_trace(text)
    assert trace.tokens == well_formed(text).split() == tokenizer.tokenize(text)
    assert trace.ids == tokenizer.encode(text)


@given(any_text)
def test_steps_give_byte_ranges_of_the_words(text: str) -> None:
    data = well_formed(text).encode()
    for step in Whitespace().encode_trace(text).steps:
        assert data[step.start : step.end] == step.word.encode()


@given(any_text)
def test_new_words_are_the_vocabulary(text: str) -> None:
    tokenizer = Whitespace()
    new = [step.word for step in tokenizer.encode_trace(text).steps if step.is_new]
    tokenizer.encode(text)
    assert new == list(tokenizer.vocab.values())


@given(any_text, any_text)
def test_looking_leaves_the_vocabulary_alone(met: str, text: str) -> None:
    tokenizer = Whitespace(met.split())
    before = dict(tokenizer.vocab)
    first = tokenizer.encode_trace(text)
    tokenizer.token_spans(text)
    tokenizer.tokenize(text)
    assert tokenizer.vocab == before
    assert tokenizer.encode_trace(text) == first
    assert tokenizer.encode(text) == first.ids


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_text_without_words(text: str) -> None:
    assert Whitespace().encode(text) == []


def test_id_of_no_word_is_refused() -> None:
    with pytest.raises(ValueError, match="this id is 0"):
        Whitespace().decode([0])


def test_a_word_met_before_has_one_id() -> None:
    assert dict(Whitespace(["a", "b", "a"]).vocab) == {0: "a", 1: "b"}
