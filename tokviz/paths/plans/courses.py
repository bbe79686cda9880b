"""Classes that are ready: paths of lessons in turn, with the questions there is time for.

What is shown and asked stands in the paths and plans; how long that takes is their rule. A clicker
walks a class from end to end: the stops of a path, then each question and what is right.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tokviz.paths import path_of
from tokviz.paths.plans import plan_of
from tokviz.paths.plans.compare import PRICES, RELATIVE
from tokviz.paths.plans.plan import Question, minutes
from tokviz.paths.stops import GuidedPath, Settings, Stop

LONGEST = 45
"""Minutes that a class has."""


class Asking(NamedTuple):
    """A question: before it is answered, or with its answer. One that a path puts has no number."""

    question: Question
    number: int
    num_questions: int
    is_answered: bool


class Station(NamedTuple):
    """One place of a way: a stop, and what is asked there."""

    stop: Stop
    asking: Asking | None = None


def way_of(path: GuidedPath) -> tuple[Station, ...]:
    """The stops of a path alone; one may put a question of the plan, which the next one answers."""
    plan, stations = plan_of(path.lesson), list[Station]()
    questions = {} if plan is None else {each.asks: each for each in plan.questions}
    before: Question | None = None
    for stop in path.stops:
        put = questions[stop.words] if stop.puts else None
        question = put or before
        asking = None if question is None else Asking(question, 0, 0, is_answered=put is None)
        stations.append(Station(stop, asking))
        before = put
    return tuple(stations)


@dataclass(frozen=True, slots=True)
class Part:
    """A lesson's path, and how many of its plan's questions are asked after it that it did not put.

    ``section`` is one of the lesson's page, looked at before them, and ``look`` says at what;
    ``settings`` are what it has set there.
    """

    lesson: str
    num_questions: int = 0
    section: str = ""
    look: str = ""
    settings: Settings = field(default_factory=dict, hash=False)

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
        put = {stop.words for stop in self.path.stops if stop.puts}
        left = [question for question in plan.questions if question.asks not in put]
        return tuple(left[: self.num_questions])

    @property
    def way(self) -> tuple[Station, ...]:
        """The path's stops, the section, and each question: asked, then answered.

        While it is asked, the page stays as it was: what is right is seen with the answer.
        """
        return way_of(self.path) + tuple(self._after_path())

    def _after_path(self) -> Iterator[Station]:
        seen = self.path.stops[-1]
        if self.section:
            settings = {**seen.settings, "section": self.section, **self.settings}
            seen = replace(seen, words=self.look, settings=settings, look="section")
            yield Station(seen)
        for number, question in enumerate(self.questions, 1):
            asked = replace(seen, words=question.asks, look="")
            yield Station(asked, Asking(question, number, self.num_questions, is_answered=False))
            seen = replace(question.seen, words=question.answer, look=question.look)
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
    Course("How a tokenizer learns", (Part("byte_bpe", 2), Part("text_to_bytes", 1))),
    Course("Why not words?", (Part("whitespace", 1), Part("word_level", 3))),
    Course("From bytes to GPT-2", (Part("byte_bpe"), Part("regex_bpe", 3))),
    Course("Not the most frequent pair", (Part("char_bpe", 1), Part("wordpiece", 2))),
    Course("Dropping instead of joining", (Part("sentencepiece_bpe"), Part("unigram", 2))),
    Course(
        "What a language costs",
        (
            Part("text_to_bytes"),
            Part(
                "compare",
                1,
                section=PRICES,
                look=f"**{PRICES}.** Find yours, further down or on your own screen: how many "
                "times as many tokens as in English does GPT-2 need?",
                settings=RELATIVE,
            ),
        ),
    ),
    Course("What a real model sees", (Part("regex_bpe"), Part("any_tokenizer", 2))),
)
"""For beginners first; each can stand alone."""
