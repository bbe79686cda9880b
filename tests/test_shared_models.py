"""One model for several threads: they may all begin at once, and it may be copied meanwhile."""

import copy
import pickle
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import count
from typing import Any

import pytest

import tokviz
from tests.pipelines import built
from tokviz.algorithms.pieces.look_ups import SentencePieceLookup
from tokviz.files.loading.pipelines import pipeline_from_text
from tokviz.text.remembered import Remembered

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


@pytest.fixture
def without_a_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """``cached_property`` as Python 3.12 and later have it: each thread may make its own value.

    All that find none make one; the thread called "late" puts its own in place of the other's.
    """

    def get(self: Any, instance: Any, _: object = None) -> Any:
        if instance is None:
            return self
        if self.attrname not in vars(instance):
            time.sleep(0.001)
            value = self.func(instance)
            if threading.current_thread().name == "late":
                time.sleep(0.003)
            vars(instance)[self.attrname] = value
        return vars(instance)[self.attrname]

    monkeypatch.setattr(cached_property, "__get__", get)


def answers(model: Any, text: str) -> list[Any]:
    ids = model.encode(text)
    return [ids, model.token_spans(text), model.decode(ids)]


@each
@pytest.mark.usefixtures("hurried", "without_a_lock")
def test_threads_that_begin_at_once_are_answered_as_one_alone(make: Callable[[], Any]) -> None:
    model = make()
    text, sent = "lower é 一 newest. " + "low" * 20, pickle.dumps(model)
    alone = answers(model, text)
    for _ in range(3):
        cold, found, begin = pickle.loads(sent), list[Any](), threading.Barrier(2)

        def ask(cold: Any, found: list[Any], begin: threading.Barrier) -> None:
            begin.wait()
            found.append(answers(cold, text))

        asked = (cold, found, begin)
        readers = [threading.Thread(target=ask, args=asked, name=name) for name in ("soon", "late")]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
        assert [*found, answers(cold, text)] == [alone] * 3


def remembered(held: Any, seen: set[int]) -> int:
    """How many entries hang on a model, but for those whose number is limited."""
    if id(held) in seen or isinstance(held, Remembered):
        return 0
    seen.add(id(held))
    if isinstance(held, str | bytes | int):
        return 0
    if isinstance(held, dict | list | set):
        return len(held) + sum(remembered(each, seen) for each in getattr(held, "values", list)())
    if type(held).__module__.startswith("tokviz"):
        return sum(remembered(each, seen) for each in getattr(held, "__dict__", {}).values())
    return 0


@each
def test_new_words_without_end_are_not_all_remembered(make: Callable[[], Any]) -> None:
    model, letters = make(), random.Random(1)
    sizes = []
    for _ in range(3):
        for _ in range(40):
            text = "".join(letters.choices("elnorstwé ", k=300))
            model.encode(text + text.replace(" ", ""))
            if hasattr(model, "sample"):
                model.sample(text)
        sizes.append(remembered(model, set()))
    assert sizes[1:] == sizes[:-1]


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
