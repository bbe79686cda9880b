"""Classes that are ready: paths of lessons in turn, with the questions there is time for.

What is shown and asked stands in the paths and plans; how long that takes is their rule.
"""

from dataclasses import dataclass

from tokviz.paths import path_of
from tokviz.paths.plans.plan import minutes

LONGEST = 45
"""Minutes that a class has."""


@dataclass(frozen=True, slots=True)
class Part:
    """A lesson's path, and how many of its plan's questions are asked after it.

    ``section`` is one of the lesson's page, looked at before them.
    """

    lesson: str
    num_questions: int = 0
    section: str = ""

    @property
    def minutes(self) -> int:
        """How long a class takes for it."""
        path = path_of(self.lesson)
        assert path is not None
        return minutes(path, self.num_questions)


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
    Course("How a tokenizer learns", (Part("text_to_bytes", 1), Part("byte_bpe", 3))),
    Course("Why not words?", (Part("whitespace", 1), Part("word_level", 3))),
    Course("From bytes to GPT-2", (Part("byte_bpe"), Part("regex_bpe", 3))),
    Course("Not the most frequent pair", (Part("char_bpe", 1), Part("wordpiece", 3))),
    Course("Dropping instead of joining", (Part("sentencepiece_bpe"), Part("unigram", 3))),
    Course(
        "What a language costs",
        (Part("text_to_bytes"), Part("compare", 3, section="The price of a language")),
    ),
    Course("What a real model sees", (Part("regex_bpe"), Part("any_tokenizer", 3))),
)
"""For beginners first; each can stand alone."""
