"""Processes for tasks: how they start, and how many wait for the next one."""

import sys
import threading

import pytest

from tests.ui.training.test_workers import add, own_pid, patient, task
from tokviz.checks.errors import TokvizError
from tokviz.ui.training.workers import Worker, Workers


def test_no_more_processes_than_allowed_work_at_once() -> None:
    one = Workers(most=1)
    waits: list[int | None] = []

    def asks_again(step: int | None) -> None:
        if not waits:
            waits.append(step)
            with pytest.raises(InterruptedError):
                one.run(task(add, a=1, b=1), interrupted)

    def interrupted(_: int | None) -> None:
        raise InterruptedError

    try:
        assert one.run(task(own_pid), asks_again)
    finally:
        one.close()


class TakenMeanwhile(list[Worker]):
    """The processes that wait, of which another page takes the last between a look and a pop."""

    def __bool__(self) -> bool:
        self.clear()
        return True


def test_who_finds_the_last_waiting_process_taken_starts_another(workers: Workers) -> None:
    workers._idle = TakenMeanwhile()
    assert workers.run(task(add, a=2, b=3), patient) == 5


def test_where_no_process_can_be_started_that_is_said(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as changed:
        changed.setattr(sys, "executable", "/nowhere/python")
        for _ in range(3):  # its place in the line is given back
            with pytest.raises(TokvizError, match="could not start one: No such file") as told:
                workers.run(task(add, a=1, b=2), lambda _: None)
    assert str(told.value).endswith("Try again in a moment.")
    assert workers.run(task(add, a=1, b=2), lambda _: None) == 3


def test_a_start_that_fails_is_not_told_as_the_task(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of the task had run, so nothing that its reader wrote is to blame."""

    def refuses(_: object) -> None:
        raise RuntimeError("can't start new thread")

    def told() -> str:
        with pytest.raises(TokvizError) as refused:
            workers.run(task(add, a=1, b=2), patient)
        return str(refused.value)

    begins = "Counting is done in a process of its own here, but this server could not start one: "
    ends = ". Try again in a moment."
    with monkeypatch.context() as changed:
        changed.setattr("tokviz.ui.training.workers.START_SECONDS", 0.0)
        assert told() == f"{begins}it was not ready after 0 seconds{ends}"
    with monkeypatch.context() as changed:
        changed.setattr(sys, "executable", "/bin/false")
        assert told() == f"{begins}it broke off{ends}"
    with monkeypatch.context() as changed:
        changed.setattr(threading.Thread, "start", refuses)
        assert told() == f"{begins}can't start new thread{ends}"
    assert workers.run(task(add, a=1, b=2), patient) == 3
    with monkeypatch.context() as changed:  # what is long is told to a process by a thread
        changed.setattr(threading.Thread, "start", refuses)
        with pytest.raises(TokvizError, match="can't start new thread"):
            workers.run(task(len, obj="a" * 10_000), patient)


def test_two_processes_at_most_wait_for_the_next_task() -> None:
    pool, three = Workers(most=3), [Worker() for _ in range(3)]
    for worker in three:
        pool._give_back(worker)
    gone = [worker.gone for worker in three]
    pool.close()
    assert gone == [True, False, False]
