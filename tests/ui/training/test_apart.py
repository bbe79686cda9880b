"""What a page counts in a text: at once in a short one, in a worker in a long one; each once."""

from typing import Any

import pytest

from tokviz.algorithms.wordpiece import smallest_vocab
from tokviz.checks.errors import TokvizError
from tokviz.references.sentencepiece import train_library
from tokviz.ui.training import apart
from tokviz.ui.training.store import AT_ONCE_CHARACTERS
from tokviz.ui.training.workers import Task, Workers

LONG = "hen " * (AT_ONCE_CHARACTERS // 4 + 1)


def test_a_setting_that_says_what_is_so_anyway_is_not_counted_with_again() -> None:
    asked: list[bool] = []

    def least(text: str, *, lowercase: bool = False) -> int:
        asked.append(lowercase)
        return len(text)

    for settings in ({}, {"lowercase": False}, {"lowercase": True}, {"lowercase": True}):
        assert apart.smallest_size(least, "The hens", **settings) == 8
    assert asked == [False, True]


def test_a_short_text_is_counted_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "_wait", None)
    assert apart.words_of_bert("Hens, hens!", lowercase=True, strip_accents=None) == (4, 3)
    assert apart.smallest_size(smallest_vocab, "hens") == 5 + len({"h", "##e", "##n", "##s"})


def test_a_long_text_is_counted_in_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks: list[Task] = []

    def wait(task: Task) -> Any:
        tasks.append(task)
        return task.function(**task.arguments)

    monkeypatch.setattr(apart, "_wait", wait)
    words = apart.words_of_bert(LONG, lowercase=False, strip_accents=None)
    assert words == (LONG.count("hen"), 1)
    assert apart.smallest_size(smallest_vocab, LONG, lowercase=True) == 5 + 3
    assert [task.arguments["text"] for task in tasks] == [LONG, LONG]


def test_sentencepiece_trains_in_a_worker_in_line_with_the_trainings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bool] = []
    lines = Workers(most=1)

    def given(*, quick: bool) -> Workers:
        asked.append(quick)
        return lines

    monkeypatch.setattr(apart, "workers", given)
    settings = {"vocab_size": 20, "byte_fallback": False}
    model = apart.trained_by_sentencepiece("the hen in the pen", "unigram", **settings)
    assert model == train_library("the hen in the pen", "unigram", vocab_size=20)
    with pytest.raises(TokvizError, match=r"could not train on this text.*Use more text"):
        apart.trained_by_sentencepiece("", "bpe", **settings)
    monkeypatch.setattr(apart, "REFERENCE_SECONDS", 0.0)
    with pytest.raises(TokvizError, match=r"comparison may take up to 0 seconds"):
        apart.trained_by_sentencepiece("the hen in the pen", "bpe", **settings)
    lines.close()
    assert asked == [False, False, False]
