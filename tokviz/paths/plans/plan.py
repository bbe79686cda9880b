"""What a plan is made of: what a class can do afterwards, what to ask it, what to try at home.

How long it takes is a rule, told here once. A place to look at is a stop that lies on no path: its
words name the link, and ``holds`` checks what the answer says of it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from tokviz.paths.stops import Shown, Stop

MINUTES_A_STOP = 2
MINUTES_A_QUESTION = 4
_SENTENCE = re.compile(r"(?:`[^`]*`|[^`])*?[.?!](?= |$)")


@dataclass(frozen=True, slots=True)
class Question:
    """A question to ask the class.

    Arguments:
        asks: about the idea, and answered by thinking; all words are Markdown, of which
            ``asks``, ``right`` and ``wrong`` have code alone.
        answer: what is right, and why; a class that is asked chooses between its first sentence
            and ``wrong``, and is told the rest then.
        wrong: what many say instead.
        tempts: why they do.
        seen: where the page shows that the answer is right.
        numbers: counts every number of ``asks``, ``answer`` and ``tempts`` anew, in their order.
            What is a token or a text, in backticks or quotation marks, is none.
    """

    asks: str
    answer: str
    wrong: str
    tempts: str
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
    def choices(self) -> tuple[str, str]:
        """What is right and what many say, in an order that the question's words draw."""
        if crc32(self.asks.encode()) % 2:
            return self.right, self.wrong
        return self.wrong, self.right

    @property
    def ballot(self) -> dict[str, Any]:
        """What a class votes on and is then told, for the script that puts it there."""
        choices = self.choices
        return {
            "words": self.asks,
            "options": choices,
            "right": choices.index(self.right),
            "why": self.why,
            "tempts": self.tempts,
        }


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
