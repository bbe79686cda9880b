"""What a leader's browser gave up, and what comes late of it, does not set her class back."""

from tests.ui.server.live_class.asking import CODE, KEY, Asker, joined, tell
from tokviz.ui.server.live_class.one_class import LiveClass


def steps(at: int) -> dict[str, object]:
    return {"moved": None, "at": {"7": {"step": at, "about": 1}}}


def test_an_older_state_that_comes_late_is_passed_over(live: Asker) -> None:
    news, _ = live.listen(key=KEY), joined(live)
    turn = next(news)["turn"]
    assert tell(live, steps=steps(1), told=[turn, 1]) == 200
    assert tell(live, steps=steps(5), told=[turn, 3]) == 200
    assert tell(live, steps=steps(2), asking=True, told=[turn, 2]) == 200
    led = live.classes.find(CODE)
    assert led is not None
    assert (led.part("steps"), led.part("asking")) == (steps(5), None)
    assert tell(live, steps=steps(6), told=[turn, 4]) == 200
    assert led.part("steps") == steps(6)


def test_what_was_told_before_the_stream_broke_is_passed_over_after_it() -> None:
    """It may be of a page that she left; the new stream is told everything anew."""
    led = LiveClass(CODE, KEY, "")
    before = led.lead("").turn
    led.tell({"steps": steps(1), "told": [before, 50]})
    after = led.lead("").turn
    led.tell({"steps": steps(2), "told": [before, 51]})
    assert led.part("steps") == steps(1)
    led.tell({"steps": steps(3), "told": [after, 1]})
    assert led.part("steps") == steps(3)


def test_a_page_that_has_no_numbers_yet_is_heard() -> None:
    led = LiveClass(CODE, KEY, "")
    led.lead("")
    led.tell({"steps": steps(1)})
    assert led.part("steps") == steps(1)
