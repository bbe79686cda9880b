"""What the tests of the algorithms share."""

import pytest

import tokviz
from tests.sentencepiece_reference import CATS, SMALL, english
from tokviz import RegexBPE, SentencePieceBPE, Unigram


@pytest.fixture(scope="session")
def gpt2() -> RegexBPE:
    return RegexBPE.from_tiktoken(tokviz.gpt2())


@pytest.fixture(scope="session")
def english_unigram() -> Unigram:
    """Of 150 kB of made-up English."""
    return Unigram.train(english(150_000), vocab_size=1000)


@pytest.fixture(scope="session")
def small_unigram() -> Unigram:
    """Of three short lines, in which every step can be followed."""
    return Unigram.train(SMALL, vocab_size=30)


@pytest.fixture(scope="session")
def small() -> SentencePieceBPE:
    """Of two short lines."""
    return SentencePieceBPE.train(CATS, vocab_size=30)
