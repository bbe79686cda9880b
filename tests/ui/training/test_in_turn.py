"""Work of the server's own process that takes long is done by one at a time."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import pytest
import streamlit as st

import tokviz
from tests.ui.server.on_a_port import until
from tokviz.algorithms.wordpiece import WordPiece
from tokviz.checks.limits import LOOKED_UP, SENTENCE
from tokviz.traces.results import result_of
from tokviz.ui.components import contestants
from tokviz.ui.components.bring import Brought
from tokviz.ui.lessons import any_tokenizer
from tokviz.ui.training import apart
from tokviz.ui.training.apart import at_once, in_turn
from tokviz.ui.training.brought import examine, load_files

READERS = 10
WAIT = 20


def nested() -> Any:
    """At each place of a text of this letter end 512 pieces."""
    vocab = [["b" * size, -float(size)] for size in range(1, 513)]
    model = {"type": "Unigram", "vocab": vocab, "unk_id": 0}
    return load_files([("a.json", json.dumps({"version": "1.0", "model": model}).encode())], "")


class Counted:
    """Work that counts how many do it at the same time, at the most."""

    def __init__(self, gives: object) -> None:
        self._gives, self._lock, self._now, self.most = gives, threading.Lock(), 0, 0

    def __call__(self, *_: object, **__: object) -> Any:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        time.sleep(0.05)
        with self._lock:
            self._now -= 1
        return self._gives


def together(work: Callable[[int], object]) -> None:
    """Have it done by all readers at the same time."""
    with ThreadPoolExecutor(READERS) as readers:
        for done in [readers.submit(work, number) for number in range(READERS)]:
            done.result(WAIT)


@pytest.fixture
def brought() -> Iterator[Brought]:
    st.cache_resource.clear()
    yield Brought("mine", nested(), "mine")
    st.cache_resource.clear()


def test_ten_who_bring_pieces_that_begin_alike_are_served_one_by_one(
    brought: Brought, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None is too much for the server, but ten at once left their turn to nobody else."""
    counted = Counted(examine(brought.model, b"", "b", ask=lambda *_: None))
    monkeypatch.setattr(any_tokenizer, "examine", counted)
    monkeypatch.setattr(any_tokenizer, "_ask", lambda *_, **__: None)
    assert not brought.apart(4_000)
    together(lambda number: any_tokenizer._examined(brought, "b" * (3_000 + number)))
    assert counted.most == 1


def test_so_they_are_where_they_compare_it(brought: Brought) -> None:
    counted = Counted(None)
    together(
        lambda number: contestants._run(brought, counted, text="b" * (3_000 + number), name="mine")
    )
    assert counted.most == 1


def test_their_texts_are_still_told_with_what_the_library_gives(brought: Brought) -> None:
    found = any_tokenizer._examined(brought, "b" * 3_000)
    assert found.library is not None
    assert found.library.ids == found.ids
    asked = {"name": "mine", "tokenizer": brought.model, "text": found.text}
    assert contestants._run(brought, result_of, **asked).ids == found.ids


@pytest.mark.parametrize(
    ("model", "size", "run"),
    [
        (tokviz.RegexBPE.train("a hen", num_merges=1), LOOKED_UP, at_once),
        (WordPiece(MappingProxyType({0: "[UNK]", 1: "a"})), SENTENCE, at_once),
        (WordPiece(MappingProxyType({0: "[UNK]", 1: "a"})), LOOKED_UP, in_turn),
        (nested(), SENTENCE, at_once),
        (nested(), 3_000, in_turn),
        (tokviz.ByteBPE.train("a hen", num_merges=1), LOOKED_UP, at_once),
    ],
)
def test_what_a_letter_costs_decides(model: Any, size: int, run: object) -> None:
    one = Brought("mine", model, "mine")
    assert not one.apart(size)
    assert one.here(size) is run


# ---- the turn ------------------------------------------------------------------------------------


class Held:
    """The turn, held by another thread until this is left."""

    def __init__(self) -> None:
        self._begun, self._over = threading.Event(), threading.Event()
        self._thread = ThreadPoolExecutor(1)

    def __enter__(self) -> None:
        self._held = self._thread.submit(in_turn, self._hold)
        assert self._begun.wait(WAIT)

    def _hold(self) -> None:
        self._begun.set()
        assert self._over.wait(WAIT)

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._held.result(WAIT)
        self._thread.shutdown()


def test_who_waits_lets_others_go_on_and_who_works_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[int] = []

    @contextmanager
    def elsewhere() -> Iterator[None]:
        told.append(threading.get_ident())
        yield

    monkeypatch.setattr(apart, "elsewhere", elsewhere)
    with ThreadPoolExecutor(1) as other:
        with Held():
            assert told == []
            waits = other.submit(in_turn, threading.get_ident)
            until(lambda: bool(told))
        assert told == [waits.result(WAIT)]


def test_whoever_is_not_wanted_any_more_waits_no_longer_and_holds_no_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Over:
        def get(self, _: str) -> None:
            raise InterruptedError

    with Held(), monkeypatch.context() as over:
        over.setattr(st, "session_state", Over())
        with pytest.raises(InterruptedError):
            in_turn(lambda: None)
    assert in_turn(lambda: "done") == "done"


def test_work_that_fails_gives_its_turn_back() -> None:
    def fail() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        in_turn(fail)
    assert in_turn(lambda: "done") == "done"
