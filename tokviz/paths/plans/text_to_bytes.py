"""A plan for code points and bytes."""

from tokviz.algorithms.text_to_bytes import NUM_CODE_POINTS
from tokviz.paths.plans.plan import Plan, Question, Wrong
from tokviz.paths.stops import Shown, Stop
from tokviz.paths.text_to_bytes import DO_THEY_FIND, FAMILY, PUT_TOGETHER, WHOLE, end_of, sizes

MESSAGE = 140
"""Bytes that a message has room for: a given of the question."""
SURROGATES = range(0xD800, 0xE000)
"""Code points that UTF-8 may not write (RFC 3629, section 3)."""


def _fitting(_: Shown) -> tuple[int, ...]:
    latin, korean = sizes("a")[2], sizes("안")[2]
    fit = MESSAGE // korean
    other = len("안".encode("utf-16-le"))
    right = (MESSAGE // latin, fit, latin, korean, fit, korean, fit * korean)
    return MESSAGE, *right, MESSAGE, MESSAGE, MESSAGE // latin, MESSAGE // other, other, korean


PLAN = Plan(
    can="count the characters, the code points and the bytes of a short text, and say why the "
    "three differ.",
    questions=(
        Question(
            asks="A message has room for 140 bytes of UTF-8. How many letters from a to z fit in, "
            "and how many Korean characters like 안?",
            answer="140 letters, but 46 characters like 안. A letter takes 1 byte, 안 takes 3, and "
            "46 times 3 is 138.",
            wrong=(
                Wrong(
                    "140 letters, and 140 times 안 too.",
                    "A limit sounds like a number of characters. Here it is one of bytes.",
                ),
                Wrong(
                    "140 letters, but only 70 times 안.",
                    "In some other encodings 안 takes 2 bytes. In UTF-8 it takes 3.",
                ),
            ),
            seen=Stop(
                "the bytes of 안",
                {"sample": "korean"},
                step=end_of("안"),
            ),
            numbers=_fitting,
        ),
        Question(
            asks=DO_THEY_FIND,
            answer="Not if it compares code points. The first is 1 code point, the second is 2, "
            "an e and an accent. A search must first write both in one way.",
            wrong=(
                Wrong(
                    "Yes, the same look means the same code points.",
                    "We compare what we see. A program compares numbers.",
                ),
                Wrong(
                    "No, they are one code point, but other bytes.",
                    "Their bytes do differ, but only because their code points do.",
                ),
            ),
            seen=Stop(
                "both, with their code points",
                {"sample": "accents"},
                step=end_of(PUT_TOGETHER),
                holds=lambda shown: WHOLE in shown.text and PUT_TOGETHER in shown.text,
            ),
            numbers=lambda _: (sizes(WHOLE)[1], sizes(PUT_TOGETHER)[1]),
        ),
        Question(
            asks="There are far more characters than 256. Why are the 256 bytes enough for all?",
            answer="A character may take several bytes. UTF-8 takes up to 4 for a code point, so "
            "it can write all 1,112,064 that a text may hold.",
            wrong=(
                Wrong(
                    "They are not: rare characters are left out.",
                    "That would be so if one byte had to hold a character.",
                ),
                Wrong(
                    "Each language uses the bytes in a way of its own.",
                    "Before Unicode many did. UTF-8 is one way for all languages.",
                ),
            ),
            seen=Stop(
                "a family, one character of many bytes",
                {"sample": "family"},
                step=lambda shown: sizes(shown.text)[2],
                holds=lambda _: sizes(FAMILY)[0] == 1 < sizes(FAMILY)[2],
            ),
            numbers=lambda shown: (
                *((size := len(shown.model.vocab)), size),
                max(len(chr(top).encode()) for top in (0x7F, 0x7FF, 0xFFFF, 0x10FFFF)),
                NUM_CODE_POINTS - len(SURROGATES),
            ),
        ),
    ),
    home=Stop(
        "Write your name as your family writes it, and an emoji that you like. Guess how many "
        "bytes each character takes; then count.",
        {},
        {"text": "Zoë 지우 👋🏽"},
    ),
)
