"""Ids as a reader types them: numbers with spaces, commas, semicolons or brackets between them.

So a list that was copied from Python, or from a page, is read as it stands.
"""

import re
from collections.abc import Mapping

from tokviz.checks.errors import TokvizError
from tokviz.text.direction import unmarked
from tokviz.text.labels import named

_BETWEEN = re.compile(r"[\s,;\[\]()]+")
_LONGEST = 11
"""Digits that are read: the highest id (limits.TOKEN_ID) has ten."""
_SHOWN = 40
"""Characters of what is refused that the message quotes."""


def typed_ids(text: str, vocab: Mapping[int, object]) -> list[int]:
    """The ids in order. "108, 100 [32]" -> [108, 100, 32]

    Raises:
        TokvizError: a part that is no whole number, or no id of this vocabulary; it is named, and
            so are the ids that there are.
    """
    found = []
    for word in filter(None, _BETWEEN.split(unmarked(text))):
        if not (word.isascii() and word.isdecimal()):
            raise TokvizError(
                f"Ids are whole numbers, but “{named(word[:_SHOWN])}” is none. Write numbers with "
                "spaces or commas between them."
            )
        token_id = int(word) if len(word) <= _LONGEST else -1
        if token_id not in vocab:
            raise TokvizError(
                f"Every id must be in the vocabulary, but {word[:_SHOWN]} is none of its ids: they "
                f"are {_range(vocab)}. Write one of these."
            )
        found.append(token_id)
    return found


def _range(vocab: Mapping[int, object]) -> str:
    """{0: ..., 1: ..., 4: ...} -> "3 of the numbers 0 to 4" """
    first, last = min(vocab, default=0), max(vocab, default=0)
    dense = len(vocab) == last - first + 1
    return f"{first} to {last}" if dense else f"{len(vocab)} of the numbers {first} to {last}"
