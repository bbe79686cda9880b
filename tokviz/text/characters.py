"""What a text is made of: graphemes the reader sees, code points, UTF-8 bytes, bits.

One character on the screen may be several code points, and one code point up to four bytes. A
tokenizer sees only the lower rows, so the rows are kept aligned here, with byte ranges.

Sources: RFC 3629 for UTF-8; Unicode Standard Annex 29 for grapheme clusters, whose rules come
with the ``regex`` package (``\\X``); Python's ``unicodedata`` for the names. The rules change:
since Unicode 18 a linker joins a consonant to whatever stands before it (rule GB9c), so that অ্যা is
one character, and was two. A browser may not know yet: no script counts characters.

A lone surrogate, left behind by broken input, has no UTF-8 form. It is written the way UTF-8
would write its number (three bytes, Python's "surrogatepass"), so that nothing pasted vanishes.
Not here: fonts, line breaking, collation.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, takewhile
from typing import Literal, TypeAlias

import regex

from tokviz.checks.arguments import check_text
from tokviz.text.invisible import (
    DOTTED_CIRCLE,
    enclosing_name,
    invisible_name,
    is_mark,
    selector_name,
)

ByteRole: TypeAlias = Literal["single", "lead", "continuation", "never"]
CodePointKind: TypeAlias = Literal[
    "visible", "space", "mark", "control", "format", "surrogate", "private", "unassigned"
]

_CONTROL_NAMES = (  # in order, from U+0000
    "NULL|START OF HEADING|START OF TEXT|END OF TEXT|END OF TRANSMISSION|ENQUIRY|ACKNOWLEDGE|BELL|"
    "BACKSPACE|TAB|LINE FEED|LINE TABULATION|FORM FEED|CARRIAGE RETURN|SHIFT OUT|SHIFT IN|"
    "DATA LINK ESCAPE|DEVICE CONTROL ONE|DEVICE CONTROL TWO|DEVICE CONTROL THREE|"
    "DEVICE CONTROL FOUR|NEGATIVE ACKNOWLEDGE|SYNCHRONOUS IDLE|END OF TRANSMISSION BLOCK|CANCEL|"
    "END OF MEDIUM|SUBSTITUTE|ESCAPE|FILE SEPARATOR|GROUP SEPARATOR|RECORD SEPARATOR|"
    "UNIT SEPARATOR"
)
_KINDS: dict[str, CodePointKind] = {
    "Cc": "control",
    "Cf": "format",
    "Cs": "surrogate",
    "Co": "private",
    "Cn": "unassigned",
    "Zs": "space",
    "Zl": "space",
    "Zp": "space",
    "Mn": "mark",
    "Me": "mark",
}
_SURROGATE_BYTES = regex.compile(rb"(\xed[\xa0-\xbf][\x80-\xbf])")
_GRAPHEME = regex.compile(r"\X")


@dataclass(frozen=True, slots=True)
class CodePoint:
    """One code point: ``char``, and ``start``, the offset of its first byte in the UTF-8 text."""

    char: str
    start: int

    @property
    def number(self) -> int:
        """Its number, 0 to 0x10FFFF."""
        return ord(self.char)

    @property
    def notation(self) -> str:
        """U+ and at least four hexadecimal digits."""
        return f"U+{ord(self.char):04X}"

    @property
    def name(self) -> str:
        """Its Unicode name, or what it is if it has none."""
        return code_point_name(self.char)

    @property
    def kind(self) -> CodePointKind:
        """What sort of code point it is, from its Unicode category."""
        return _KINDS.get(unicodedata.category(self.char), "visible")

    @property
    def label(self) -> str:
        """Something that can be seen: the character itself, or a short name such as ZWJ."""
        return visible_label(self.char)

    @property
    def utf8(self) -> bytes:
        """Its one to four bytes."""
        return encode_utf8(self.char)

    @property
    def end(self) -> int:
        """The offset just after its last byte."""
        return self.start + utf8_length(self.char)


@dataclass(frozen=True, slots=True)
class Grapheme:
    """One user-perceived character: the code points that are drawn as one."""

    code_points: tuple[CodePoint, ...]

    @property
    def text(self) -> str:
        """What the reader sees."""
        return "".join(code_point.char for code_point in self.code_points)

    @property
    def start(self) -> int:
        """The offset of its first byte."""
        return self.code_points[0].start

    @property
    def end(self) -> int:
        """The offset just after its last byte."""
        return self.code_points[-1].end

    @property
    def num_bytes(self) -> int:
        """How many bytes wide it stands in the aligned rows."""
        return self.end - self.start


@dataclass(frozen=True)
class TextRows:
    """A text on aligned rows: each grapheme holds its code points, each code point its bytes."""

    text: str
    graphemes: tuple[Grapheme, ...]

    @property
    def code_points(self) -> tuple[CodePoint, ...]:
        """The second row."""
        return tuple(point for grapheme in self.graphemes for point in grapheme.code_points)

    @property
    def utf8(self) -> bytes:
        """The third row."""
        return encode_utf8(self.text)

    @property
    def num_bytes(self) -> int:
        """The width of every row, in bytes."""
        return self.graphemes[-1].end if self.graphemes else 0


@dataclass(frozen=True, slots=True)
class ByteBits:
    """One byte of UTF-8 taken apart: ``marker`` bits tell its role, ``payload`` bits the number."""

    byte: int
    role: ByteRole
    marker: str
    payload: str
    explanation: str


def text_rows(text: str) -> TextRows:
    """Align a text's graphemes, code points and bytes.

    "e\\u0301!" -> two graphemes: (e, combining acute) over bytes 0 to 3, and (!) over 3 to 4.
    """
    offsets = byte_offsets(text)
    rows = []
    position = 0
    for grapheme in iter_graphemes(text):
        points = tuple(
            CodePoint(char, offsets[position + index]) for index, char in enumerate(grapheme)
        )
        rows.append(Grapheme(points))
        position += len(points)
    return TextRows(text, tuple(rows))


def iter_graphemes(text: str) -> Iterator[str]:
    """The user-perceived characters in order; joined, they are the text."""
    return (match.group() for match in _GRAPHEME.finditer(text))


def beginning(text: str, longest: int) -> str:
    """The whole characters within so many code points; of a longer one, as many as these.

    ("กผู้", 3) -> "ก", ("ผู้", 2) -> "ผู"
    """
    if len(text) <= longest:
        return text
    ends = accumulate(map(len, iter_graphemes(text[: longest + 1])))
    return text[: max(takewhile(longest.__ge__, ends), default=longest)]


def first_words(text: str, longest: int) -> str:
    """The whole words within so many code points; of a longer first word its beginning."""
    cut = beginning(text, longest)
    around = text[max(len(cut) - 1, 0) : len(cut) + 1]  # the border's neighbours
    inside = len(around) == 2 and not any(map(str.isspace, around)) and len(cut.split()) > 1
    return cut.rsplit(maxsplit=1)[0] if inside else cut.rstrip()


def joined_surrogates(text: str) -> str:
    """The text with each high surrogate and the low one behind it as the character they spell.

    "\\ud83d\\ude04" -> "😄"; a lone surrogate stays. TypeError for what is no text.
    """
    check_text(text)
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    return text


def encode_utf8(text: str) -> bytes:
    """The text's UTF-8 bytes; a lone surrogate takes three bytes and survives the way back."""
    return text.encode("utf-8", "surrogatepass")


