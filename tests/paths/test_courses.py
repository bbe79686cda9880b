"""Classes that are ready: they fit their time, and name what is there."""

from itertools import pairwise

import pytest

from tokviz.lessons import LESSONS
from tokviz.paths import path_of
from tokviz.paths.plans import plan_of
from tokviz.paths.plans.courses import COURSES, LONGEST, Course, Part, way_of
from tokviz.paths.stops import GuidedPath

PATHS = [path for row in LESSONS if (path := path_of(row.key)) is not None]


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.title)
def test_a_course_fits_its_time_and_asks_what_its_plans_have(course: Course) -> None:
    stops = questions = sections = 0
    for part in course.parts:
        path, plan = path_of(part.lesson), plan_of(part.lesson)
        assert path is not None
        assert plan is not None
        assert part.num_questions <= len(plan.questions)
        stops += len(path.stops)
        questions += part.num_questions
        sections += bool(part.section)
    assert course.minutes == 2 * (stops + sections) + 4 * questions
    assert LONGEST - 10 <= course.minutes <= LONGEST


def test_every_lesson_is_part_of_a_course() -> None:
    parts = {part.lesson for course in COURSES for part in course.parts}
    assert parts == {row.key for row in LESSONS}


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.title)
def test_a_lesson_is_one_part_of_a_course(course: Course) -> None:
    """So that a page knows what comes after it."""
    assert len({part.lesson for part in course.parts}) == len(course.parts)


PARTS = [
    pytest.param(part, id=f"{number} {part.lesson}")
    for number, course in enumerate(COURSES, 1)
    for part in course.parts
]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_walks_its_path_then_asks_and_answers_each_question(part: Part) -> None:
    path, plan = path_of(part.lesson), plan_of(part.lesson)
    assert path is not None
    assert plan is not None
    num_stops = len(path.stops)
    assert [station.stop for station in part.way[:num_stops]] == list(path.stops)
    assert part.way[:num_stops] == way_of(path)
    rest = list(part.way[num_stops:])
    if part.section:
        section = rest.pop(0)
        assert section.asking is None
        assert section.stop.settings["section"] == part.section
        assert section.stop.look == "section"
    asked, answered = rest[::2], rest[1::2]
    assert len(asked) == len(answered) == part.num_questions
    put = {stop.words for stop in path.stops if stop.puts}
    left = [question for question in plan.questions if question.asks not in put]
    for number, (ask, answer) in enumerate(zip(asked, answered, strict=True), 1):
        question = left[number - 1]
        told = (question, number, part.num_questions)
        assert ask.asking == (*told, False)
        assert answer.asking == (*told, True)
        assert answer.stop.settings == question.seen.settings
        assert answer.stop.boxes == question.seen.boxes
        assert answer.stop.step == question.seen.step


@pytest.mark.parametrize("part", PARTS)
def test_a_page_does_not_move_while_it_asks(part: Part) -> None:
    """So that it does not show what is right before the class has thought."""
    way = part.way
    for before, station in pairwise(way):
        if station.asking is not None and not station.asking.is_answered:
            asked, seen = station.stop, before.stop
            assert (asked.settings, asked.boxes) == (seen.settings, seen.boxes)
            assert asked.step == seen.step
            assert asked.look == ""


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.lesson)
def test_a_question_that_a_path_puts_is_answered_by_the_next_stop(path: GuidedPath) -> None:
    way = way_of(path)
    assert [station.stop for station in way] == list(path.stops)
    for station, after in pairwise(way):
        if station.stop.puts:
            asked, answered = station.asking, after.asking
            assert asked is not None
            assert answered is not None
            assert asked.question.asks == station.stop.words
            assert answered.question is asked.question
            assert (asked.is_answered, answered.is_answered) == (False, True)
        elif after.asking is not None:
            assert after.stop.puts
    asking = [station.stop.puts for station in way if station.asking is not None]
    assert asking == [True, False] * (len(asking) // 2)


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.title)
def test_a_class_is_asked_nothing_twice(course: Course) -> None:
    ways = [station.asking for part in course.parts for station in part.way]
    asked = [each.question.asks for each in ways if each is not None and not each.is_answered]
    assert len(set(asked)) == len(asked)


def test_the_class_on_what_a_language_costs_asks_why_it_does() -> None:
    course = next(course for course in COURSES if course.title == "What a language costs")
    part = course.parts[-1]
    first = part.questions[0]
    assert "English" in first.asks
    assert "No merge fits" in first.right
    assert first.seen.settings["section"] == part.section


@pytest.mark.parametrize("part", PARTS)
def test_no_question_says_here_while_the_page_shows_another_text(part: Part) -> None:
    """While it is asked, the page is that of the answer before."""
    for before, station in pairwise(part.way):
        if station.asking is None or station.asking.is_answered:
            continue
        question = station.asking.question
        if question.seen.settings != before.stop.settings:
            assert " here" not in question.asks


def test_no_course_is_told_twice() -> None:
    assert len({course.title for course in COURSES}) == len(COURSES)
    assert len({course.parts for course in COURSES}) == len(COURSES)


def test_a_class_that_is_asked_how_many_times_as_many_sees_that_number() -> None:
    way = next(part.way for course in COURSES for part in course.parts if part.section)
    at = next(
        number for number, station in enumerate(way) if "how many times" in station.stop.words
    )
    section, asked, answered = (station.stop for station in way[at : at + 3])
    assert "times as much" in answered.words
    assert {stop.settings["unit"] for stop in (section, asked, answered)} == {"times"}
