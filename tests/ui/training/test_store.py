"""The store of trained models: keyed by everything, bounded, one training for two readers."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from weakref import ref

import pytest

from tokviz import ByteBPE
from tokviz.ui.server.held import ended
from tokviz.ui.server.place_in_line import Line, begin
from tokviz.ui.shell.state import PageState
from tokviz.ui.training.store import ModelStore, _Progress, signature
from tokviz.ui.training.trained import Trained, learn


def trained(sig: str, text: str = "abab") -> Trained:
    return Trained(sig, text, learn(ByteBPE.train, text, {"num_merges": 1}))


def never() -> None:
    raise AssertionError("nobody else trains this")


def test_a_signature_depends_on_every_character_of_the_text() -> None:
    text = "x" * 5_000
    edited = text[:4_990] + "y" + text[4_991:]
    settings = {"num_merges": 10}
    assert signature("a", text, settings) != signature("a", edited, settings)


def test_a_signature_depends_on_lesson_and_settings() -> None:
    names = {
        signature("a", "text", {"n": 1}),
        signature("b", "text", {"n": 1}),
        signature("a", "text", {"n": 2}),
    }
    assert len(names) == 3


def test_a_known_model_is_not_trained_again() -> None:
    store = ModelStore()
    first = store.get_or_train("sig", lambda: trained("sig"), never)
    assert store.get_or_train("sig", lambda: trained("other"), never) is first


def test_the_model_unused_longest_goes_first() -> None:
    store = ModelStore(max_models=2)
    for sig in ("a", "b"):
        store.get_or_train(sig, partial(trained, sig), never)
    store.get("a")
    store.get_or_train("c", lambda: trained("c"), never)
    assert store.get("b") is None
    assert store.get("a") is not None


def test_the_store_is_bounded_in_bytes() -> None:
    store = ModelStore(max_bytes=2 * trained("x").size + 1)
    for sig in ("a", "b", "c"):
        store.get_or_train(sig, partial(trained, sig), never)
    assert store.get("a") is None
    assert store.get("c") is not None


def test_what_lives_on_elsewhere_counts_and_is_had_again() -> None:
    """An open part of a page holds the model that it draws."""
    store = ModelStore(max_bytes=2 * trained("x").size + 1)
    held = store.get_or_train("a", lambda: trained("a"), never)
    for sig in ("b", "c"):
        store.get_or_train(sig, partial(trained, sig), never)
    assert store.size > 1.9 * held.size
    assert store.get("b") is None
    assert store.get("a") is held


def test_what_nobody_holds_is_gone_at_once_and_the_system_gets_its_memory_back() -> None:
    store = ModelStore(max_models=1)
    gone = ref(store.get_or_train("a", lambda: trained("a"), never))
    before = ended._size
    store.get_or_train("b", lambda: trained("b"), never)
    assert gone() is None
    assert ended._size > before


def test_who_waits_for_anothers_training_holds_up_no_other_run() -> None:
    store, line = ModelStore(), Line()
    held_up: list[bool] = []

    def waiting() -> None:
        held_up.append(not line._last.over.is_set())
        raise InterruptedError

    def asks() -> None:
        begin(line)
        assert not line._last.over.is_set()
        with pytest.raises(InterruptedError):
            store.get_or_train("sig", lambda: trained("sig"), waiting)

    with store._turn("sig", never), ThreadPoolExecutor(1) as thread:
        thread.submit(asks).result(30)
    assert held_up == [False]


def test_two_readers_who_ask_for_one_model_train_it_once() -> None:
    store = ModelStore()
    begun, go_on = threading.Event(), threading.Event()
    trainings: list[int] = []
    waits: list[int] = []

    def slow() -> Trained:
        trainings.append(1)
        begun.set()
        assert go_on.wait(10)
        return trained("sig")

    first = threading.Thread(target=store.get_or_train, args=("sig", slow, never))
    first.start()
    assert begun.wait(10)

    def waiting() -> None:
        waits.append(1)
        go_on.set()
        time.sleep(0.01)

    second = store.get_or_train("sig", slow, waiting)
    first.join(10)
    assert second.sig == "sig"
    assert (len(trainings), bool(waits)) == (1, True)


def test_a_training_that_fails_lets_the_next_reader_try() -> None:
    store = ModelStore()

    def stopped() -> Trained:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.get_or_train("sig", stopped, never)
    assert store.get_or_train("sig", lambda: trained("sig"), never).sig == "sig"


def test_who_comes_after_a_training_that_was_stopped_waits_for_the_one_that_took_its_turn() -> None:
    store = ModelStore()
    begun = {"stopped": threading.Event(), "second": threading.Event()}
    waited = {"second": threading.Event(), "third": threading.Event()}
    stop, go_on = threading.Event(), threading.Event()
    trainings: list[str] = []

    def stopped() -> Trained:
        begun["stopped"].set()
        assert stop.wait(10)
        raise InterruptedError

    def slow(name: str) -> Trained:
        trainings.append(name)
        begun["second"].set()
        assert go_on.wait(10)
        return trained("sig")

    def first() -> None:
        with pytest.raises(InterruptedError):
            store.get_or_train("sig", stopped, never)

    def reader(name: str) -> None:
        store.get_or_train("sig", partial(slow, name), waited[name].set)

    readers = [threading.Thread(target=first)]
    readers += [threading.Thread(target=reader, args=(name,)) for name in ("second", "third")]
    readers[0].start()
    assert begun["stopped"].wait(10)
    readers[1].start()
    assert waited["second"].wait(10)
    stop.set()
    readers[0].join(10)
    assert begun["second"].wait(10)
    readers[2].start()
    assert waited["third"].wait(10)
    go_on.set()
    for each in readers[1:]:
        each.join(10)
    assert trainings == ["second"]


def test_a_fault_that_comes_up_as_the_bar_is_taken_away_is_not_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> None:
        raise RuntimeError("one of ours")

    progress = _Progress(PageState("byte_bpe"), "sig", None, at_most=False)
    monkeypatch.setattr(progress._place, "empty", fail)
    progress.clear()  # no bar came
    progress._bar = "a bar"
    with pytest.raises(RuntimeError, match="one of ours"):
        progress.clear()


@pytest.mark.parametrize(("at_most", "told"), [(True, ", of fewer than 9"), (False, " of 9")])
def test_the_bar_says_how_many_merges_there_are_or_at_most(
    at_most: bool, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[str] = []

    class Bar:
        def progress(self, _: float, *, text: str) -> None:
            texts.append(text)

    progress = _Progress(PageState("byte_bpe"), "sig", 9, at_most=at_most)
    monkeypatch.setattr(progress, "_bar", Bar())
    progress.waiting(4)
    assert texts == [f"Merge 4{told}"]
