"""Lesson: a text is already numbers.

The two simplest tokenizers learn nothing. ``CodePoints`` takes the number Unicode gives each
character; ``Utf8Bytes`` takes the bytes that store it. The first needs a vocabulary of more than
a million ids, most of them never seen; the second needs only 256, but makes every text long.
All later lessons start from one of these two and shorten the text by merging.

Sources: the Unicode Standard, chapter 3; RFC 3629. Nothing here is learned, so there are no ties.
Not here: graphemes and names, which are in ``tokviz.text.characters``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, NoReturn

from tokviz.algorithms.models.batches import Batches
from tokviz.checks.arguments import checked
from tokviz.checks.errors import TokvizError
from tokviz.checks.whole_numbers import check_whole
from tokviz.files.errors import refuse_to_save
from tokviz.text.characters import byte_offsets, decode_utf8, encode_utf8, joined_surrogates
from tokviz.text.markers import Markers
from tokviz.traces.words import NumberStep, NumberTrace

NUM_CODE_POINTS = 0x110000


class CodePointVocab(Mapping[int, str]):
    """Every id from 0 to 0x10FFFF with its code point, without storing a million entries."""

    def __getitem__(self, token_id: int) -> str:
        if token_id not in range(NUM_CODE_POINTS):
            raise KeyError(token_id)
        return chr(int(token_id))  # a float that is whole is found, as in a dict

    def __iter__(self) -> Iterator[int]:
        return iter(range(NUM_CODE_POINTS))

    def __len__(self) -> int:
        return NUM_CODE_POINTS


class Numbers(Batches):
    """A tokenizer whose ids are the numbers that a text is made of: nothing is learned."""

    trace = None
    markers: ClassVar[Markers] = ()
    special_ids: ClassVar[frozenset[int]] = frozenset()
    unk_id: ClassVar[None] = None
    formats: ClassVar[tuple[str, ...]] = ()
    encode_trace: Callable[[str], NumberTrace]

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    @checked
    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """The UTF-8 byte range that each token of ``encode`` stands for."""
        return [(step.start, step.end) for step in self.encode_trace(text).steps]

    @checked
    def save(self, path: str | Path) -> NoReturn:
        """There is nothing to save: FormatError."""
        refuse_to_save(path)


class CodePoints(Numbers):
    """Each code point is a token and its Unicode number is its id. Lossless."""

    @property
    def vocab(self) -> Mapping[int, str]:
        """id -> character, 1,114,112 of them."""
        return CodePointVocab()

    @checked
    def tokenize(self, text: str) -> list[str]:
        """The characters. "né" -> ["n", "é"]"""
        return list(joined_surrogates(text))

    @checked
    def encode(self, text: str) -> list[int]:
        """The Unicode numbers. "né" -> [110, 233]"""
        return [ord(char) for char in joined_surrogates(text)]

    @checked
    def decode(self, ids: Iterable[int]) -> str:
        """The text of these numbers; TokvizError for a number Unicode does not have."""
        return "".join(map(_character, ids))

    @checked
    def encode_trace(self, text: str) -> NumberTrace:
        """Each character, where it stands, and its number."""
        text = joined_surrogates(text)
        offsets = byte_offsets(text)
        steps = (
            NumberStep(offsets[index], offsets[index + 1], text[index], token_id)
            for index, token_id in enumerate(self.encode(text))
        )
        return NumberTrace(text, tuple(steps))


class Utf8Bytes(Numbers):
    """Each byte of the UTF-8 text is a token and its value is its id. Lossless."""

    @property
    def vocab(self) -> Mapping[int, bytes]:
        """id -> the single byte, 256 of them."""
        return MappingProxyType({byte: bytes([byte]) for byte in range(256)})

    @checked
    def tokenize(self, text: str) -> list[bytes]:
        """The bytes, one by one. "né" -> [b"n", b"\\xc3", b"\\xa9"]"""
        return [bytes([byte]) for byte in encode_utf8(joined_surrogates(text))]

    @checked
    def encode(self, text: str) -> list[int]:
        """The byte values. "né" -> [110, 195, 169]"""
        return list(encode_utf8(joined_surrogates(text)))

    @checked
    def decode(self, ids: Iterable[int]) -> str:
        """The text of these bytes; what is no UTF-8 becomes U+FFFD. [128] -> "\\ufffd"

        But for the three bytes by which ``encode`` keeps a lone surrogate: they give it back.
        """
        return decode_utf8(bytes(map(_byte, ids)))

    @checked
    def encode_trace(self, text: str) -> NumberTrace:
        """Each byte, where it stands, and its value."""
        text = joined_surrogates(text)
        steps = (
            NumberStep(index, index + 1, bytes([byte]), byte)
            for index, byte in enumerate(self.encode(text))
        )
        return NumberTrace(text, tuple(steps))


def _character(token_id: int) -> str:
    check_whole("An id", token_id, such_as=97)
    if not 0 <= token_id < NUM_CODE_POINTS:
        raise TokvizError(
            f"A code point is a number from 0 to {NUM_CODE_POINTS - 1}, but this id is "
            f"{token_id}. Pass ids that CodePoints.encode gave."
        )
    return chr(token_id)


def _byte(token_id: int) -> int:
    check_whole("An id", token_id, such_as=97)
    if not 0 <= token_id < 256:
        raise TokvizError(
            f"A byte is a number from 0 to 255, but this id is {token_id}. "
            f"Pass ids that Utf8Bytes.encode gave."
        )
    return token_id
