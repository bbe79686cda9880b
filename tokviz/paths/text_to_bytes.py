"""Why bytes never say “unknown”: characters, code points and bytes of one text."""

from collections.abc import Callable

from tokviz.algorithms.text_to_bytes import Utf8Bytes
from tokviz.paths.stops import Challenge, GuidedPath, Settings, Shown, Stop, Verdict
from tokviz.samples.characters import CHARACTERS
from tokviz.text.characters import text_rows
from tokviz.text.labels import plural

FAMILY = next(row.text for row in CHARACTERS if row.key == "family")
WHOLE, PUT_TOGETHER = "\u00e9", "e\u0301"
DO_THEY_FIND = (
    f"“{WHOLE}” and “{PUT_TOGETHER}” look the same. Does a search for one find the other?"
)
"""Of the lesson's plan."""


def _make(_: str, __: Settings) -> Utf8Bytes:
    return Utf8Bytes()


def end_of(part: str) -> Callable[[Shown], int]:
    """Finds the last byte of the first place of a part of the text; a step is a byte."""
    return lambda shown: len(shown.text[: shown.text.index(part) + len(part)].encode())


def sizes(text: str) -> tuple[int, int, int]:
    """Characters, code points and bytes."""
    rows = text_rows(text)
    return len(rows.graphemes), len(text), rows.num_bytes


def _check(said: str, _: Shown) -> Verdict:
    characters, points, size = sizes(said)
    words = f"{plural(characters, 'character')}, {plural(points, 'code point')}, "
    words += f"{plural(size, 'byte')}."
    if characters == 1 and size >= 10:
        return Verdict(True, f"Yes: {words}")
    if characters != 1:
        return Verdict(False, f"Not yet: {words} It is to be one character.")
    return Verdict(False, f"Not yet: {words} Which emoji have several code points?")


_CLAPPED = end_of("👏🏻")

PATH = GuidedPath(
    lesson="text_to_bytes",
    samples=CHARACTERS,
    title="Why bytes never say “unknown”",
    make=_make,
    stops=(
        Stop(
            "A character is one code point or more: a number for each of its parts, stored in "
            "bytes. 안 is one code point and three bytes.",
            {"sample": "korean"},
            step=end_of("안"),
            look="text",
            holds=lambda shown: shown.text[0] == "안" and sizes("안") == (1, 1, 3),
        ),
        Stop(
            "An English letter is one byte. So the same greeting takes 15 bytes in Korean and 5 "
            "in English, and bytes are what GPT's tokenizers start from, since GPT-2.",
            {"sample": "korean"},
            step=end_of("hello"),
            look="text",
            holds=lambda shown: (
                sizes("안녕하세요") == (5, 5, 15)
                and sizes("hello") == (5, 5, 5)
                and {"안녕하세요", "hello"} <= set(shown.text.replace("(", "").split())
            ),
        ),
        Stop(
            "One clap for you, two code points for a computer: the hands, and a colour for them. "
            "Together 8 bytes.",
            {"sample": "tones"},
            step=_CLAPPED,
            look="text",
            holds=lambda shown: "👏🏻" in shown.text and sizes("👏🏻") == (1, 2, 8),
        ),
        Stop(DO_THEY_FIND, {"sample": "tones"}, step=_CLAPPED, puts=True),
        Stop(
            "Not if it compares code points. The first é is one, the second is an e and an accent: "
            "to a computer they are different words.",
            {"sample": "accents"},
            step=end_of(PUT_TOGETHER),
            look="text",
            holds=lambda shown: (
                sizes(WHOLE)[:2] == (1, 1)
                and sizes(PUT_TOGETHER)[:2] == (1, 2)
                and WHOLE in shown.text
            ),
        ),
        Stop(
            "Four people are one character, seven code points and 25 bytes. And yet no byte here "
            "is new: all are among the 256.",
            {"sample": "family"},
            step=lambda _: 1,  # its beginning is in sight, also where it is higher than a phone
            look="text",
            holds=lambda shown: shown.text == FAMILY and sizes(FAMILY) == (1, 7, 25),
        ),
        Stop(
            "Bytes also keep what nobody sees. Before “hello” stands a byte order mark: one code "
            "point, three bytes, no picture.",
            {"sample": "bom"},
            step=end_of("\ufeff"),
            look="text",
            holds=lambda shown: shown.text == "\ufeffhello" and len("\ufeff".encode()) == 3,
        ),
        Stop("", {"sample": "korean"}),
    ),
    remember="256 bytes write every text there is, so nothing is unknown; the list only gets long.",
    challenge=Challenge("Type **one character** that takes **10 bytes or more**.", _check),
)
