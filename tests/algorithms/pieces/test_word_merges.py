"""Merging in many words at once gives what merging in each of them gives."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sentencepiece_reference import few_letters, train_reference
from tokviz.algorithms.pieces import meeting
from tokviz.algorithms.pieces.short_words import join_short
from tokviz.algorithms.pieces.word_merges import WordMerges
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE

LONGEST = 24
LETTERS = "abcd"


@settings(max_examples=500, deadline=None)
@given(
    seed=st.integers(0, 1 << 32),
    words=st.lists(st.text(LETTERS, min_size=1, max_size=LONGEST), min_size=1, max_size=12),
    equal=st.booleans(),
)
def test_each_word_falls_as_it_does_alone(seed: int, words: list[str], equal: bool) -> None:
    rng = random.Random(seed)
    longer = {"".join(rng.choices(LETTERS, k=rng.randrange(2, 6))) for _ in range(16)}
    tokens = [*LETTERS, *sorted(longer)]
    rng.shuffle(tokens)
    ids = {token: 7 + place for place, token in enumerate(tokens)}
    ranks = {token: rng.randrange(4) if equal else place for place, token in enumerate(tokens)}
    found = WordMerges(ids, ranks, LONGEST).of_each(words)
    assert found == [tuple(ids[token] for token in join_short(word, ranks)) for word in words]


def test_what_no_two_tokens_spell_is_never_made_and_a_word_of_one_letter_stays() -> None:
    ids = {"a": 0, "b": 1, "abc": 2, "c": 3, "aba": 4}
    found = WordMerges(ids, dict.fromkeys(ids, 0), LONGEST).of_each(["abc", "c", "aba"])
    assert found == [(0, 1, 3), (3,), (0, 1, 0)]


@pytest.fixture(scope="module")
def model() -> SentencePieceBPE:
    return SentencePieceBPE.train(few_letters(4), vocab_size=150)


def drawn_lines(seed: int, letters: str, count: int = 1_500) -> list[str]:
    rng = random.Random(seed)

    def word() -> str:
        return "".join(rng.choices(letters, k=rng.randrange(1, 28)))

    return [" ".join(word() for _ in range(rng.randrange(1, 8))) for _ in range(count)]


@pytest.mark.parametrize("at_once", [True, False], ids=["many texts", "one long text"])
def test_new_words_are_learned_together_but_for_those_with_unknown_letters(
    model: SentencePieceBPE, monkeypatch: pytest.MonkeyPatch, at_once: bool
) -> None:
    known = sorted(char for char in model.pieces.text_ids if len(char) == 1 and char.isalpha())
    lines = drawn_lines(3, "".join(known) + "ж")
    texts = lines if at_once else [" ".join(lines)]
    library = train_reference(tuple(few_letters(4)), "bpe", 150)
    alone: list[str] = []
    encode = SentencePieceBPE._encode_word

    def noted(self: SentencePieceBPE, word: str) -> list[tuple[str, int]]:
        alone.append(word)
        return encode(self, word)

    monkeypatch.setattr(meeting, "FEW", 1)  # or the last words of a long text are too few
    monkeypatch.setattr(SentencePieceBPE, "_encode_word", noted)
    fresh = replace(model)
    assert fresh.encode_batch(texts) == [library.encode(text) for text in texts]
    assert alone
    assert all("ж" in word or len(word) > LONGEST for word in alone)


def test_where_arrays_are_not_worth_it_each_word_is_merged_alone(
    model: SentencePieceBPE, monkeypatch: pytest.MonkeyPatch
) -> None:
    def together(_: WordMerges, words: Sequence[str]) -> list[tuple[int, ...]]:
        return pytest.fail(f"not worth it for {len(words)} words")

    monkeypatch.setattr(WordMerges, "of_each", together)
    assert replace(model).encode_batch(["ab", "ba ab"]) == [*map(model.encode, ["ab", "ba ab"])]
    monkeypatch.setattr(meeting, "MOST_LETTERS", 10)
    texts = drawn_lines(4, LETTERS, 300)
    assert replace(model).encode_batch(texts) == [*map(model.encode, texts)]


def test_a_model_with_user_defined_tokens_merges_as_the_library_does() -> None:
    lines = tuple(drawn_lines(5, LETTERS, 400))
    model = SentencePieceBPE.train("\n".join(lines), vocab_size=60, user_defined_symbols=["abba"])
    library = train_reference(lines, "bpe", 60, user_defined_symbols=("abba",))
    assert model.encode_batch(lines) == [library.encode(line) for line in lines]
