"""The class whose part a page is: the address names it, and says so what comes next.

A lesson's path goes on in the lesson after it; in a class, in the class's next part.
"""

from typing import NamedTuple
from urllib.parse import urlencode

from tokviz.lessons import lesson
from tokviz.paths import path_of
from tokviz.paths.plans.courses import COURSES, Part
from tokviz.paths.stops import GuidedPath
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
    def part(self) -> Part:
        """What is shown and asked there."""
        return COURSES[self.course - 1].parts[self.at]

    @property
    def link(self) -> dict[str, str]:
        """What the address of a page says of the class."""
        return {"course": str(self.course)}

    def beside(self, by: int) -> "Place | None":
        """The part before or after; None where there is none."""
        there = self.at + by
        parts = COURSES[self.course - 1].parts
        return Place(self.course, there) if 0 <= there < len(parts) else None


def path_beside(place: Place, by: int) -> GuidedPath | None:
    """The path of the part before or after; None where there is none."""
    there = place.beside(by)
    return None if there is None else path_of(there.part.lesson)


def place_in_course(state: PageState) -> Place | None:
    """Which part of a class the page is; the address says of which."""
    read = whole_number(1, len(COURSES))
    state.put("shared", {**(state.kept("shared") or {}), "course": (NO_COURSE, read)})
    if state.kept("course") is None:
        state.put("course", state.linked("course", NO_COURSE, read))
    number = int(state.kept("course"))
    parts = () if number == NO_COURSE else COURSES[number - 1].parts
    return next((Place(number, i) for i, p in enumerate(parts) if p.lesson == state.page), None)


def leave_course(state: PageState) -> None:
    """The page is part of no class from now on."""
    state.put("course", NO_COURSE)


def shown(place: Place) -> str:
    """Markdown: a link to the part's path from its first stop."""
    query = urlencode({"path": "1", **place.link})
    return f"[{lesson(place.part.lesson).title}]({place.part.lesson}?{query})"


def asked(place: Place) -> list[str]:
    """Markdown: links to the section that the part looks at, and to the plan where it asks."""
    part, links = place.part, []
    if part.section:
        query = urlencode({"section": part.section, **place.link})
        links.append(f"[{part.section}]({part.lesson}?{query}#section)")
    if part.num_questions:
        many = part.num_questions > 1
        what = f"{part.num_questions:,} questions" if many else "first question"
        query = urlencode({"section": TEACH, **place.link})
        links.append(f"[its {what}]({part.lesson}?{query}#plan)")
    return links


def to_ask(state: PageState) -> str:
    """Markdown: what the class is shown and asked after the path; "" where it is nothing."""
    place = place_in_course(state)
    links = [] if place is None else asked(place)
    return f" **Then** {' and '.join(links)}." if links else ""


def then(place: Place | None) -> str:
    """Markdown: what the class goes on with; "" at its end, and where the page is part of none."""
    after = place.beside(1) if place is not None else None
    return "" if after is None else f"**Then:** {shown(after)}"
