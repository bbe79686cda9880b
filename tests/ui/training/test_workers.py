"""Tasks in processes of their own: bounded in time and memory, ended when nobody waits."""

import os
import pickle
import queue
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from tokviz.algorithms.alike.sized import sized_unigram
from tokviz.checks.errors import TokvizError
from tokviz.ui.training import tasks
from tokviz.ui.training.trained import learn
from tokviz.ui.training.workers import Task, Workers


def add(a: int, b: int) -> int:
    return a + b


def own_pid() -> int:
    return os.getpid()


def tell_and_wait(path: Path) -> None:
    path.write_text(str(os.getpid()), encoding="utf-8")
    while True:
        time.sleep(0.05)


def write_down(name: str, path: Path) -> None:
    """Who is served, as the worker comes to it."""
    with path.open("a", encoding="utf-8") as lines:
        lines.write(f"{name}\n")


def hold(size: int) -> int:
    return len(bytearray(size))


def break_off() -> None:
    os._exit(3)


def refuse() -> None:
    raise TokvizError("A number must be even, but 3 is odd. Use 4.")


def fail() -> None:
    raise ZeroDivisionError("one of ours")


def count_to(n: int, on_merge: Callable[[int], None]) -> int:
    for rank in range(n):
        time.sleep(0.12)
        on_merge(rank)
    return n


def print_and_answer() -> str:
    print("a library says something")
    os.write(1, b"and so does its C code")
    return "the answer"


def slow_to_import() -> list[str]:
    return [name for name in ("streamlit", "plotly", "pandas") if name in sys.modules]


def frozen() -> tuple[MappingProxyType[int, str], np.ndarray[Any, Any]]:
    array = np.arange(3)
    array.setflags(write=False)
    return MappingProxyType({1: "one"}), array


def task(function: Callable[..., Any], seconds: float = 60.0, **arguments: Any) -> Task:
    return Task(function, arguments, seconds, "Counting", "Count less.", "on_merge" in arguments)


def wait_until(true: Callable[[], object]) -> None:
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def patient(_: int | None) -> None:
    """A reader who stays."""


def test_a_task_is_done_apart_and_the_process_is_used_again(workers: Workers) -> None:
    assert workers.run(task(add, a=2, b=3), patient) == 5
    pids = {workers.run(task(own_pid), patient) for _ in range(8)}
    assert os.getpid() not in pids
    assert len(pids) <= 2  # one may still be on its way back when the next task comes


def test_a_process_is_used_again_however_large_the_server_is(workers: Workers) -> None:
    held = b"x" * 500_000_000
    first = workers.run(task(own_pid), patient)
    time.sleep(0.2)
    assert (workers.run(task(own_pid), patient), len(held)) == (first, 500_000_000)


def test_a_task_that_takes_too_long_is_ended_and_said_so(workers: Workers, tmp_path: Path) -> None:
    path = tmp_path / "pid"
    with pytest.raises(TokvizError, match=r"Counting may take up to 2 seconds.*Count less"):
        workers.run(task(tell_and_wait, seconds=2, path=path), patient)
    assert not alive(int(path.read_text()))


def test_a_task_of_a_reader_who_leaves_is_ended(workers: Workers, tmp_path: Path) -> None:
    path = tmp_path / "pid"

    def leaves(_: int | None) -> None:
        if path.exists() and path.read_text():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        workers.run(task(tell_and_wait, path=path), leaves)
    assert not alive(int(path.read_text()))


