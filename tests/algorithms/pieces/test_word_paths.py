"""The paths of many words at once are those of each word alone, to the last bit."""

import random
from collections.abc import Callable, Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.algorithms.pieces.test_word_path import FEW_PRICES, UNK_ID, drawn_table, fall
from tokviz.algorithms.pieces import known_words, meeting
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.algorithms.pieces.piece_tokenizer import Encoded
from tokviz.algorithms.pieces.word_path import WordPath, word_path
from tokviz.algorithms.pieces.word_paths import WordPaths
from tokviz.algorithms.unigram import Unigram

Encode = Callable[[str, tuple[int, ...]], Encoded]
LONGEST = 24
WORDS = st.lists(st.text("abcx", min_size=1, max_size=LONGEST), min_size=1, max_size=12)


def fall_together(words: Sequence[str], table: PieceTable) -> list[WordPath]:
    return WordPaths(table, LONGEST).of_each(words, lambda _, token_ids: Encoded((), token_ids))


@settings(max_examples=600, deadline=None)
@given(
    seed=st.integers(0, 1 << 32),
    words=WORDS,
    prices=st.sampled_from([(), FEW_PRICES, (-1.0, -2.0, -3.0), (0.5, -1.0, -2.0, 0.25)]),
)
def test_each_word_falls_as_it_does_alone(
    seed: int, words: list[str], prices: tuple[float, ...]
) -> None:
    table = drawn_table(seed, prices)
    assert fall_together(words, table) == [fall(word, table) for word in words]


def test_a_letter_that_only_begins_pieces_is_unknown_alone() -> None:
    table = PieceTable.of({"ab": (1, -2.0), "abab": (2, -3.0), "🦊b": (3, -1.0)}, UNK_ID, -9.0)
    words = ["a", "ba", "abab", "ababa", "🦊", "🦊b🦊", "\U0010ffff", "ab"]
    found = fall_together(words, table)
    assert [path.token_ids for path in found][2:5] == [(2,), (2, UNK_ID), (UNK_ID,)]
    assert found == [fall(word, table) for word in words]


def test_pieces_longer_than_the_words_are_none_of_theirs() -> None:
    long = "ab" * 500_000
    table = PieceTable.of({"a": (1, -1.0), "b": (2, -1.5), long: (3, -1.0)}, UNK_ID, -9.0)
    words = ["abab", "b" * LONGEST]
    assert fall_together(words, table) == [fall(word, table) for word in words]


@pytest.fixture(scope="module")
def model() -> Unigram:
    rng = random.Random(7)
    return Unigram.train("\n".join(drawn_lines(rng, 300)), vocab_size=120)


def drawn_lines(rng: random.Random, count: int) -> list[str]:
    def word() -> str:
        return "".join(rng.choices("aeioubcdü", k=rng.randrange(1, 30)))

    return [" ".join(word() for _ in range(rng.randrange(1, 12))) for _ in range(count)]


@pytest.mark.parametrize("at_once", [True, False], ids=["many texts", "one long text"])
def test_new_words_of_many_or_long_texts_are_learned_together(
    model: Unigram, monkeypatch: pytest.MonkeyPatch, at_once: bool
) -> None:
    rng = random.Random(8)
    lines = drawn_lines(rng, 2_000)
    texts = lines if at_once else [" ".join(lines)]
    one_by_one = [*map(model.encode, texts)]
    again = Unigram(model.pieces, model.normalizer)
    alone: list[str] = []

    def noted(word: str, table: PieceTable, encode: Encode) -> WordPath:
        alone.append(word)
        return word_path(word, table, encode)

    monkeypatch.setattr(known_words, "word_path", noted)
    assert again.encode_batch(texts) == one_by_one
    longer = [word for word in alone if len(word) > LONGEST]
    assert alone == longer


def test_few_words_and_the_largest_vocabularies_are_walked_along(
    model: Unigram, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the arrays cost is worth it for neither."""
    monkeypatch.setattr(WordPaths, "of_each", lambda *_: pytest.fail("not worth it"))
    assert Unigram(model.pieces, model.normalizer).encode_batch(["aeio üü", "b"]) == [
        *map(model.encode, ["aeio üü", "b"])
    ]
    monkeypatch.setattr(meeting, "MOST_LETTERS", 10)
    texts = drawn_lines(random.Random(9), 200)
    assert Unigram(model.pieces, model.normalizer).encode_batch(texts) == [
        *map(model.encode, texts)
    ]


def test_arrays_are_made_where_as_many_letters_were_new_as_the_vocabulary_has_pieces(
    model: Unigram, monkeypatch: pytest.MonkeyPatch
) -> None:
    together: list[str] = []
    of_each = WordPaths.of_each

    def noted(self: WordPaths, words: Sequence[str], encode: Encode) -> list[WordPath]:
        together.extend(words)
        return of_each(self, words, encode)

    monkeypatch.setattr(WordPaths, "of_each", noted)
    monkeypatch.setattr(meeting, "FEW", 1)
    fresh = Unigram(model.pieces, model.normalizer)
    words = ["".join(pair) for pair in product("aeioubcdü", repeat=2)]
    size_with_marker = 3
    enough = -(-len(fresh.table.token_ids) // size_with_marker)
    for word in words[: enough - 1]:
        fresh.encode(word)
    assert not together
    fresh.encode(words[enough])
    assert together == ["▁" + words[enough]]
