"""A class's path goes on in the class's next part; without a class nothing is other than it was."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.guiding import BY_LESSON, Open, words
from tests.pages.problems import problems
from tokviz.lessons import lesson
from tokviz.paths.plans.courses import COURSES, Part
from tokviz.ui.shell.course import TEACH

PARTS = [
    (str(number), course.parts[at : at + 2])
    for number, course in enumerate(COURSES, 1)
    for at in range(len(course.parts))
]
each_part = pytest.mark.parametrize(
    ("course", "parts"), PARTS, ids=[f"{course} {parts[0].lesson}" for course, parts in PARTS]
)


def open_last(open_page: Open, part: Part, **more: str) -> AppTest:
    return open_page(part.lesson, path=str(len(BY_LESSON[part.lesson].stops)), **more)


@each_part
def test_the_last_stop_names_the_classes_next_part(
    course: str, parts: tuple[Part, ...], open_page: Open
) -> None:
    at = open_last(open_page, parts[0], course=course)
    assert not at.toast
    assert at.query_params["course"] == course
    following = at.button(key="guide_next")
    if len(parts) == 1:
        assert following.disabled
    else:
        assert following.label == f"Next: {lesson(parts[1].lesson).title}"
    asks = re.findall(r"\*\*Then\*\* .*?\[its [^]]*\]\((\S+)\)\.", words(at))
    assert len(asks) == (parts[0].num_questions > 0)
    for link in asks:
        assert link == f"{parts[0].lesson}?section=Teach+it&course={course}#plan"


@each_part
def test_its_plan_leads_on_to_the_next_part(
    course: str, parts: tuple[Part, ...], open_page: Open
) -> None:
    at = open_page(parts[0].lesson, section=TEACH, course=course)
    assert problems(at) == []
    links = re.findall(r"\*\*Then:\*\* \[.*?\]\((.*?)\)", words(at))
    assert links == [f"{part.lesson}?path=1&course={course}" for part in parts[1:]]
    assert f"(?path=2&course={course})" in words(at)


def test_next_opens_the_next_part_and_keeps_the_class(open_page: Open) -> None:
    first, second = COURSES[0].parts
    at = open_last(open_page, first, course="1")
    at.button(key="guide_next").click().run()
    assert f"1 of {len(BY_LESSON[second.lesson].stops)}" in words(at)
    assert at.query_params["course"] == "1"


def test_who_leaves_the_path_leaves_the_class(open_page: Open) -> None:
    at = open_page("text_to_bytes", path="2", course="1")
    at.button(key="guide_leave").click().run()
    assert "course" not in at.query_params
    at.button(key="guide_begin").click().run()
    assert "course" not in at.query_params


SECTIONS = [part for course in COURSES for part in course.parts if part.section]


@pytest.mark.parametrize("part", SECTIONS, ids=lambda part: part.section)
def test_a_section_that_a_class_looks_at_is_one_of_the_page(part: Part, open_page: Open) -> None:
    at = open_page(part.lesson, section=part.section)
    assert not at.toast
    assert part.section in [tab.label for tab in at.tabs]


@pytest.mark.parametrize("said", ["", "6"])
def test_without_the_class_the_next_lesson_comes_next(said: str, open_page: Open) -> None:
    """Also on a page that is no part of the class."""
    course = {"course": said} if said else {}
    at = open_page("byte_bpe", path=str(len(BY_LESSON["byte_bpe"].stops)), **course)
    assert at.button(key="guide_next").label == "Next lesson"
    assert "**Then** [" not in words(at)


@pytest.mark.parametrize("said", ["0", "-1", "99", "abc"])
def test_a_class_that_there_is_not_is_refused(said: str, open_page: Open) -> None:
    at = open_page("byte_bpe", path="1", course=said)
    assert [toast.value for toast in at.toast if "“course”" in toast.value]
