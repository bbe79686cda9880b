"""The sentencepiece library as a reference: trained with our settings, refused with reasons."""

from typing import Any

import pytest

from tests.sentencepiece_reference import pieces_of
from tests.sentencepiece_reference import train_reference as train_plainly
from tokviz import SentencePieceBPE, Unigram
from tokviz.references.sentencepiece import Algorithm, SentencePieceReference, train_library
from tokviz.samples import sample

TEXT = sample("harbour").text


def train_reference(text: str, algorithm: Algorithm, **settings: Any) -> SentencePieceReference:
    return SentencePieceReference(train_library(text, algorithm, **settings))


@pytest.mark.parametrize("algorithm", ["bpe", "unigram"])
def test_our_settings_are_the_librarys_own(algorithm: Algorithm) -> None:
    lines = tuple(line for line in TEXT.split("\n") if line)
    reference = train_reference(TEXT, algorithm, vocab_size=140)
    assert list(reference.vocab.values()) == pieces_of(train_plainly(lines, algorithm, 140))


def test_settings_reach_the_library() -> None:
    reference = train_reference(
        "ﬁsh ﬁsh ﬁsh", "bpe", vocab_size=275, normalization="identity", byte_fallback=True
    )
    assert "ﬁ" in "".join(reference.vocab.values())
    assert "<0x41>" in reference.vocab.values()


def test_merges_cross_spaces_in_the_library_as_in_ours() -> None:
    reference = train_reference(TEXT, "bpe", vocab_size=300, split_by_whitespace=False)
    ours = SentencePieceBPE.train(TEXT, vocab_size=300, split_by_whitespace=False)
    assert list(reference.vocab.values()) == [ours.vocab[i] for i in range(300)]
    assert any("▁" in piece[1:] for piece in reference.learned)


@pytest.mark.parametrize("kept", [0.5, 0.75, 0.9])
def test_prunings_keep_the_same_share_in_the_library_as_in_ours(kept: float) -> None:
    reference = train_reference(TEXT, "unigram", vocab_size=140, shrinking_factor=kept)
    ours = Unigram.train(TEXT, vocab_size=140, shrinking_factor=kept)
    assert list(reference.vocab.values()) == [ours.vocab[i] for i in range(140)]


def test_learned_pieces_leave_out_special_tokens_and_bytes() -> None:
    reference = train_reference("abab abab", "bpe", vocab_size=270, byte_fallback=True)
    assert "<unk>" not in reference.learned
    assert "<0x41>" not in reference.learned
    assert "ab" in reference.learned


def test_a_line_longer_than_the_librarys_default_is_not_left_out() -> None:
    reference = train_reference("ab " * 3_000, "bpe", vocab_size=8)
    assert "▁ab" in reference.vocab.values()


def test_an_empty_text_is_refused_with_a_remedy() -> None:
    with pytest.raises(ValueError, match=r"could not train on this text.*Use more text"):
        train_reference("", "unigram", vocab_size=100)


def test_too_small_a_vocabulary_is_refused_with_the_librarys_reason() -> None:
    with pytest.raises(ValueError, match="Vocabulary size is smaller"):
        train_reference("abc", "bpe", vocab_size=4)


def test_a_lone_surrogate_does_no_harm() -> None:
    assert train_reference("ab \ud800 ab", "bpe", vocab_size=20).learned
