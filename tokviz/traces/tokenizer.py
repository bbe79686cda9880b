"""What every tokenizer can do, written down in one place: pages and views ask for nothing else.

A row of the table of lessons trains such a tokenizer; the shared tests hold each one to it.
Training is not here: its settings differ from lesson to lesson, so the row says how to train.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from tokviz.text.markers import Markers
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.lattice import LatticeTrace
from tokviz.traces.matches import MatchTrace
from tokviz.traces.merges import MergeTrace
from tokviz.traces.rounds import UnigramTrace
from tokviz.traces.words import LookUpTrace, NumberTrace, WhitespaceTrace, WordLevelTrace

TrainTrace: TypeAlias = MergeTrace | UnigramTrace | WordLevelTrace
EncodingTrace: TypeAlias = (
    EncodeTrace | MatchTrace | LatticeTrace | LookUpTrace | NumberTrace | WhitespaceTrace
)


class Tokenizer(Protocol):
    """A tokenizer, trained or in no need of training."""

    @property
    def vocab(self) -> Mapping[int, str] | Mapping[int, bytes] | Mapping[int, str | bytes]:
        """id -> token."""

    @property
    def trace(self) -> TrainTrace | None:
        """What training recorded; None for a loaded model and where nothing is learned."""

    @property
    def markers(self) -> Markers:
        """What it writes into its tokens itself."""

    @property
    def special_ids(self) -> frozenset[int]:
        """The ids of tokens that are no text, the unknown one among them."""

    @property
    def unk_id(self) -> int | None:
        """The id of the unknown token, or None where nothing is unknown or an error."""

    @property
    def formats(self) -> tuple[str, ...]:
        """The suffixes of its own formats, the usual one first: ``load`` gives the model back.

        ``save`` says where one of them cannot hold this model, and takes others, too, where they
        hold it or a part: ``.tiktoken`` the ranks, ``.codes`` the merges, ``.txt`` the pieces.
        """

    def encode(self, text: str) -> list[int]:
        """The text as token ids."""

    def encode_batch(self, texts: Iterable[str]) -> list[list[int]]:
        """Each text as ``encode`` has it; KindError for a single text that is in no list."""

    def encode_trace(self, text: str) -> EncodingTrace:
        """How encoding this text went, in order."""

    def tokenize(self, text: str) -> list[Any]:
        """The token of each id of ``encode``; SentencePiece's name an unknown stretch by itself."""

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """The half-open UTF-8 byte range in ``text`` of each token of ``encode``, left to right.

        Two surrogates that spell a character count as its four bytes. Where normalizing made
        several tokens of one character, the first has all of its bytes; the others, and a marker
        inserted behind a word, have none: (3, 3), where the tokenizers library would say (0, 3).
        """

    def decode(self, ids: Iterable[int]) -> str:
        """The text of the tokens."""

    def save(self, path: str | Path) -> None:
        """Write the model in the format of the suffix; FormatError where it is none of its own."""
