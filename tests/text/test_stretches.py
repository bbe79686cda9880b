"""Counting by stretches finds what splitting each text from end to end finds."""

import itertools
import time
from collections.abc import Collection, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokviz import GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN, RegexBPE
from tokviz.checks.deadlines import Deadline
from tokviz.text import cutting, pre_tokens, stretches
from tokviz.text.pre_tokens import (
    TIKTOKEN_GPT2_PATTERN,
    PatternError,
    cut_special_tokens,
    split,
)
from tokviz.text.tiktoken_splits import split_as_tiktoken

SPECIAL = ("<|z|>", "<|x y|>")
CONTROL = "".join(map(chr, [*range(9), *range(14, 28), 127]))
PIECES = [*"ab  \n\n\t\r'sS1.,!/", "'ll", "  ", *SPECIAL, "\x00", "\x01", "\x1c", CONTROL]
texts_of = st.lists(
    st.lists(
        st.sampled_from([*PIECES, *"é\u00a0\u2003\u0085中\U0001f600"]) | st.sampled_from(PIECES)
    ).map("".join),
    max_size=4,
)


def one_after_another(
    texts: Sequence[str], pattern: str, special_tokens: Collection[str]
) -> list[tuple[str, bool]]:
    """The pre-tokens and whether each is a special token, every text split from end to end."""
    found = []
    for text in texts:
        for part, is_special in cut_special_tokens(text, special_tokens):
            pieces = [part] if is_special else split_as_tiktoken(part, pattern)
            found += [(piece, is_special) for piece in pieces]
    return found


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretches, "_BATCH", 3)
    for name, size in {"WORTH_COUNTING": 4, "_BLOCK": 20, "_SLOT_BITS": 2}.items():
        monkeypatch.setattr(cutting, name, size)


@pytest.mark.parametrize(
    "pattern", [GPT2_PATTERN, TIKTOKEN_GPT2_PATTERN, GPT4_PATTERN, O200K_PATTERN, r"\w+"]
)
@pytest.mark.parametrize("special_tokens", [(), SPECIAL])
@settings(max_examples=80, deadline=None)
@given(texts=texts_of)
def test_the_same_pre_tokens_in_the_same_order(
    pattern: str, special_tokens: tuple[str, ...], texts: list[str]
) -> None:
    counted = stretches.count_in_texts(texts, pattern, special_tokens)
    wanted = one_after_another(texts, pattern, special_tokens)
    kinds = [(text, n in counted.special) for n, text in enumerate(counted.distinct)]
    assert [kinds[number] for number in counted.occurrences] == wanted
    assert kinds == list(dict.fromkeys(wanted))
    assert counted.weights.tolist() == [wanted.count(kind) for kind in kinds]


def test_a_repeated_stretch_is_split_once(monkeypatch: pytest.MonkeyPatch) -> None:
    split: list[str] = []

    def watched(text: str, _pattern: str) -> str:
        split.append(text)
        return text

    monkeypatch.setattr(stretches, "as_tiktoken_sees", watched)
    counted = stretches.count_in_texts(["ein größter Hut, " * 50], GPT2_PATTERN)
    assert sum(text.count(" größter") for text in split) == 1
    assert counted.weights.max() == 50


def test_all_batches_share_one_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    deadlines: list[object] = []

    def watched(text: str, pattern: str, *, timeout: object = None) -> list[str]:
        deadlines.append(timeout)
        return split(text, pattern)

    monkeypatch.setattr(stretches, "split", watched)
    deadline = Deadline(5)
    stretches.count_in_texts(["één twéé drié viér vijf"], GPT2_PATTERN, deadline=deadline)
    assert len(deadlines) > 1
    assert {*deadlines} == {deadline}


def test_many_documents_that_each_take_a_moment_have_no_more_time_than_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each takes the pattern some 0.01 s of the processor, all of them would take 16."""
    monkeypatch.setattr(pre_tokens, "PATTERN_SECONDS", 0.25)
    documents = [f"{'a' * 20}b{number}" for number in range(2_000)]
    begun = time.process_time()
    with pytest.raises(PatternError, match=r"must finish within 0\.25 seconds"):
        RegexBPE.train(documents, num_merges=1, pattern="(a|aa)+$")
    assert time.process_time() - begun < 4


@pytest.mark.parametrize("slot_bits", [0, 16])
@pytest.mark.parametrize("end", ["", "\x00", "y", "é", "अ", "\U0001f600"])
def test_stretches_that_begin_alike_are_told_apart(
    monkeypatch: pytest.MonkeyPatch, end: str, slot_bits: int
) -> None:
    monkeypatch.setattr(cutting, "_BLOCK", 1 << 18)
    monkeypatch.setattr(cutting, "_SLOT_BITS", slot_bits)
    words = [" " + "x" * size + end for size in range(1, 20)]
    for pair in itertools.permutations([*words, " x" + "x" * 6 + "z" * 12], 2):
        cut, rows = cutting.number_stretches([("".join(pair * 2), False)], GPT2_PATTERN)
        assert cut == list(pair)
        assert rows.tolist() == [0, 1, 0, 1]


def test_an_edge_is_known_in_characters_and_in_bytes() -> None:
    text = "é अ\u07ff 中\u0800 \uffff\U00010000 \U0001f600a. " * 3
    edges = np.flatnonzero(cutting._edges(text, [5, len(text)], " "))
    assert len(edges) > 12
    assert cutting._in_bytes(text, edges).tolist() == [len(text[:edge].encode()) for edge in edges]
