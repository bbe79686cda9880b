"""Pages run one after the other, in the order of their coming."""

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from inspect import getclosurevars
from threading import Event, Thread

import pytest
from streamlit.runtime.scriptrunner import ScriptRunner

from tests.ui.server.on_a_port import until
from tokviz.ui.server import in_line as line
from tokviz.ui.server import place_in_line
from tokviz.ui.server.in_line import in_line
from tokviz.ui.server.place_in_line import elsewhere

WAIT = 20


def started(run: Callable[[object, object], None], runs: list[object]) -> list[Thread]:
    """A thread for each run; the next comes once the one before it stands in line."""
    threads = [Thread(target=run, args=(None, asked)) for asked in runs]
    for thread in threads:
        stands = partial(_is_behind, last_place(run), run)
        thread.start()
        until(stands)
    return threads


def _is_behind(before: object, run: Callable[[object, object], None]) -> bool:
    return last_place(run) is not before


def last_place(run: Callable[[object, object], None]) -> object:
    """Of the line that these runs stand in."""
    return getclosurevars(run).nonlocals["line"]._last


def ended(threads: list[Thread]) -> None:
    for thread in threads:
        thread.join(WAIT)
        assert not thread.is_alive()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run is a short one, however slow the machine is."""
    monkeypatch.setattr(place_in_line, "MOMENT", 60 * WAIT)


@pytest.mark.usefixtures("patient")
def test_short_runs_come_one_at_a_time_in_their_order() -> None:
    told: list[tuple[str, object]] = []

    @in_line
    def run(_: object, asked: object) -> None:
        told.append(("begun", asked))
        time.sleep(0.03)
        told.append(("over", asked))

    ended(started(run, list(range(5))))
    assert told == [(word, number) for number in range(5) for word in ("begun", "over")]


def test_a_long_run_lets_the_others_go_on_after_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place_in_line, "MOMENT", 2)  # longer than one of the others may be held up
    told: list[object] = []
    others = Event()

    @in_line
    def run(_: object, asked: object) -> None:
        if asked == "long":
            assert others.wait(WAIT)
        told.append(asked)

    threads = started(run, ["long", "a", "b", "c"])
    ended(threads[1:])
    assert told == ["a", "b", "c"]
    others.set()
    ended(threads)


@pytest.mark.usefixtures("patient")
def test_a_run_that_waits_for_work_elsewhere_lets_the_others_go_on() -> None:
    told: list[object] = []
    done = Event()

    @in_line
    def run(_: object, asked: object) -> None:
        if asked == "waits":
            with elsewhere():
                assert done.wait(WAIT)
        told.append(asked)

    threads = started(run, ["waits", "a", "b"])
    ended(threads[1:])
    assert told == ["a", "b"]
    done.set()
    ended(threads)


@pytest.mark.usefixtures("patient")
def test_those_who_waited_for_work_elsewhere_go_on_one_at_a_time() -> None:
    told: list[tuple[str, object]] = []
    done = Event()

    @in_line
    def run(_: object, asked: object) -> None:
        with elsewhere():
            assert done.wait(WAIT)
        told.append(("back", asked))
        time.sleep(0.03)
        told.append(("over", asked))

    threads = started(run, list(range(4)))
    done.set()
    ended(threads)
    assert [word for word, _ in told] == ["back", "over"] * 4
    assert all(back[1] == over[1] for back, over in zip(told[::2], told[1::2], strict=True))


@pytest.mark.usefixtures("patient")
def test_who_is_back_within_a_wait_does_not_wait_for_itself() -> None:
    """As who waits for another reader's training, and then trains in a worker after all."""
    told: list[object] = []

    @in_line
    def run(_: object, asked: object) -> None:
        with elsewhere():
            with elsewhere():
                pass
            told.append(asked)
        told.append("over")

    ended(started(run, ["within"]))
    assert told == ["within", "over"]


@pytest.mark.usefixtures("patient")
def test_who_fails_elsewhere_goes_on_at_once_and_holds_up_nobody() -> None:
    told: list[object] = []
    others = Event()

    @in_line
    def run(_: object, asked: object) -> None:
        if asked == "fails":
            with suppress(InterruptedError), elsewhere():
                raise InterruptedError
            assert others.wait(WAIT)
        told.append(asked)

    threads = started(run, ["fails", "a"])
    ended(threads[1:])
    others.set()
    ended(threads)
    assert told == ["a", "fails"]


@pytest.mark.usefixtures("patient")
def test_who_is_back_does_not_stand_behind_those_who_wait_for_what_it_makes() -> None:
    """As a class does, of which each asks for a result that Streamlit makes once for all."""
    told: list[object] = []
    done, made = Event(), Event()

    @in_line
    def run(_: object, asked: object) -> None:
        if asked == "makes":
            with elsewhere():
                assert done.wait(WAIT)
            made.set()
        assert made.wait(WAIT)
        told.append(asked)

    threads = started(run, ["makes", "a", "b"])
    done.set()
    ended(threads)
    assert sorted(map(str, told)) == ["a", "b", "makes"]


def test_who_is_no_run_holds_up_nobody() -> None:
    def wait() -> None:
        with elsewhere():
            pass

    with ThreadPoolExecutor(1) as thread:
        thread.submit(wait).result(WAIT)


@pytest.mark.usefixtures("patient")
def test_a_run_that_fails_is_over() -> None:
    done: list[object] = []

    @in_line
    def run(_: object, asked: object) -> None:
        if asked == "fails":
            raise InterruptedError
        done.append(asked)

    with pytest.raises(InterruptedError):
        run(None, "fails")
    ended(started(run, ["next"]))
    assert done == ["next"]


@pytest.fixture
def usual_turns() -> Iterator[None]:
    """Python's own turns of threads, and those of this process again when the test is over."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.005)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("usual_turns")
def test_the_runs_of_pages_stand_in_line(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[object] = []
    monkeypatch.setattr(ScriptRunner, "_run_script", lambda _, asked: runs.append(asked))
    alone = ScriptRunner._run_script
    line.stand_in_line()
    assert ScriptRunner._run_script is not alone
    ScriptRunner._run_script(None, "a page")  # type: ignore[arg-type]
    assert runs == ["a page"]


@pytest.mark.usefixtures("usual_turns")
def test_who_answers_all_waits_for_shorter_turns_than_pythons_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ScriptRunner, "_run_script", lambda *_: None)
    before = sys.getswitchinterval()
    line.stand_in_line()
    assert sys.getswitchinterval() < before
