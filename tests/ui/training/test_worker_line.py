"""Who waits for a process and who is served first, address by address."""

import threading
from pathlib import Path

import pytest

from tests.ui.training.test_workers import task, tell_and_wait, wait_until, write_down
from tokviz.ui.training import store
from tokviz.ui.training.line import Line, _Place
from tokviz.ui.training.workers import Workers


def test_each_address_is_served_by_turns(tmp_path: Path) -> None:
    """One who asks for three at once has the first; then all others come, who ask for one."""
    pool = Workers(most=1)
    begun, served, left = tmp_path / "begun", tmp_path / "served", threading.Event()
    waits: dict[str, list[int]] = {name: [] for name in ("many 2", "many 3", "few 1")}

    def leave(_: int | None) -> None:
        if left.is_set():
            raise InterruptedError

    def first() -> None:
        with pytest.raises(InterruptedError):
            pool.run(task(tell_and_wait, path=begun), leave, address="many")

    def later(name: str) -> None:
        asked = task(write_down, name=name, path=served)
        pool.run(asked, lambda _: None, waits[name].append, address=name[:-2])

    readers = [threading.Thread(target=first)]
    readers[0].start()
    wait_until(begun.exists)
    for name, heard in waits.items():
        readers.append(threading.Thread(target=later, args=(name,)))
        readers[-1].start()
        wait_until(heard.__len__)
    wait_until(lambda: waits["many 3"][-1] == 2)
    left.set()
    for reader in readers:
        reader.join(30)
    pool.close()
    assert served.read_text(encoding="utf-8").splitlines() == ["few 1", "many 2", "many 3"]
    assert not pool._line._served


def test_who_leaves_says_who_is_next_whatever_those_who_wait_are_doing() -> None:
    """Each draws for its page at that moment how many are before."""
    line, drawn = Line(1), threading.Event()
    waits, served = threading.Semaphore(0), list[str]()

    def draw(_: int) -> None:
        waits.release()
        assert drawn.wait(30)

    def reader(name: str) -> None:
        with line.served(name[:-2], draw):
            served.append(name)

    names = ["many 2", "many 3", "few 1"]
    readers = [threading.Thread(target=reader, args=(name,)) for name in names]
    with line.served("many", draw):
        for each in readers:
            each.start()
            assert waits.acquire(timeout=30)
    drawn.set()
    for each in readers:
        each.join(30)
    assert served == ["few 1", "many 2", "many 3"]
    assert not line._served


def test_who_gives_up_as_their_turn_comes_hands_it_on() -> None:
    line, looks, served = Line(1), threading.Event(), threading.Event()

    def gives_up(_: int) -> None:
        looks.set()
        assert served.wait(30)
        raise InterruptedError

    def reader() -> None:
        with pytest.raises(InterruptedError), line.served("few", gives_up):
            pass

    waiting = threading.Thread(target=reader)
    with line.served("many", gives_up):
        waiting.start()
        assert looks.wait(30)
    assert line._served == {"few": 1}
    served.set()
    waiting.join(30)
    with line.served_now() as is_free:
        assert is_free
    assert not line._served


@pytest.mark.parametrize(
    ("text", "num_merges", "quick"),
    [
        ("hen " * 5_000, 2_000, True),
        ("hen " * 5_000 + "!", 2_000, False),
        ("hen", 2_001, False),
        ("a" * 5_000, None, True),
        ("a" * 5_001, None, False),
        (("a" * 100 + " ") * 190, None, True),
    ],
)
def test_a_training_that_may_take_long_is_no_quick_one(
    text: str, num_merges: int | None, quick: bool
) -> None:
    assert store._is_quick(text, num_merges) is quick


def test_who_waits_hears_of_the_turns_of_those_who_wait_with_them() -> None:
    """One asked for three, then another for one: that comes second."""
    line, places = Line(1), [_Place("A"), _Place("A"), _Place("A"), _Place("B")]
    line._places = places
    assert [line._before(place) for place in places] == [0, 2, 3, 1]
