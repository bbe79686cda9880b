"""A reader names a token by its text, as it is shown, or by its id."""

import pytest

from tokviz import ByteBPE, SentencePieceBPE, WordLevel, gpt2
from tokviz.algorithms.regex_bpe import RegexBPE
from tokviz.algorithms.text_to_bytes import Utf8Bytes
from tokviz.checks.errors import TokvizError
from tokviz.inspection.finding import find_token, telling_token

MODEL = ByteBPE(((32, 97), (49, 50)))


@pytest.mark.parametrize(
    ("typed", "token_id"),
    [(" a", 256), ("·a", 256), ("12", 257), ("#12", 12), ("256", 256), ("‹E4›", 0xE4), ("a", 97)],
)
def test_a_token_is_found(typed: str, token_id: int) -> None:
    assert find_token(MODEL, typed).token_id == token_id


def test_a_text_that_is_no_token_is_cut() -> None:
    found = find_token(MODEL, "b a b")
    assert found.token_id is None
    assert list(found.cut) == [98, 256, 32]


def test_an_id_that_is_none_is_a_text() -> None:
    assert find_token(MODEL, "#9999").token_id is None
    assert find_token(MODEL, "9" * 50).token_id is None


def test_a_piece_is_found_by_its_text() -> None:
    model = SentencePieceBPE.train("the then the", vocab_size=14)
    assert model.vocab[find_token(model, " the").token_id or 0] == "▁the"
    assert model.vocab[find_token(model, "▁the").token_id or 0] == "▁the"


def test_a_word_that_is_not_on_the_list_is_refused_in_words() -> None:
    with pytest.raises(TokvizError, match="must be in the vocabulary"):
        find_token(WordLevel.train("one two"), "three")


def test_the_longest_token_of_a_text_tells_the_most() -> None:
    model = SentencePieceBPE.train("the then the", vocab_size=14)
    assert model.vocab[telling_token(model, "e the the") or 0] == "▁the"
    assert telling_token(MODEL, "b a 12") == 257, "spaces are nothing to look at"
    assert telling_token(RegexBPE.from_tiktoken(gpt2()), "a strawberry") == 41236


def test_of_equals_the_first_is_taken_and_of_nothing_none() -> None:
    assert telling_token(Utf8Bytes(), "안ba") == ord("b")
    assert telling_token(MODEL, "") is None
    model = SentencePieceBPE.train("the then the", vocab_size=14)
    assert telling_token(model, "안") == model.encode("안")[0], (
        "▁ alone: what is unknown tells less"
    )


def test_a_word_that_is_a_token_only_with_its_space_or_in_another_case_is_named() -> None:
    """Those in the word's own case come first."""
    model = RegexBPE.from_tiktoken(gpt2())
    found = find_token(model, "Strawberry")
    assert found.token_id is None
    assert [model.vocab[i] for i in found.alike] == [b" Strawberry", b" strawberry"]
    assert find_token(model, "zyzzyva").alike == ()
    assert find_token(MODEL, "  ").alike == ()
