"""The lessons, in the order in which they are taught. One row adds a tokenizer.

The menu, the overview, the comparison and the shared tests read this table. A lesson's key names
its page ``pages/<key>.py`` and its module ``tokviz/algorithms/<key>.py``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from tokviz.algorithms.byte_bpe import ByteBPE
from tokviz.algorithms.regex_bpe import RegexBPE


class Tokenizer(Protocol):
    """What every tokenizer here can do."""

    @property
    def vocab(self) -> Mapping[int, str] | Mapping[int, bytes]: ...
    def encode(self, text: str) -> list[int]: ...
    def decode(self, ids: Iterable[int]) -> str: ...
    def tokenize(self, text: str) -> list[Any]: ...


@dataclass(frozen=True, slots=True)
class Variant:
    """One tokenizer of a lesson, trained on a short text in a fraction of a second."""

    name: str
    train: Callable[[str], Tokenizer]
    lossless: bool = True


@dataclass(frozen=True, slots=True)
class Lesson:
    """One row: ``idea`` says what it does, ``story`` why it follows the one before."""

    key: str
    title: str
    icon: str
    idea: str
    story: str
    variants: tuple[Variant, ...]

    @property
    def page(self) -> str:
        return f"pages/{self.key}.py"


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "byte_bpe",
        "BPE over bytes",
        "🧩",
        "Start from 256 bytes. Join the pair that stands together most often. Repeat.",
        "Bytes can write any text, so nothing is ever unknown, and merges make it short again.",
        (Variant("Byte BPE", lambda text: ByteBPE.train(text, num_merges=60)),),
    ),
    Lesson(
        "regex_bpe",
        "Regex BPE",
        "✂️",
        "First cut the text into words, numbers and signs. Then merge bytes inside the pieces.",
        "Plain BPE glues words to their full stops. A split pattern keeps them apart; this is "
        "what GPT-2 and its successors do.",
        (Variant("Regex BPE", lambda text: RegexBPE.train(text, num_merges=60)),),
    ),
)


def lesson(key: str) -> Lesson:
    """The lesson of that key. Raises KeyError for a key that is not in the table."""
    for candidate in LESSONS:
        if candidate.key == key:
            return candidate
    raise KeyError(f"There is no lesson {key!r}. Choose one of: {[row.key for row in LESSONS]}.")