def test_who_waits_for_a_silent_task_is_looked_for_four_times_a_second(
    workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as nobody looks, the task of a reader who left works on."""
    listens: list[float | None] = []

    class Noted(queue.SimpleQueue[Any]):
        def get(self, block: bool = True, timeout: float | None = None) -> Any:
            listens.append(timeout)
            return super().get(block, timeout)

    def leaves(_: int | None) -> None:
        if len(listens) > 5:
            raise KeyboardInterrupt

    monkeypatch.setattr(queue, "SimpleQueue", Noted)
    with pytest.raises(KeyboardInterrupt):
        workers.run(task(tell_and_wait, path=tmp_path / "pid"), leaves)
    assert all(seconds is not None and seconds <= 0.25 for seconds in listens)


def test_a_task_that_needs_too_much_memory_is_refused(workers: Workers) -> None:
    with pytest.raises(TokvizError, match=r"Counting may use up to 2 GB of memory"):
        workers.run(task(hold, size=4_000_000_000), patient)


def test_memory_is_given_back_after_a_large_task(workers: Workers) -> None:
    first = workers.run(task(own_pid), patient)
    assert workers.run(task(hold, size=600_000_000), patient) == 600_000_000
    assert workers.run(task(own_pid), patient) != first


def test_a_process_that_breaks_off_is_one_sentence_and_others_go_on(workers: Workers) -> None:
    with pytest.raises(TokvizError, match=r"its process broke off, .* Count less\.$"):
        workers.run(task(break_off), patient)
    assert workers.run(task(add, a=1, b=1), patient) == 2


def test_what_a_task_refuses_reaches_the_reader_as_it_is(workers: Workers) -> None:
    with pytest.raises(TokvizError, match="3 is odd"):
        workers.run(task(refuse), patient)


def test_a_fault_of_ours_comes_back_with_its_traceback(workers: Workers) -> None:
    with pytest.raises(RuntimeError, match="ZeroDivisionError: one of ours"):
        workers.run(task(fail), patient)


def test_steps_reach_the_one_who_waits(workers: Workers) -> None:
    steps: list[int | None] = []
    counting = Task(count_to, {"n": 4}, 60.0, "Counting", "Count less.", progress=True)
    assert workers.run(counting, steps.append) == 4
    told = [step for step in steps if step is not None]
    assert told == sorted(told)
    assert set(told) <= set(range(4)) != set()


def test_what_a_task_prints_is_no_answer(workers: Workers) -> None:
    assert workers.run(task(print_and_answer), patient) == "the answer"


@pytest.mark.parametrize("function", [tasks.make_pre_tokens, learn], ids=lambda one: one.__name__)
def test_what_workers_do_needs_no_streamlit(workers: Workers, function: Callable[..., Any]) -> None:
    given: dict[str, dict[str, Any]] = {
        "make_pre_tokens": {"text": "a b", "pattern": "a", "special_tokens": ()},
        "learn": {"train": sized_unigram, "text": "ab " * 9, "settings": {"vocab_size": 8}},
    }
    assert workers.run(task(function, **given[function.__name__]), patient)
    assert workers.run(task(slow_to_import), patient) == []


def test_what_was_frozen_stays_frozen(workers: Workers) -> None:
    mapping, array = workers.run(task(frozen), patient)
    assert isinstance(mapping, MappingProxyType)
    assert not array.flags.writeable


def test_a_task_that_cannot_be_sent_fails_at_once(workers: Workers) -> None:
    with pytest.raises((AttributeError, pickle.PicklingError)):  # by the version of Python
        workers.run(task(lambda: None), patient)
    assert workers.run(task(add, a=1, b=1), patient) == 2


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_who_comes_first_is_first_served_and_the_others_hear_how_many_are_before(
    tmp_path: Path,
) -> None:
    pool = Workers(most=1)
    begun, served, left = tmp_path / "begun", tmp_path / "served", threading.Event()
    heard: dict[str, list[int]] = {"second": [], "third": []}

    def leave(_: int | None) -> None:
        if left.is_set():
            raise InterruptedError

    def first() -> None:
        with suppress(InterruptedError):
            pool.run(task(tell_and_wait, path=begun), leave)

    def later(name: str) -> None:
        asked = task(write_down, name=name, path=served)
        pool.run(asked, lambda _: None, heard[name].append)

    readers = [threading.Thread(target=first)]
    readers[0].start()
    wait_until(begun.exists)
    for name, befores in heard.items():
        readers.append(threading.Thread(target=later, args=(name,)))
        readers[-1].start()
        wait_until(befores.__len__)
    left.set()
    for reader in readers:
        reader.join(30)
    pool.close()
    assert served.read_text(encoding="utf-8").splitlines() == ["second", "third"]
    assert set(heard["second"]) == {0}
    assert heard["third"][0] == 1


def test_an_answer_that_came_in_time_is_heard_however_late_one_looks(workers: Workers) -> None:
    """A page draws each step, and may be at it while the last one and the answer come."""
    workers.run(task(own_pid), patient)  # to import what it counts by takes no time of the task
    counting = Task(count_to, {"n": 2}, 2.0, "Counting", "Count less.", progress=True)

    def slow(step: int | None) -> None:
        if step is not None:
            time.sleep(1.5)

    assert workers.run(counting, slow) == 2
