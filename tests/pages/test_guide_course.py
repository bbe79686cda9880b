"""A class's path goes on in the class's next part; without a class nothing is other than it was."""

import json
import re
from typing import Any
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.guiding import BY_LESSON, Open, forward, openings, words
from tests.pages.problems import problems
from tokviz.lessons import lesson
from tokviz.paths.glossary import with_terms
from tokviz.paths.plans import plan_of
from tokviz.paths.plans.courses import COURSES, Course, Part
from tokviz.ui.shell.course import TEACH
from tokviz.ui.shell.values import pack_text
from tokviz.views.components import GUIDE

PARTS = [
    (str(number), course.parts[at : at + 2])
    for number, course in enumerate(COURSES, 1)
    for at in range(len(course.parts))
]
each_part = pytest.mark.parametrize(
    ("course", "parts"), PARTS, ids=[f"{course} {parts[0].lesson}" for course, parts in PARTS]
)


def open_last(open_page: Open, part: Part, **more: str) -> AppTest:
    return open_page(part.lesson, path=str(len(part.way)), **more)


def asks(at: AppTest) -> tuple[str, dict[str, Any] | None]:
    """What the strip says, and what its script is told to ask the class."""
    (script,) = [
        each.proto for each in at.get("bidi_component") if each.proto.component_name == GUIDE.name
    ]
    return words(at), json.loads(script.json)["asks"]


@each_part
def test_the_last_stop_names_the_classes_next_part(
    course: str, parts: tuple[Part, ...], open_page: Open
) -> None:
    at = open_last(open_page, parts[0], course=course)
    assert not at.toast
    assert at.query_params["course"] == course
    if len(parts) > 1:
        assert at.button(key="guide_next").label == f"Next: {lesson(parts[1].lesson).title}"


@each_part
def test_after_the_path_each_question_is_asked_and_then_answered(
    course: str, parts: tuple[Part, ...], open_page: Open
) -> None:
    part = parts[0]
    at = open_page(part.lesson, path=str(len(BY_LESSON[part.lesson].stops)), course=course)
    assert asks(at)[1] is None
    if part.section:
        at = forward(at)
        assert part.section in words(at)
        assert at.query_params["section"] == part.section
    for number, question in enumerate(part.questions, 1):
        ballot = {**question.ballot, "options": list(question.choices)}
        ballot["tempts"] = list(ballot["tempts"])
        at = forward(at)
        told, asked = asks(at)
        assert problems(at) == []
        assert asked == {"ballot": ballot, "answered": False}
        assert f"**{question.asks}" in told
        for letter, choice in zip("ABCD", question.choices, strict=False):
            assert f"**{letter}** {choice}" in told
        at = forward(at)
        told, asked = asks(at)
        assert problems(at) == []
        assert asked == {"ballot": ballot, "answered": True}
        assert with_terms(question.why) in told
        caption = f"**Question {number} of {part.num_questions}**"
        assert caption in [each.value for each in at.caption]
        step = part.path.step(question.seen)
        assert step in openings(at) or part.lesson == "compare"  # it has no replay
        settings = {**question.seen.settings, "section": at.query_params.get("section")}
        assert {name: at.query_params.get(name) for name in settings} == settings
    assert f"{len(part.way)} of {len(part.way)}" in words(at)


@each_part
def test_the_links_of_its_plan_keep_the_class(
    course: str, parts: tuple[Part, ...], open_page: Open
) -> None:
    at = open_page(parts[0].lesson, section=TEACH, course=course)
    assert problems(at) == []
    assert f"(?path=2&course={course})" in words(at)


