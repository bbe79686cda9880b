"""A word without end, and a run of one letter, cost what their length says and no more.

Times of the processor, one beside the other: four times the text may take four times as long, or
somewhat more for sorting and memory. What grows with the square takes sixteen times as long.
"""

import gc
import random
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time

import pytest

import tokviz
from tests.pipelines import built
from tokviz.lessons import LESSONS, Variant
from tokviz.references.gpt2 import gpt2
from tokviz.text.normalizers.bert import bert_normalize
from tokviz.traces.tokenizer import Tokenizer

SIZE = 8_000
GROWTH = 4
MOST = 9
LEAST = 0.001
"""Seconds that a short text counts at least: microseconds are all noise, and what grows with the
square takes over nine times this for the long text, even if it only copies memory."""

LEARNED_FROM = "the hen and the men " * 5 + "aa aaaa aaaaaaaa " * 20


def brought(shape: str) -> Tokenizer:
    """A tokenizer of Hugging Face's file, as a reader may bring one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tokenizer.json")
        path.write_text(built(shape).to_str(), encoding="utf-8")
        return tokviz.load(path)


VARIANTS = [pytest.param(variant, id=variant.name) for row in LESSONS for variant in row.variants]
READY = [
    Variant("GPT-2", lambda _: tokviz.RegexBPE.from_tiktoken(gpt2())),
    Variant("Llama 2's pipeline", lambda _: brought("llama2")),
]
"""These learned elsewhere, from whatever text."""


def word(size: int) -> str:
    """Syllables without a space, the same in every run."""
    rng = random.Random(size)
    syllables = [a + b for a in "bdghklmnrst" for b in ("a", "e", "i", "o", "an", "er")]
    return "".join(rng.choices(syllables, k=size))[:size]


def run(size: int) -> str:
    return "a" * size


def marks(size: int) -> str:
    """Accents above and below in turn, which decomposing puts in order."""
    return "a" + "\u0301\u0316" * (size // 2)


def seconds(work: Callable[[str], object], text: str) -> float:
    gc.disable()  # looking for garbage takes as long as what all other tests have left
    try:
        began = process_time()
        work(text)
        return process_time() - began
    finally:
        gc.enable()


def growth(make: Callable[[], Callable[[str], object]], text: Callable[[int], str]) -> float:
    """How many times longer the long text takes, at best of some tries on a busy machine."""
    ratios: list[float] = []
    while len(ratios) < 3 and (not ratios or min(ratios) > MOST):
        short = min(seconds(make(), text(SIZE)) for _ in range(2))
        ratios.append(seconds(make(), text(SIZE * GROWTH)) / max(short, LEAST))
    return min(ratios)


texts = pytest.mark.parametrize("text", [word, run])
variants = pytest.mark.parametrize("variant", VARIANTS)
all_that_encode = pytest.mark.parametrize(
    "variant", [*VARIANTS, *(pytest.param(variant, id=variant.name) for variant in READY)]
)


@variants
@texts
def test_training_takes_no_longer_than_the_word(
    variant: Variant, text: Callable[[int], str]
) -> None:
    assert growth(lambda: variant.train, text) < MOST


@all_that_encode
@texts
@pytest.mark.parametrize("name", ["encode", "encode_trace", "token_spans"])
def test_a_long_word_is_encoded_in_time(
    variant: Variant, text: Callable[[int], str], name: str
) -> None:
    def fresh() -> Callable[[str], object]:
        tokenizer: Tokenizer = variant.train(LEARNED_FROM)
        work: Callable[[str], object] = getattr(tokenizer, name)
        work("hen")
        return work

    assert growth(fresh, text) < MOST


def test_accents_are_dropped_in_time_however_many_one_letter_has() -> None:
    assert growth(lambda: partial(bert_normalize, lowercase=True), marks) < MOST


@all_that_encode
@texts
def test_decoding_takes_no_longer_than_the_word(
    variant: Variant, text: Callable[[int], str]
) -> None:
    tokenizer = variant.train(LEARNED_FROM)
    short, long = (tokenizer.encode(text(size)) for size in (SIZE, SIZE * GROWTH))
    ids = {SIZE: short, SIZE * GROWTH: long}
    assert growth(lambda: lambda t: tokenizer.decode(ids[len(t)]), text) < MOST
