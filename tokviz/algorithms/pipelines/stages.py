"""What Hugging Face's library does around a model: added tokens, normalizing, splitting.

A text goes through the library with a model that says nothing, and behind its last split a watcher
notes what has become of the text. So what the replayed model gets is to the letter what the
library's own model gets.

The library is Rust. Where it panics, it raises what is no ``Exception``; here that is an error in
words, as all else that it refuses.
"""

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self, TypeVar

from tokenizers import Encoding, PreTokenizedString, Token, Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import PreTokenizer
from tokenizers.pre_tokenizers import Sequence as InTurn

from tokviz.algorithms.pipelines.added_tokens import (
    looked_for,
    normalizing,
    number_of_beginnings,
    read_effort,
)
from tokviz.algorithms.pipelines.growth import growth
from tokviz.arrays.frozen import FieldsAlone
from tokviz.checks.errors import TokvizError
from tokviz.checks.limits import LIBRARY_LETTERS, LIBRARY_STAGES

_Result = TypeVar("_Result")

Located = tuple[int, int, int]
"""A token of a part: its id, and where in the part it stands, half-open in UTF-8 bytes."""

Splits = Sequence[tuple[str, tuple[int, int], list[Token] | None]]
"""The parts as the library gives them: each with its place, and its token if it is an added one."""


class Part(NamedTuple):
    """A stretch of text as the model gets it, or an added token, which no model sees.

    ``start`` and ``end`` say where it stands in the text as typed, in characters; ``added`` is the
    id of an added token.
    """

    text: str
    start: int
    end: int
    added: int | None


@dataclass(frozen=True, eq=False)
class Stages(FieldsAlone):
    """All of a pipeline but its model, and the tokens that a post-processor puts around the text.

    ``silent`` is a ``tokenizer.json`` whose model says nothing. It stays text: from one process to
    another that goes at once, whatever stands in it. ``growth`` is how many times longer they can
    make a text. ``added_states`` are the states of the automaton that finds added tokens, and
    ``read_effort`` the characters that the library may write to make it. ``plain`` reads special
    tokens in a text as plain text.
    """

    silent: str
    growth: float
    added_states: int = 0
    read_effort: float = 0.0
    plain: bool = False

    @classmethod
    def of(cls, content: Mapping[str, Any], added: Mapping[str, int]) -> Self:
        """The stages of a ``tokenizer.json``; ``added`` are its added tokens, spelling -> id."""
        model = {"type": "WordLevel", "vocab": dict(added), "unk_token": ""}
        silent = json.dumps({**content, "model": model, "post_processor": None})
        normalize = normalizing(read_library(silent))
        tokens = looked_for(content, normalize)
        effort = max(read_effort(content), sum(map(len, tokens)))
        return cls(silent, growth(content, normalize), number_of_beginnings(tokens), effort)

    @property
    def are_read_here(self) -> bool:
        """Whether they are small enough for the library to read them where pages run."""
        return len(self.silent) <= LIBRARY_STAGES and self.read_effort <= LIBRARY_LETTERS

    def parts(self, text: str) -> list[Part]:
        """The well-formed text, normalized and cut."""
        _, found = self._run(text, {})
        return [
            Part(part, start, end, tokens[0].id if tokens else None)
            for part, (start, end), tokens in found
        ]

    def offsets(self, text: str, located: Mapping[str, Sequence[Located]]) -> list[tuple[int, int]]:
        """Where each token stands in the text as typed, in characters.

        ``located`` says for each part what tokens the model makes of it.
        """
        encoding, _ = self._run(text, located)
        places: list[tuple[int, int]] = encoding.offsets
        return places

    def decode(self, ids: Sequence[int], spelled: Mapping[int, str]) -> str:
        """The text of tokens, by the decoder; ``spelled`` are those that the model has.

        The library decodes with a model of these tokens alone: it need not read them all.
        """
        used = {spelled[token_id]: token_id for token_id in ids if token_id in spelled}
        library, turn = self._decoding
        with turn:  # readers share a tokenizer
            library.model = WordLevel(used, unk_token="")
            return asked(lambda: library.decode(ids, skip_special_tokens=False), "these ids")

    def _run(self, text: str, located: Mapping[str, Sequence[Located]]) -> tuple[Encoding, Splits]:
        library, seen = self._watched
        seen.tokens_of = {
            part: [Token(token_id, "", (start, end)) for token_id, start, end in tokens]
            for part, tokens in located.items()
        }
        return encoded(library, text), seen.splits

    @cached_property
    def _watched(self) -> tuple[Tokenizer, "_Seen"]:
        """The library's tokenizer and what its watcher sees: one value, which threads share."""
        library, watcher = read_library(self.silent), _Watcher()
        library.encode_special_tokens = self.plain  # as the library calls reading them as text
        watch = PreTokenizer.custom(watcher)
        split = library.pre_tokenizer
        library.pre_tokenizer = watch if split is None else InTurn([split, watch])
        return library, watcher.seen

    @cached_property
    def _decoding(self) -> tuple[Tokenizer, threading.Lock]:
        return read_library(self.silent), threading.Lock()


class _Seen(threading.local):
    """What one thread's text has become; readers share a tokenizer, never a text."""

    splits: Splits = ()
    tokens_of: Mapping[str, list[Token]] = {}


class _Watcher:
    """The last of the pre-tokenizers: notes the parts, and says what the model would."""

    def __init__(self) -> None:
        self.seen = _Seen()

    def pre_tokenize(self, text: PreTokenizedString) -> None:
        self.seen.splits = text.get_splits(offset_referential="original", offset_type="char")
        text.tokenize(lambda part: self.seen.tokens_of.get(part, []))


def read_library(text: str) -> Tokenizer:
    """The library's tokenizer, which cuts off and fills up nothing; TokvizError if it is none."""
    library: Tokenizer = asked(lambda: Tokenizer.from_str(text), "this tokenizer.json")
    library.no_truncation()
    library.no_padding()
    return library


def encoded(library: Tokenizer, text: str) -> Encoding:
    """What the library makes of a well-formed text; TokvizError where it cannot."""
    return asked(lambda: library.encode(text, add_special_tokens=False), "this text")


def asked(question: Callable[[], _Result], what: str, library: str = "tokenizers") -> _Result:
    """What a library answers; TokvizError where it refuses, or panics."""
    try:
        return question()
    except (MemoryError, TokvizError):
        raise
    except BaseException as error:
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        reason = " ".join(str(error).split())[:300]
        raise TokvizError(
            f"The {library} library must be able to read {what}, but it says: {reason}. "
            "Make the file anew with the library."
        ) from None
