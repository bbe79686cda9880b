"""What a trained model keeps is counted in full, and a full store stays as large as it may be."""

import pickle
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from tokviz import ByteBPE, CharBPE, RegexBPE, SentencePieceBPE, WordPiece
from tokviz.algorithms.alike.sized import sized_unigram
from tokviz.checks.errors import TokvizError
from tokviz.samples import sample
from tokviz.text.normalizers.charsmap import rules_of
from tokviz.ui.training import tasks, trained
from tokviz.ui.training.messages import pickled
from tokviz.ui.training.sizes import kept_bytes
from tokviz.ui.training.store import ModelStore
from tokviz.ui.training.trained import Trained, learn
from tokviz.views.payload import inflated
from tokviz.views.player.player import train_payload

ROOT = Path(__file__).parents[3]
PROSE = sample("prose").text
LESSONS: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (ByteBPE.train, {"num_merges": 300}),
    (RegexBPE.train, {"num_merges": 300}),
    (CharBPE.train, {"num_merges": 300}),
    (WordPiece.train, {"vocab_size": 300}),
    (SentencePieceBPE.train, {"vocab_size": 300}),
    (sized_unigram, {"vocab_size": 200}),
    (tasks.train_word_level, {"unk_token": "[UNK]", "special_tokens": ()}),
]
each_lesson = pytest.mark.parametrize(("train", "settings"), LESSONS)


def random_text(seed: int, size: int) -> str:
    draw = random.Random(seed)
    return "".join(chr(draw.randint(0x21, 0x3000)) for _ in range(size))


@each_lesson
def test_the_size_of_a_model_is_what_python_allocates_for_it(
    train: Callable[..., Any], settings: dict[str, Any]
) -> None:
    content = pickle.dumps(learn(train, PROSE, settings))
    tracemalloc.start()
    learned = pickle.loads(content)
    allocated, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0.9 * allocated < kept_bytes(learned) < 1.5 * allocated
    assert learned.size > 0.9 * allocated


@each_lesson
def test_the_size_leaves_room_for_what_is_computed_later(
    train: Callable[..., Any], settings: dict[str, Any]
) -> None:
    rules_of.cache_clear()  # models share them, with what others have found out
    learned = learn(train, PROSE, settings)
    model = learned.model
    model.encode_trace("the keeper")
    model.tokenize("the keeper")
    for name in ("steps", "tokens_per_step", "num_tied"):
        getattr(model.trace, name, None)
    assert kept_bytes(model) + len(learned.payload) <= learned.size


@pytest.mark.parametrize("train", [ByteBPE.train, RegexBPE.train, CharBPE.train])
def test_it_leaves_that_room_for_a_hostile_text_too(train: Callable[..., Any]) -> None:
    """Nearly all of such a model are its tokens, which are kept once."""
    text = random_text(1, 2_500)
    learned = learn(train, text, {"num_merges": 3_500, "min_count": 1})
    learned.model.tokenize(text)
    assert kept_bytes(learned.model) + len(learned.payload) <= learned.size


@pytest.mark.parametrize(
    ("value", "at_least"),
    [
        (b"x" * 10_000, 10_000),
        ({1: "y" * 10_000}, 10_000),
        (MappingProxyType({1: "y" * 10_000}), 10_000),
        (np.zeros(1_000), 8_000),
        ([("a" * 5_000, {"b": b"c" * 5_000})], 10_000),
    ],
)
def test_everything_that_hangs_on_a_value_is_counted(value: object, at_least: int) -> None:
    assert at_least < kept_bytes(value) < at_least + 1_000


def test_what_is_held_twice_is_counted_once() -> None:
    word = "z" * 10_000
    assert kept_bytes([word, word, (word,)]) < 11_000


def test_a_model_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trained, "MAX_MODEL_BYTES", 1_000_000)
    with pytest.raises(TokvizError, match=r"up to 1 MB of memory.*at least twice"):
        learn(ByteBPE.train, random_text(1, 2_000), {"num_merges": 2_000})


def test_a_model_comes_from_a_worker_as_it_was_made() -> None:
    learned = learn(RegexBPE.train, PROSE, {"num_merges": 50})
    back = pickle.loads(pickled(("done", learned)))[1]
    assert back.payload == learned.payload
    assert back.model.encode(PROSE) == learned.model.encode(PROSE)
    assert not back.model.trace.boundary_rank.flags.writeable


def test_a_large_replay_is_kept_and_sent_deflated() -> None:
    learned = learn(ByteBPE.train, random_text(1, 20_000), {"num_merges": 500})
    whole = train_payload(learned.model.trace)
    assert len(learned.payload) < 0.8 * len(whole)
    assert inflated(learned.payload) == whole


def test_what_the_browser_is_sent_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def size_with(payload: bytes) -> int:
        monkeypatch.setattr(trained, "deflated", lambda _: payload)
        return learn(ByteBPE.train, PROSE, {"num_merges": 50}).size

    assert size_with(bytes(1_000_000)) - size_with(b"") == pytest.approx(1_000_000, rel=0.01)


STORE_BYTES, TEXTS = 15_000_000, 6


def fill_a_store() -> None:
    """Hostile texts: random, with so many merges that the tokens grow and grow."""
    store, sizes = ModelStore(max_bytes=STORE_BYTES), []
    for seed in range(TEXTS):
        text = random_text(seed, 2_500)
        learned = learn(ByteBPE.train, text, {"num_merges": 3_500})
        one = Trained(str(seed), text, learned)
        one.model.tokenize(text)  # what the first use computes is kept, too
        store.get_or_train(one.sig, lambda one=one: one, lambda: None)  # type: ignore[misc]
        sizes.append(one.size)
        if seed == 2:
            before = resident()
    print(sum(sizes), resident() - before)


def resident() -> int:
    """Bytes of memory that this process holds."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return 1_024 * int(status.split("VmRSS:")[1].split()[0])


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_full_store_keeps_the_process_small() -> None:
    """In a process of its own, whose memory nothing else fills."""
    code = "from tests.ui.training.test_sizes import fill_a_store; fill_a_store()"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    made, grown = map(int, run.stdout.split())
    assert made > 4 * STORE_BYTES
    assert grown < 1.5 * STORE_BYTES


def test_a_replay_that_is_too_large_beside_its_model_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    size = learn(ByteBPE.train, PROSE, {"num_merges": 50}).size
    monkeypatch.setattr(trained, "MAX_MODEL_BYTES", 2 * size)
    monkeypatch.setattr(trained, "deflated", lambda _: bytes(2 * size))
    with pytest.raises(TokvizError, match="of memory"):
        learn(ByteBPE.train, PROSE, {"num_merges": 50})


def test_a_dict_is_counted_behind_a_view_of_it_too() -> None:
    table = dict.fromkeys(range(1_000))
    assert kept_bytes(table) < kept_bytes(MappingProxyType(table)) < kept_bytes(table) + 100
