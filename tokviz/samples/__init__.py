"""Texts to start from, each chosen for one thing that it makes visible.

Most were written for this project. "low, lower, newest", the Unicode paragraph, and the web
page's first lines and first sentence are strings of the lessons that it grew from, so that their
printed results can be checked here.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Protocol


class SampleText(Protocol):
    """What a page may offer as a sample; ``why`` says in one line what to watch for."""

    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def why(self) -> str: ...
    @property
    def text(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Sample:
    """One text: ``key`` names it in links, ``why`` says in one line what to watch for."""

    key: str
    title: str
    why: str

    @property
    def text(self) -> str:
        """The text itself, line ends as they were written."""
        return _read(self.key)


SAMPLES: tuple[Sample, ...] = (
    Sample(
        "rhyme",
        "The hen in the pen",
        "Much repetition: “the”, “en” and “ in the ” stand there again and again.",
    ),
    Sample(
        "low",
        "low, lower, newest, widest",
        "Few words, so each count can be checked by hand; “es” and “st” stand 9 times each.",
    ),
    Sample(
        "tiny",
        "aaabdaaabac",
        "Eleven letters. “aaa” holds “aa” twice, but the two overlap.",
    ),
    Sample(
        "prose",
        "Plain English",
        "Endings such as “ing” and short words come often, most long words only once.",
    ),
    Sample(
        "code",
        "Python code",
        "Runs of spaces and tabs: some tokenizers make indentation cheap, others pay for it.",
    ),
    Sample(
        "languages",
        "Six languages",
        "The same words cost more bytes outside English: 2 or 3 for each character.",
    ),
    Sample(
        "emoji",
        "Emoji",
        "One picture, many code points: skin tones, flags and families share their parts.",
    ),
    Sample(
        "numbers",
        "Numbers and dates",
        "Digits, dates and prices: a cut inside a number means nothing, and makes arithmetic hard.",
    ),
    Sample(
        "unicode",
        "The Unicode paragraph",
        "Look-alike letters of 3 and 4 bytes, and six invisible characters between flag letters.",
    ),
    Sample(
        "page",
        "A web page",
        "Tags, quotation marks and code: nearly as many punctuation marks as words.",
    ),
    Sample(
        "harbour",
        "The lighthouse keeper",
        "“light”, “walk”, “sail” and “keep” come in many forms: walker, walking, walked.",
    ),
)
"""In the order in which they are offered; the first is the one a page opens with."""

EVENING = Sample(
    "evening",
    "The keeper’s next day",
    "New sentences, in words that “The lighthouse keeper” has too.",
)
"""Held out: what a tokenizer that learned from “The lighthouse keeper” is measured on."""


def sample(key: str) -> Sample:
    """The sample of that key. Raises KeyError for a key that is not in the table."""
    for candidate in SAMPLES:
        if candidate.key == key:
            return candidate
    known = ", ".join(candidate.key for candidate in SAMPLES)
    raise KeyError(f"There is no sample {key!r}. Choose one of: {known}.")


@cache
def _read(key: str) -> str:
    return files(__name__).joinpath(f"{key}.txt").read_bytes().decode("utf-8")
