"""What a plan is made of: what a class can do afterwards, what to ask it, what to try at home.

How long it takes is a rule, told here once. A place to look at is a stop that lies on no path: its
words name the link, and ``holds`` checks what the answer says of it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from tokviz.paths.stops import Place, Shown, Stop

MINUTES_A_STOP = 2
MINUTES_A_QUESTION = 4
_SENTENCE = re.compile(r"(?:`[^`]*`|[^`])*?[.?!](?= |$)")


@dataclass(frozen=True, slots=True)
class Wrong:
    """What many say instead of what is right, and why that tempts."""

    says: str
    tempts: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question to ask the class.

    Arguments:
        asks: about the idea, and answered by thinking; all words are Markdown, of which
            ``asks``, ``answer`` and ``wrong`` have code alone.
        answer: what is right, and why; a class that is asked chooses between its first sentence
            and what is ``wrong``, and is told the rest then.
        wrong: two or three others, none much shorter than what is right, which would stand out.
        seen: where the page shows that the answer is right.
        numbers: counts every number of ``asks``, ``answer`` and each of ``wrong`` anew, in their
            order. What is a token or a text, in backticks or quotation marks, is none.
    """

    asks: str
    answer: str
    wrong: tuple[Wrong, ...]
    seen: Stop
    numbers: Callable[[Shown], Sequence[int | str]] = lambda _: ()

    @property
    def right(self) -> str:
        """What is right, without why."""
        sentence = _SENTENCE.match(self.answer)
        return sentence.group() if sentence else self.answer

    @property
    def why(self) -> str:
        """Why that is right; "" where it says so itself."""
        return self.answer.removeprefix(self.right).strip()

    @property
    def look(self) -> Place:
        """Where the page shows it."""
        if "section" in self.seen.settings:
            return "section"
        return self.seen.look or ("text" if self.seen.step is None else "caption")

    @property
    def place(self) -> int:
        """Which of the options is the right one, drawn by the question's words."""
        return crc32(self.asks.encode()) % (len(self.wrong) + 1)

    @property
    def choices(self) -> tuple[str, ...]:
        """All options, the right one in its place."""
        return self._among(self.right, [each.says for each in self.wrong])

    @property
    def ballot(self) -> dict[str, Any]:
        """What a class votes on and is then told, for the script that puts it there.

        ``tempts`` has why each option tempts, and "" for the right one.
        """
        return {
            "words": self.asks,
            "options": self.choices,
            "right": self.place,
            "why": self.why,
            "tempts": self._among("", [each.tempts for each in self.wrong]),
        }

    def _among(self, right: str, wrong: Sequence[str]) -> tuple[str, ...]:
        return (*wrong[: self.place], right, *wrong[self.place :])


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for one lesson.

    Arguments:
        can: what students can do afterwards, and a teacher can check: a sentence from its verb on.
        questions: a class that is ready asks the first of them.
        home: a text to try; the reader changes it to one of her own.
    """

    can: str
    questions: tuple[Question, ...]
    home: Stop


def minutes(num_stops: int, num_questions: int) -> int:
    """How long a class takes for stops, a path's challenge among them, and for questions."""
    return MINUTES_A_STOP * num_stops + MINUTES_A_QUESTION * num_questions
