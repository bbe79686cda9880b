"""Classes that are ready: they fit their time, and name what is there."""

import pytest

from tokviz.lessons import LESSONS
from tokviz.paths import path_of
from tokviz.paths.plans import plan_of
from tokviz.paths.plans.courses import COURSES, LONGEST, Course


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.title)
def test_a_course_fits_its_time_and_asks_what_its_plans_have(course: Course) -> None:
    stops = questions = 0
    for part in course.parts:
        path, plan = path_of(part.lesson), plan_of(part.lesson)
        assert path is not None
        assert plan is not None
        assert part.num_questions <= len(plan.questions)
        stops += len(path.stops)
        questions += part.num_questions
    assert course.minutes == 2 * stops + 4 * questions
    assert LONGEST - 10 <= course.minutes <= LONGEST


def test_every_lesson_is_part_of_a_course() -> None:
    parts = {part.lesson for course in COURSES for part in course.parts}
    assert parts == {row.key for row in LESSONS}


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.title)
def test_a_lesson_is_one_part_of_a_course(course: Course) -> None:
    """So that a page knows what comes after it."""
    assert len({part.lesson for part in course.parts}) == len(course.parts)


def test_no_course_is_told_twice() -> None:
    assert len({course.title for course in COURSES}) == len(COURSES)
    assert len({course.parts for course in COURSES}) == len(COURSES)
