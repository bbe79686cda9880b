"""The class whose part a page is: the address names it, and says so what comes next.

A lesson's path goes on in the lesson after it; in a class, in the class's questions and next part.
"""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from tokviz.lessons import lesson
from tokviz.paths.plans.courses import COURSES, Course, Part
from tokviz.ui.shell.state import PageState
from tokviz.ui.shell.values import whole_number

TEACH = "Teach it"
"""The section that has a lesson's plan."""
NO_COURSE = 0
"""Where a page is part of no class; the first class is 1."""


class Place(NamedTuple):
    """A part of a class, by their numbers."""

    course: int
    at: int

    @property
    def whole(self) -> Course:
        """The class that it is a part of."""
        return COURSES[self.course - 1]

    @property
    def part(self) -> Part:
        """What is shown and asked there."""
        return self.whole.parts[self.at]

    @property
    def link(self) -> dict[str, str]:
        """What the address of a page says of the class."""
        return {"course": str(self.course)}

    @property
    def told(self) -> dict[str, Any]:
        """The class, for the script that keeps who follows one from going ahead of it."""
        return {"number": self.course, "parts": [part.lesson for part in self.whole.parts]}

    def beside(self, by: int) -> "Place | None":
        """The part before or after; None where there is none."""
        there = self.at + by
        return Place(self.course, there) if 0 <= there < len(self.whole.parts) else None


def place_in_course(state: PageState) -> Place | None:
    """Which part of a class the page is; the address says of which."""
    read = whole_number(1, len(COURSES))
    state.put("shared", {**(state.kept("shared") or {}), "course": (NO_COURSE, read)})
    if state.kept("course") is None:
        state.put("course", state.linked("course", NO_COURSE, read))
    return place_of(state.page, int(state.kept("course")))


def place_of(page: str, number: int) -> Place | None:
    """Which part of this class a page is."""
    parts = () if number == NO_COURSE else COURSES[number - 1].parts
    return next((Place(number, i) for i, p in enumerate(parts) if p.lesson == page), None)


def leave_course(state: PageState) -> None:
    """The page is part of no class from now on."""
    state.put("course", NO_COURSE)


def shown(place: Place) -> str:
    """Markdown: a link to the part's path from its first stop."""
    query = urlencode({"path": "1", **place.link})
    return f"[{lesson(place.part.lesson).title}]({place.part.lesson}?{query})"
