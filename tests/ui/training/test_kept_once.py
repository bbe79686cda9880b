"""Of a trained model nothing is kept twice: not where it was trained, nor as a worker sends it."""

import pickle
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from tokviz.algorithms.alike.sized import sized_unigram
from tokviz.lessons import LESSONS
from tokviz.text.normalizers.sentencepiece import Normalizer
from tokviz.ui.training import sizes
from tokviz.ui.training.trained import Trained, learn

MOST_TWICE = 0.06
"""The part of all bytes that second copies may take: short strings, and arrays equal by chance."""

TRAINED: list[tuple[str, Callable[..., Any], str]] = [
    *((row.key, row.training.train, row.training.size) for row in LESSONS if row.training),
    ("unigram", sized_unigram, "vocab_size"),
]


def unlike_words(characters: int) -> str:
    rng = random.Random(5)
    words = ["".join(rng.choices("aeinorstlmü", k=rng.randrange(2, 9))) for _ in range(3_000)]
    lines = (" ".join(rng.choices(words, k=9)) for _ in range(characters // 50))
    return "\n".join(lines)


def leaves(value: Any) -> Iterator[tuple[int, object]]:
    """The texts, bytes and arrays that a value leads to, each object once, with their bytes.

    Normalizers are left out: all models of a process share their tables, which grow with use.
    """
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        kind: type = type(one)
        if isinstance(one, np.ndarray):
            yield one.nbytes, (one.dtype.str, one.tobytes())
        elif isinstance(one, str | bytes):
            yield sys.getsizeof(one), one
        elif not isinstance(one, Normalizer) and not sizes._leads_nowhere(kind):
            waiting.extend(sizes._held_by(kind, one))


def share_kept_twice(value: Any) -> float:
    copies = defaultdict[object, list[int]](list)
    for size, content in leaves(value):
        copies[content].append(size)
    twice = sum(sum(each[1:]) for each in copies.values())
    return twice / sum(sum(each) for each in copies.values())


@pytest.mark.parametrize(("key", "train", "size"), TRAINED, ids=[key for key, *_ in TRAINED])
def test_nothing_of_a_trained_model_is_kept_twice(
    key: str, train: Callable[..., Any], size: str
) -> None:
    text = unlike_words(20_000 if key == "unigram" else 60_000)
    here = learn(train, text, {size: 700})
    for learned in (here, pickle.loads(pickle.dumps(here))):
        assert share_kept_twice(Trained(key, text, learned)) < MOST_TWICE


def test_a_second_copy_is_seen() -> None:
    text = unlike_words(60_000)
    learned = learn(LESSONS[3].training.train, text, {"num_merges": 50})  # type: ignore[union-attr]
    assert share_kept_twice((Trained("a", text, learned), (text + "x")[:-1])) > MOST_TWICE
    arrays = np.arange(100_000), np.arange(100_000)
    assert share_kept_twice(arrays) == 0.5