def test_the_way_back_leads_to_the_end_of_the_part_before(open_page: Open) -> None:
    first, second = COURSES[0].parts
    at = open_page(second.lesson, path="1", course="1")
    at.button(key="guide_back").click().run()
    assert f"{len(first.way)} of {len(first.way)}" in words(at)


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.title)
def test_one_button_starts_a_class(course: Course, open_page: Open) -> None:
    at, number = open_page(None), 1 + COURSES.index(course)
    at.button(key=f"overview:class:{number}").click().run()
    part = course.parts[0]
    assert problems(at) == []
    assert f"1 of {len(part.way)}" in words(at)
    assert at.query_params["course"] == str(number)
    named = f"{course.title}, part 1 of {len(course.parts)}."
    assert any(named in each.value for each in at.caption)


def test_a_stop_that_only_a_class_has_is_refused_without_it(open_page: Open) -> None:
    beyond = str(len(BY_LESSON["byte_bpe"].stops) + 1)
    at = open_page("byte_bpe", path=beyond)
    assert [toast.value for toast in at.toast if "“path”" in toast.value]
    assert not open_page("byte_bpe", path=beyond, course="1").toast


def test_next_opens_the_next_part_and_keeps_the_class(open_page: Open) -> None:
    first, second = COURSES[0].parts
    at = open_last(open_page, first, course="1")
    at.button(key="guide_next").click().run()
    assert f"1 of {len(second.way)}" in words(at)
    assert at.query_params["course"] == "1"


def test_an_answer_says_where_the_page_shows_another_text(open_page: Open) -> None:
    part = COURSES[0].parts[1]
    answered = str(len(part.path.stops) + 2)
    for text, shown in ((None, "none"), (pack_text("other"), "block")):
        link = {} if text is None else {"text": text}
        at = open_page(part.lesson, path=answered, course="1", **link)
        assert "The page was changed since" in "".join(each.value for each in at.caption)
        styles = "".join(each.proto.body for each in at.get("html"))
        assert f".stApp .st-key-guide_changed {{ display: {shown}; }}" in styles


def test_the_last_stop_of_a_class_says_that_it_ends(open_page: Open) -> None:
    at = open_last(open_page, COURSES[0].parts[-1], course="1")
    assert not [each for each in at.button if each.key == "guide_next"]
    (end,) = (each for each in at.get("popover") if each.proto.popover.label == "The end")
    told = end.markdown[0].value
    for part in COURSES[0].parts:
        assert f"**{lesson(part.lesson).title}.** {part.path.remember}" in told
        assert f"[At home]({part.lesson}?" in told
    assert [link.proto.label for link in end.get("page_link")] == ["All lessons"]


def test_what_a_class_does_at_home_opens_its_lesson_with_a_text(open_page: Open) -> None:
    at = open_last(open_page, COURSES[0].parts[-1], course="1")
    (told,) = (each.value for each in at.markdown if "[At home](" in each.value)
    links = re.findall(r"At home\]\((\w+)\?(\S+)\)", told)
    for part, (page, query) in zip(COURSES[0].parts, links, strict=True):
        plan = plan_of(part.lesson)
        assert plan
        at = open_page(page, **dict(parse_qsl(query)))
        assert not at.toast
        assert at.text_area(key=f"{part.lesson}:text").value == plan.home.boxes["text"]


def test_who_leaves_a_class_leaves_all_its_parts(open_page: Open) -> None:
    """And has what she had in each."""
    first, second = COURSES[0].parts
    at = open_page(None)
    at.button(key="overview:class:1").click().run()
    forward(at, len(first.way))
    assert f"1 of {len(second.way)}" in words(at)
    at.button(key="guide_leave").click().run()
    at.switch_page(f"pages/{first.lesson}.py").run()
    assert "course" not in at.query_params
    assert "path" not in at.query_params
    assert not [each for each in at.button if each.key == "guide_leave"]


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


@pytest.mark.parametrize("said", ["0", "-1", "99", "abc"])
def test_a_class_that_there_is_not_is_refused(said: str, open_page: Open) -> None:
    at = open_page("byte_bpe", path="1", course=said)
    assert [toast.value for toast in at.toast if "“course”" in toast.value]
