"""A page that says how far its trainings are, and that another reader has begun one."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.delta_generator import DeltaGenerator
from streamlit.testing.v1 import AppTest

from tokviz.lessons import LESSONS
from tokviz.ui.shell.values import pack_text
from tokviz.ui.training import store
from tokviz.ui.training.trained import Learned, Trained

SIG = "another reader trains it"
UNTRAINED = {"whitespace", "text_to_bytes", "any_tokenizer"}
TRAINED = [row.key for row in LESSONS if row.key not in UNTRAINED]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the bars of a page say, one after the other."""
    words: list[str] = []
    show = DeltaGenerator.progress

    def progress(place: DeltaGenerator, value: float, text: str) -> DeltaGenerator:
        words.append(text)
        return show(place, value, text)

    monkeypatch.setattr(DeltaGenerator, "progress", progress)
    return words


def test_who_waits_for_anothers_training_is_told_so_until_the_page_shows_it(
    open_page: Callable[..., AppTest], told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()

    def another() -> None:
        def train() -> Trained:
            begun.set()
            given_up = time.monotonic() + 20
            while len(told) < 3:  # the first brings the bar
                assert time.monotonic() < given_up
                time.sleep(0.01)
            raise InterruptedError

        with pytest.raises(InterruptedError):
            store.store().get_or_train(SIG, train, lambda: None)

    monkeypatch.setattr(store, "signature", lambda *_: SIG)
    thread = threading.Thread(target=another)
    thread.start()
    assert begun.wait(20)
    at = open_page("byte_bpe")
    thread.join(20)
    assert set(told[1:]) == {"Another reader trains on the same text. One moment …"}
    assert not [button for button in at.button if button.label == "Stop training"]


@pytest.mark.parametrize("key", TRAINED)
def test_every_training_of_a_page_may_take_long(
    key: str,
    open_page: Callable[..., AppTest],
    told: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each has its bar and its button, beside those of others."""
    monkeypatch.setattr(store, "SHOW_PROGRESS_SECONDS", -1)
    monkeypatch.setattr(store, "AT_ONCE_CHARACTERS", 0)
    open_page(key, text=pack_text("a text that no other test has trained on, " * 3))
    assert told


def test_a_short_text_with_a_pattern_of_ones_own_waits_for_no_long_training(
    open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    class Line:
        def run(self, task: Any, *_: Any) -> Learned:
            learned: Learned = task.function(**task.arguments)
            return learned

    def workers(*, quick: bool = False) -> Line:
        asked.append(quick)
        return Line()

    monkeypatch.setattr(store, "workers", workers)
    open_page("regex_bpe", pattern="own", own_pattern=r"[a-z]+|[^a-z]+")
    assert asked == [True]
