"""Words met before are looked up together: a text falls as it did when it was met first."""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sentencepiece_reference import few_letters, japanese
from tokviz.algorithms.pieces import known_words
from tokviz.algorithms.pieces.best_path import best_path
from tokviz.algorithms.pieces.known_words import KnownWords
from tokviz.algorithms.unigram import Unigram

LINES = (*japanese(100), *few_letters(4))


@cache
def trained(**options: Any) -> Unigram:
    return Unigram.train(LINES, vocab_size=400, **options)


def cut_whole(model: Unigram, text: str) -> list[int]:
    """Without a memory."""
    words = KnownWords(model.pieces, model.table)
    return list(words.encoded(best_path(text, model.table)).ids)


@pytest.mark.parametrize(
    "options", [{}, {"user_defined_symbols": ("大学", "ab")}, {"split_digits": True}]
)
@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 1 << 32))
def test_lines_fall_alike_whenever_they_are_met(options: dict[str, Any], seed: int) -> None:
    model = trained(**options)
    line = " ".join(random.Random(seed).choices(LINES, k=4))
    whole = cut_whole(model, model.normalizer.normalize(line))
    assert [model.encode(line) for _ in range(4)] == [whole] * 4


def test_a_long_text_is_looked_up_word_by_word(monkeypatch: pytest.MonkeyPatch) -> None:
    model = trained()
    line = " ".join(LINES)
    whole = model.encode(line)
    monkeypatch.setattr(known_words, "WORDS_TOGETHER", 3)
    assert model.encode(line) == whole


def test_a_text_without_words_has_no_tokens() -> None:
    assert list(KnownWords(trained().pieces, trained().table).in_text([])) == []
    assert trained().encode("") == []


def test_a_word_of_a_floor_too_high_is_cut_with_the_total_before_it() -> None:
    """The total of the words before it is what its floor is compared with."""
    model = trained()
    words = KnownWords(model.pieces, model.table)
    for _ in range(3):
        met = [*words.in_text(["ab", "ab"])]
    path = words._paths["ab"]
    words._paths["ab"] = path._replace(floor=path.sum / 2)
    assert [*words.in_text(["ab", "ab"])] == met
