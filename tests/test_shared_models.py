"""One model for several threads: it may be copied and sent while others encode with it."""

import copy
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

import tokviz
from tests.pipelines import built
from tokviz.algorithms.pieces.look_ups import SentencePieceLookup
from tokviz.files.loading.pipelines import pipeline_from_text

TEXT = "low low lower newest newest widest. The tokenizers learn from the tokens of the text."
BYTES = {bytes([value]): value for value in range(256)}


def brought(shape: str) -> Any:
    return pipeline_from_text(built(shape).to_str(), f"{shape}.json")


def characters() -> Any:
    learned = tokviz.SentencePieceBPE.train(TEXT, vocab_size=60)
    return SentencePieceLookup(learned.pieces, learned.normalizer, unit="char")


MODELS: dict[str, Callable[[], Any]] = {
    "ByteBPE": lambda: tokviz.ByteBPE.train(TEXT, vocab_size=276),
    "RegexBPE": lambda: tokviz.RegexBPE.train(TEXT, vocab_size=280),
    "RegexBPE of ranks": lambda: tokviz.RegexBPE.from_ranks(
        BYTES | {b"lo": 256, b"low": 257}, pattern=tokviz.GPT2_PATTERN, special_tokens={}
    ),
    "CharBPE": lambda: tokviz.CharBPE.train(TEXT, num_merges=20),
    "WordPiece": lambda: tokviz.WordPiece.train(TEXT, vocab_size=70),
    "SentencePieceBPE": lambda: tokviz.SentencePieceBPE.train(TEXT, vocab_size=60),
    "SentencePieceLookup": characters,
    "Unigram": lambda: tokviz.Unigram.train(TEXT, vocab_size=60),
    "WordLevel": lambda: tokviz.WordLevel.train(TEXT, unk_token="<unk>"),
    "brought, merging": lambda: brought("gpt2"),
    "brought, a lattice": lambda: brought("t5"),
}
each = pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)


def use(model: Any, number: int) -> None:
    """Meet new words, twice each, and read the record: all that a model or a trace remembers."""
    text = f"lower{number} é{chr(0x4E00 + number)} newest{number}t widest"
    for _ in range(2):
        model.encode(text)
    model.token_spans(text)
    model.decode(model.encode_trace(text).ids if model.trace else model.encode(text))
    if model.trace:
        assert len(model.trace.steps) > 0


@pytest.fixture
def hurried() -> Iterator[None]:
    """Threads take turns a thousand times as often as usual."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(usual)


@each
def test_what_a_model_has_met_stays_behind_when_it_is_copied(make: Callable[[], Any]) -> None:
    model = make()
    size = len(pickle.dumps(model))
    for number in range(200):
        use(model, number)
    assert len(pickle.dumps(model)) == size
    for copied in (copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert len(vars(copied)) < len(vars(model))
        assert copied.encode("lower widest") == model.encode("lower widest")


@each
@pytest.mark.usefixtures("hurried")
def test_one_thread_copies_a_model_while_others_encode(make: Callable[[], Any]) -> None:
    model, done, failed = make(), threading.Event(), list[Exception]()

    def encode(numbers: Iterator[int]) -> None:
        try:
            while not done.is_set():
                use(model, next(numbers) % 20_000)
        except Exception as error:
            failed.append(error)

    readers = [threading.Thread(target=encode, args=(count(at, 2),)) for at in range(2)]
    for reader in readers:
        reader.start()
    try:
        for _ in range(10):
            for copied in (copy.copy(model), copy.deepcopy(model), pickle.dumps(model)):
                assert copied
    finally:
        done.set()
        for reader in readers:
            reader.join()
    assert not failed
