"""Merging in short words gives what the queue gives."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sentencepiece_reference import few_letters
from tokviz.algorithms.merging.apply_merges import apply_merges
from tokviz.algorithms.pieces.short_words import join_short
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE

MODEL = SentencePieceBPE.train(few_letters(2), vocab_size=120)


@settings(max_examples=200)
@given(word=st.text("abcde", max_size=40))
def test_a_word_falls_as_with_the_queue(word: str) -> None:
    ids = MODEL.pieces.text_ids
    queued = apply_merges([ids[letter] for letter in word], MODEL._merge_of)
    assert join_short(word, MODEL._rank_of) == [MODEL.vocab[token_id] for token_id in queued]


def test_of_equal_ranks_the_leftmost_goes_first() -> None:
    assert join_short("aaa", {"a": 1, "aa": 0}) == ["aa", "a"]
    assert join_short("abcab", {"a": 9, "b": 9, "c": 9, "ab": 0, "bc": 1}) == ["ab", "c", "ab"]
    assert join_short("", {}) == []
