"""Long words in parts: many cut together as each by itself, and nothing is cut apart."""

from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz.algorithms.pieces import word_parts
from tokviz.algorithms.pieces.word_parts import LONGEST_REMEMBERED, WordParts

TOKENS = st.sets(st.text("ab日本x", min_size=1, max_size=3), max_size=8)
WORDS = st.lists(st.text("ab日本xÿ😀", min_size=1, max_size=LONGEST_REMEMBERED + 12), max_size=8)


def plain_parts(word: str, tokens: set[str]) -> list[str]:
    """Cut where no token has the two neighbours side by side, and one of them is a token."""
    if len(word) <= LONGEST_REMEMBERED:
        return [word]
    parts = [word[0]]
    for left, right in pairwise(word):
        together = any(left + right in token for token in tokens)
        if together or not {left, right} & tokens:
            parts[-1] += right
        else:
            parts.append(right)
    return parts


@pytest.mark.parametrize("together", [1, 1 << 9, 1 << 40])
@pytest.mark.parametrize("at_once", [30, 1 << 18])
@settings(max_examples=150, deadline=None)
@given(tokens=TOKENS, texts=st.lists(WORDS, max_size=3))
def test_words_are_cut_alike_alone_and_together(
    together: int, at_once: int, tokens: set[str], texts: list[list[str]]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word_parts, "TOGETHER", together)
        patch.setattr(word_parts, "_AT_ONCE", at_once)
        found = list(WordParts(tokens).of_each(texts))
    assert found == [
        [part for word in text for part in plain_parts(word, tokens)] for text in texts
    ]


def test_no_token_crosses_a_cut() -> None:
    tokens = {"a", "b", "ab", "bba"}
    word = "abbaab" * 200
    (parts,) = WordParts(tokens).of_each([[word]])
    cuts = set(accumulate(map(len, parts)))
    stands = [
        (at, at + len(token))
        for token in tokens
        for at in range(len(word))
        if word.startswith(token, at)
    ]
    assert len(parts) > 100
    assert not any(begin < cut < end for begin, end in stands for cut in cuts)
