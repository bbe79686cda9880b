"""Many texts encoded together: each as alone, and as the plain search has it in one piece."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sentencepiece_reference import JAPANESE, few_letters, japanese
from tokviz.algorithms.models import batches
from tokviz.algorithms.pieces.best_path import best_path
from tokviz.algorithms.sentencepiece_bpe import SentencePieceBPE
from tokviz.algorithms.unigram import Unigram
from tokviz.checks.errors import KindError
from tokviz.text.remembered import Remembered

ODD = ("", " ", "a\nb", "か\u3099", "①", "▁", "Ω龍" * 20, "x" * 200, "\0", "\ud800", "é" * 30)


def drawn_texts(rng: random.Random) -> list[str]:
    """Lines of few letters or of several scripts, some with what no piece has, some long."""
    letters = rng.choice(["abcde", "abc ", "日本語のにをが", "".join(JAPANESE.split())])
    texts = ["".join(rng.choices(letters, k=rng.choice([3, 30, 150]))) for _ in range(12)]
    texts += rng.sample(ODD, rng.choice([0, 3, len(ODD)]))
    rng.shuffle(texts)
    return texts


def whole(model: Unigram, text: str) -> list[int]:
    """The plain search over the whole text, its unknown runs resolved."""
    path = best_path(model.normalizer.normalize(text), model.table)
    tokens = model.pieces.resolve_unknown(zip(path.pieces, path.token_ids, strict=True))
    return [token_id for _, token_id in tokens]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"byte_fallback": True},
        {"user_defined_symbols": ("ab", "日本")},
        {"split_by_whitespace": False},
        {"normalization": "identity", "remove_extra_whitespaces": False},
    ],
)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 1 << 32))
def test_texts_are_encoded_together_as_in_one_piece(options: dict[str, Any], seed: int) -> None:
    """Of few letters pieces tie again and again. Twice, as words are remembered meanwhile."""
    rng = random.Random(seed)
    lines = [*few_letters(seed)[:40], *japanese(30)]
    size = rng.choice([150, 250]) + 256 * bool(options.get("byte_fallback"))
    model = Unigram.train(lines, vocab_size=size, **options)
    texts = drawn_texts(rng)
    alone = [whole(model, text) for text in texts]
    assert model.encode_batch(texts) == alone
    assert model.encode_batch(iter(texts)) == alone
    assert [model.encode(text) for text in texts] == alone
    resolved = [[model.vocab[i] for i in ids if i != model.unk_id] for ids in alone]
    spelled = [[t for t in model.tokenize(text) if t in model.pieces.text_ids] for text in texts]
    if not options.get("byte_fallback"):
        assert spelled == resolved


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 1 << 32), most=st.sampled_from([1, 2, 5]))
def test_merged_texts_are_encoded_some_at_a_time_as_alone(seed: int, most: int) -> None:
    model = SentencePieceBPE.train([*few_letters(seed)[:40], *japanese(30)], vocab_size=250)
    texts = drawn_texts(random.Random(seed))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batches, "MOST_TEXTS", most)
        together = model.encode_batch(texts)
    assert together == [model.encode(text) for text in texts]


def test_texts_that_are_looked_at_together_are_few_and_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batches, "MOST_TEXTS", 3)
    monkeypatch.setattr(batches, "MOST_CHARACTERS", 10)
    texts = ["aaaa", "bbbb", "cc", "d", "e" * 30, "", "", "", "f"]
    blocks = [["aaaa", "bbbb", "cc"], ["d"], ["e" * 30], ["", "", ""], ["f"]]
    assert list(batches.some_at_a_time(texts)) == blocks
    assert list(batches.some_at_a_time([])) == []


def test_what_is_no_text_among_texts_is_refused() -> None:
    model = Unigram.train("ab abc " * 5, vocab_size=10)
    with pytest.raises(KindError):
        model.encode_batch(["ab", b"ab"])  # type: ignore[list-item]


@pytest.mark.parametrize("lesson", [SentencePieceBPE, Unigram])
def test_a_text_costs_no_more_when_many_words_are_known(
    lesson: type[SentencePieceBPE | Unigram], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One text after the other: nothing walks through all the words that were met before."""
    model = lesson.train("the hen saw the other hen\n" * 3, vocab_size=24)
    expected = model.encode("the other")
    walked: list[int] = []

    def note(self: Remembered[object]) -> Iterator[str]:
        walked.append(len(self))
        return iter(list(dict.keys(self)))

    monkeypatch.setattr(Remembered, "__iter__", note, raising=False)
    assert model.encode("the other") == expected
    assert model.decode(model.encode("another hen")) == "another hen"
    assert model.tokenize("the other") == [model.vocab[token_id] for token_id in expected]
    assert walked == []
