"""The added tokens of a ``tokenizer.json`` as Hugging Face's library looks for them in a text.

It makes an automaton of them when it reads the file (Aho and Corasick 1975), a state for each of
their beginnings. A token that is looked for in the normalized text is normalized first, and may
become longer than the whole file: of 500 letters "a", where a normalizer makes each "a" sixty, come
30,000. So that is found out before the library reads the file, with the file's normalizer alone.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import takewhile
from operator import eq
from typing import Any

from tokenizers import Tokenizer

from tokviz.algorithms.pipelines.growth import lengthening, normalizing_growth
from tokviz.checks.limits import NORMALIZED_LENGTH
from tokviz.files.errors import FormatError, short

Normalize = Callable[[str], str]
_EMPTY: Mapping[str, Any] = {
    **{"version": "1.0", "truncation": None, "padding": None, "added_tokens": []},
    **{"pre_tokenizer": None, "post_processor": None, "decoder": None},
    "model": {"type": "WordLevel", "vocab": {}, "unk_token": ""},
}


def with_normalizer(content: Mapping[str, Any]) -> str:
    """A ``tokenizer.json`` of the same normalizer and nothing else."""
    return json.dumps({**_EMPTY, "normalizer": content.get("normalizer")})


def normalizing(library: Tokenizer) -> Normalize:
    """What the library's normalizer makes of a text."""
    return library.normalizer.normalize_str if library.normalizer else str


def check_normalized(content: Mapping[str, Any], normalize: Normalize, name: str) -> None:
    """FormatError where the added tokens become too long, two the same, or one nothing.

    ``content`` is as it was written. None is normalized that might fill the memory alone: it goes
    by the most that may come of it. Of two that become the same the library finds one or the other,
    by chance, each time that it reads the file. Beside one that becomes nothing it looks for the
    others without end where a text ends in the beginning of one.
    """
    times = lengthening({"normalizer": content.get("normalizer")})
    length, tokens = 0, normalized_tokens(content)
    spelled: dict[str, str] = {}  # normalized -> the token
    for number, token in enumerate(tokens, 1):
        most = (len(token) + 1) * times
        found = normalize(token) if most <= NORMALIZED_LENGTH else token
        length += len(found.encode()) if most <= NORMALIZED_LENGTH else int(most)
        if length > NORMALIZED_LENGTH:
            raise FormatError(
                f"The added tokens of a tokenizer.json are at most {NORMALIZED_LENGTH:,} bytes "
                f"long together when they are normalized, but of the {len(tokens):,} of {name} the "
                f"first {number:,} may be {length:,}. Take out what makes them longer, or "
                "normalize none of them."
            )
        if token and not found:
            raise FormatError(
                "An added token of a tokenizer.json is still a token when it is normalized, but "
                f"{short(token)} of {name} becomes nothing. Take it out, or do not normalize it."
            )
        if (other := spelled.setdefault(found, token)) != token:
            raise FormatError(
                f"Each added token of a tokenizer.json is another one when it is normalized, but "
                f"{short(other)} and {short(token)} of {name} both become {short(found)}. Take one "
                "out, or normalize neither."
            )


def normalized_tokens(content: Mapping[str, Any]) -> list[str]:
    """The added tokens that are normalized, as the file spells them."""
    return [token for token, normalized in _spelled(content) if normalized]


def read_effort(content: Mapping[str, Any]) -> float:
    """Characters that a normalizer may write of them, on the way to what it makes of them."""
    length = sum(map(len, normalized_tokens(content)))
    return length * normalizing_growth(content) if length else 0.0


def looked_for(content: Mapping[str, Any], normalize: Normalize) -> list[bytes]:
    """All added tokens as they are looked for, in UTF-8."""
    return [
        (normalize(token) if normalized else token).encode()
        for token, normalized in _spelled(content)
    ]


def _spelled(content: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Each token, and whether it is normalized; what is no token the library will refuse."""
    match content.get("added_tokens"):
        case [*tokens]:
            for token in tokens:
                match token:
                    case {"content": str(spelling), **told}:
                        yield spelling, told.get("normalized") is not False


def number_of_beginnings(tokens: Iterable[bytes]) -> int:
    """How many different beginnings they have: the nodes of the tree that holds them.

    ab, ac -> 3: a, ab, ac
    """
    number, before = 0, b""
    for token in sorted(tokens):
        number += len(token) - sum(takewhile(bool, map(eq, before, token)))
        before = token
    return number
