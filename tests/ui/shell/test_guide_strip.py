"""What the strip of a path says, which the phone of who leads a class says, too."""

import pytest

from tokviz.paths.plans.courses import COURSES
from tokviz.ui.server.live_class.limits import NOTE
from tokviz.ui.shell.course import Place
from tokviz.ui.shell.guide_strip import words_of
from tokviz.ui.shell.way import Way

WAYS = [
    pytest.param(Way(part.path, Place(number, at)), id=f"{number} {part.lesson}")
    for number, course in enumerate(COURSES, 1)
    for at, part in enumerate(course.parts)
]


@pytest.mark.parametrize("way", WAYS)
def test_no_stop_of_a_class_is_without_words(way: Way) -> None:
    for number in range(1, len(way.stations) + 1):
        assert 0 < len(words_of(way, number)) <= NOTE
    for number in (0, len(way.stations) + 1):
        assert not words_of(way, number)


@pytest.mark.parametrize("way", WAYS)
def test_a_paths_last_stop_says_what_to_remember_and_to_try(way: Way) -> None:
    told = words_of(way, len(way.path.stops))
    assert way.path.remember in told
    assert way.path.challenge.task in told
