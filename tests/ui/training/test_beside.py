"""Short trainings of a class: in a worker where many come, and the same wherever they are done."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.ui.training.test_workers import patient, task, wait_until
from tokviz import TokvizError
from tokviz.lessons import LESSONS, Lesson
from tokviz.ui.training import beside
from tokviz.ui.training.beside import MANY, Beside
from tokviz.ui.training.line import _Place
from tokviz.ui.training.trained import Learned, learn
from tokviz.ui.training.workers import Workers

TRAIN = [row for row in LESSONS if row.training]


@dataclass(frozen=True)
class Learner:
    """A model that knows in which process it learned."""

    pid: int
    trace: tuple[()] = ()


def where(_: str, **__: object) -> Learner:
    return Learner(os.getpid())


def refuse(text: str, **_: object) -> Learner:
    raise TokvizError(f"A text must be long, but {text} is short. Write more.")


def break_off_elsewhere(_: str, *, here: int, **__: object) -> Learner:
    if os.getpid() != here:
        os._exit(3)
    return Learner(os.getpid())


def fail_elsewhere(_: str, *, here: int, **__: object) -> Learner:
    if os.getpid() != here:
        raise OSError("no file of it there")
    return Learner(os.getpid())


def process(made: Beside) -> int:
    """The process that it trains in."""
    pid: int = made.learn(train=where, text="hen", settings={}).model.pid
    return pid


def here_every(seconds: float, made: Beside, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """One more than are many, so many seconds after each other: is each done here?"""
    done = []
    for number in range(MANY + 1):
        monkeypatch.setattr(beside, "CLOCK", lambda now=number * seconds: now)
        done.append(process(made) == os.getpid())
    return done


@pytest.fixture
def line() -> Iterator[Workers]:
    line = Workers(most=2)
    yield line
    line.close()


@pytest.fixture
def waits(line: Workers) -> Workers:
    """A line in which a process waits."""
    line.run(task(learn, train=where, text="hen", settings={}), patient)
    return line


def test_many_trainings_are_done_in_one_process_beside(waits: Workers) -> None:
    made = Beside(waits, cores=2, many=1)
    processes = {process(made) for _ in range(8)}
    assert len(processes) == 1
    assert os.getpid() not in processes


def test_few_are_done_at_once(waits: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    """As those of one who types."""
    made = Beside(waits, cores=2)
    assert here_every(0.15, made, monkeypatch) == [True] * (MANY + 1)


def test_so_many_in_a_second_are_many(waits: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Beside(waits, cores=2)
    assert here_every(0.14, made, monkeypatch) == [True] * (MANY - 1) + [False] * 2


def test_a_machine_of_one_core_has_none_beside(waits: Workers) -> None:
    assert process(Beside(waits, cores=1, many=1)) == os.getpid()


def test_where_no_process_waits_one_is_started_for_later(line: Workers) -> None:
    made = Beside(line, cores=2, many=1)
    assert process(made) == os.getpid()
    wait_until(lambda: line._idle)
    assert process(made) != os.getpid()


def test_none_is_started_where_work_has_all_places(line: Workers) -> None:
    with line._line.served_now(), line._line.served_now():
        line.get_ready()
    assert not line._idle


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system does not tell")
def test_the_cores_are_those_that_the_server_may_use() -> None:
    script = """
import os
os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
from tokviz.ui.training.beside import beside
assert beside()._cores == 1
"""
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


def test_nobody_waits_for_long_while_the_process_is_busy(waits: Workers, tmp_path: Path) -> None:
    """With a training of another reader, whom it is not taken from."""
    made, path = Beside(waits, cores=2, many=1), tmp_path / "pid"

    def other() -> None:
        made.learn(train=tell_and_wait_for, text=str(path), settings={})

    thread = threading.Thread(target=other)
    thread.start()
    wait_until(path.exists)
    assert process(made) == os.getpid()
    path.with_suffix(".end").touch()
    thread.join(30)


def test_nobody_stands_in_line_behind_work_that_takes_long(waits: Workers) -> None:
    """While readers' own patterns have all places, it is done here, also where a process rests."""
    with waits._line.served_now(), waits._line.served_now():
        assert process(Beside(waits, cores=2, many=1)) == os.getpid()


def test_who_stands_in_line_comes_first(waits: Workers) -> None:
    waits._line._places.append(_Place("a reader who waits"))
    assert process(Beside(waits, cores=2, many=1)) == os.getpid()


def test_one_long_training_keeps_the_others_waiting_but_once(
    waits: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Beside(waits, cores=2, many=1)
    monkeypatch.setattr(beside, "PATIENCE", 600.0)
    made._taken = time.monotonic() - 600.0
    here: list[int] = []
    with made._turn:
        reader = threading.Thread(target=lambda: here.append(process(made)), daemon=True)
        reader.start()
        reader.join(30)
        assert here == [os.getpid()]


def test_a_thread_too_many_is_not_missed(line: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(_: object) -> None:
        raise RuntimeError("can't start new thread")

    made = Beside(line, cores=2, many=1)
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuses)
        assert process(made) == os.getpid()
    assert process(made) == os.getpid()
    wait_until(lambda: line._idle)
    assert process(made) != os.getpid()


def test_where_no_process_can_live_none_is_tried_for_a_while(
    line: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, tried = Beside(line, cores=2, many=1), list[str]()

    def fails() -> None:
        tried.append("a start")
        raise TokvizError("A worker must live, but this one broke off.")

    monkeypatch.setattr(line, "get_ready", fails)
    assert process(made) == os.getpid()
    wait_until(lambda: tried and not made._starting.locked())
    assert process(made) == os.getpid()
    made._rests_until = 0.0
    assert process(made) == os.getpid()
    wait_until(lambda: len(tried) == 2)


def tell_and_wait_for(text: str, **_: object) -> Learner:
    path = Path(text)
    path.touch()
    wait_until(path.with_suffix(".end").exists)
    return Learner(os.getpid())


@pytest.mark.parametrize("lesson", TRAIN, ids=lambda row: row.key)
def test_every_lesson_learns_the_same_wherever_it_is_done(lesson: Lesson, waits: Workers) -> None:
    assert lesson.training
    text = "the ten hens in the den, and then the men"
    size = 280 if lesson.training.size == "vocab_size" else 8
    settings: dict[str, object] = {lesson.training.size: size}
    asked: dict[str, Any] = {"train": lesson.training.train, "text": text, "settings": settings}
    there = waits.run_now(task(learn, **asked))
    here = learn(**asked)
    assert there is not None
    assert there.payload == here.payload
    assert there.model.encode(text) == here.model.encode(text)


def test_what_training_refuses_is_refused_in_its_words(waits: Workers) -> None:
    with pytest.raises(TokvizError, match=r"^A text must be long, but hen is short. Write more.$"):
        Beside(waits, cores=2, many=1).learn(train=refuse, text="hen", settings={})


def test_a_fault_of_the_process_alone_is_logged_and_not_missed(
    waits: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    settings = {"here": os.getpid()}
    made = Beside(waits, cores=2, many=1)
    learned = made.learn(train=fail_elsewhere, text="hen", settings=settings)
    assert learned.model.pid == os.getpid()
    assert "no file of it there" in caplog.text


def test_a_process_that_breaks_off_is_not_missed(waits: Workers) -> None:
    made = Beside(waits, cores=2, many=1)
    settings = {"here": os.getpid()}
    learned: Learned = made.learn(train=break_off_elsewhere, text="hen", settings=settings)
    assert learned.model.pid == os.getpid()
    assert process(made) == os.getpid()
    wait_until(lambda: waits._idle)
    assert process(made) != os.getpid()
