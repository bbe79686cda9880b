"""Classes that are ready: paths of lessons in turn, with the questions there is time for.

What is shown and asked stands in the paths and plans; how long that takes is their rule. A clicker
walks a class from end to end: the stops of a path, then each question and what is right.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from tokviz.paths import path_of
from tokviz.paths.plans import plan_of
from tokviz.paths.plans.plan import Question, minutes
from tokviz.paths.stops import GuidedPath, Stop

LONGEST = 45
"""Minutes that a class has."""


class Asking(NamedTuple):
    """A question of a class: before it is answered, or with its answer."""

    question: Question
    number: int
    num_questions: int
    is_answered: bool


class Station(NamedTuple):
    """One place of a way: a stop, and what is asked there."""

    stop: Stop
    asking: Asking | None = None


def way_of(path: GuidedPath) -> tuple[Station, ...]:
    """The stops of a path alone."""
    return tuple(map(Station, path.stops))


@dataclass(frozen=True, slots=True)
class Part:
    """A lesson's path, and how many of its plan's questions are asked after it.

    ``section`` is one of the lesson's page, looked at before them, and ``look`` says at what.
    """

    lesson: str
    num_questions: int = 0
    section: str = ""
    look: str = ""

    @property
    def minutes(self) -> int:
        """How long a class takes for it."""
        return minutes(len(self.path.stops) + bool(self.section), self.num_questions)

    @property
    def path(self) -> GuidedPath:
        """The lesson's path."""
        path = path_of(self.lesson)
        assert path is not None
        return path

    @property
    def questions(self) -> tuple[Question, ...]:
        """Those of the lesson's plan that are asked."""
        plan = plan_of(self.lesson)
        assert plan is not None
        return plan.questions[: self.num_questions]

    @property
    def way(self) -> tuple[Station, ...]:
        """The path's stops, the section, and each question: asked, then answered.

        While it is asked, the page stays as it was: what is right is seen with the answer.
        """
        return way_of(self.path) + tuple(self._after_path())

    def _after_path(self) -> Iterator[Station]:
        seen = self.path.stops[-1]
        if self.section:
            settings = {**seen.settings, "section": self.section}
            seen = replace(seen, words=self.look, settings=settings, look="section")
            yield Station(seen)
        for number, question in enumerate(self.questions, 1):
            asked = replace(seen, words=question.asks, look="")
            yield Station(asked, Asking(question, number, self.num_questions, is_answered=False))
            look = "section" if "section" in question.seen.settings else question.seen.look
            seen = replace(question.seen, words=question.answer, look=look)
            yield Station(seen, Asking(question, number, self.num_questions, is_answered=True))


@dataclass(frozen=True, slots=True)
class Course:
    """Parts that build on each other."""

    title: str
    parts: tuple[Part, ...]

    @property
    def minutes(self) -> int:
        """How long a class takes for all of it."""
        return sum(part.minutes for part in self.parts)


COURSES = (
    Course("How a tokenizer learns", (Part("text_to_bytes", 1), Part("byte_bpe", 2))),
    Course("Why not words?", (Part("whitespace", 1), Part("word_level", 3))),
    Course("From bytes to GPT-2", (Part("byte_bpe"), Part("regex_bpe", 3))),
    Course("Not the most frequent pair", (Part("char_bpe", 1), Part("wordpiece", 2))),
    Course("Dropping instead of joining", (Part("sentencepiece_bpe"), Part("unigram", 3))),
    Course(
        "What a language costs",
        (
            Part("text_to_bytes"),
            Part(
                "compare",
                3,
                section="The price of a language",
                look="**The price of a language.** Find yours: how many times as many tokens as "
                "in English does GPT-2 need?",
            ),
        ),
    ),
    Course("What a real model sees", (Part("regex_bpe"), Part("any_tokenizer", 3))),
)
"""For beginners first; each can stand alone."""