def decode_utf8(data: bytes) -> str:
    """The text of these bytes; what is no UTF-8 becomes U+FFFD, as ``errors="replace"`` does.

    Bytes that ``encode_utf8`` wrote for a lone surrogate give it back:
    decode_utf8(b"\\xed\\xa0\\x80") -> "\\ud800"
    """
    return "".join(
        part.decode("utf-8", "surrogatepass" if index % 2 else "replace")
        for index, part in enumerate(_SURROGATE_BYTES.split(data))
    )


def utf8_length(char: str) -> int:
    """How many bytes one code point takes: 1, 2, 3 or 4."""
    number = ord(char)
    return 1 + (number >= 0x80) + (number >= 0x800) + (number >= 0x10000)


def byte_offsets(text: str) -> list[int]:
    """Where each code point's bytes begin, and the total: (code points + 1) offsets.

    "aé!" -> [0, 1, 3, 4]
    """
    return list(accumulate(map(utf8_length, text), initial=0))


def code_point_name(char: str) -> str:
    """The Unicode name; for code points without one, what they are, in angle brackets."""
    if char == "\ufeff":
        return f"{unicodedata.name(char)} (byte order mark)"
    return unicodedata.name(char, "") or f"<{_what_is_nameless(ord(char))}>"


def _what_is_nameless(number: int) -> str:
    if number < 0x20:
        return f"control: {_CONTROL_NAMES.split('|')[number]}"
    if 0xD800 <= number < 0xE000:
        return "lone high surrogate" if number < 0xDC00 else "lone low surrogate"
    if (number & 0xFFFE) == 0xFFFE or 0xFDD0 <= number <= 0xFDEF:
        return "noncharacter"
    if number == 0x7F:
        return "control: DELETE"
    kind = _KINDS.get(unicodedata.category(chr(number)), "visible")
    return "private use" if kind == "private" else kind


def visible_label(char: str) -> str:
    """The character itself where it can be seen, else a short name: LF, BOM, ZWJ, KEYCAP."""
    name = invisible_name(char) or selector_name(char) or enclosing_name(char)
    if name is not None:
        return name
    return DOTTED_CIRCLE + char if is_mark(char) else char


def byte_bits(byte: int) -> ByteBits:
    """Take one byte apart as UTF-8 does: marker bits first, then the bits of the number.

    0xEC -> role "lead", marker "1110", payload "1100": the first of three bytes.
    """
    if not 0 <= byte <= 255:
        raise ValueError(f"a byte is a number from 0 to 255, but this is {byte}. Pass one byte.")
    bits = f"{byte:08b}"
    ones = len(bits) - len(bits.lstrip("1"))
    marker, payload = bits[: ones + 1], bits[ones + 1 :]
    if ones == 0:
        return ByteBits(byte, "single", marker, payload, "a character of one byte (ASCII)")
    if ones == 1:
        return ByteBits(byte, "continuation", marker, payload, "carries six more bits")
    if byte in (0xC0, 0xC1) or byte > 0xF4:
        return ByteBits(byte, "never", bits, "", "never occurs in UTF-8")
    return ByteBits(byte, "lead", marker, payload, f"the first of {ones} bytes")
