"""WordPiece's smallest pieces: a word's first letter as it is, every other letter behind ``##``.

The same letter is two symbols, one that begins a word and one that continues it. A merge keeps
the prefix of its left part and drops that of its right part.

The order of the letters gives them their ids, and where ties fall by id it decides merges.
``alphabet_of`` sorts all pieces. ``library_alphabet`` is the order of Hugging Face's library: every
letter as if it began a word, sorted, then those behind ``##`` as words bring them. Its words come
in the order of a hash table, another in each run; ours in the order of the text.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from tokviz.checks.errors import TokvizError
from tokviz.checks.limits import WORD_END_LENGTH
from tokviz.text.code_points import character_kinds, distinct_characters
from tokviz.text.markers import CONTINUING_PREFIX
from tokviz.text.normalizers.bert import bert_split, is_punctuation
from tokviz.traces.choice import RankedBy

_NO_PIECE = -1
"""Of a letter that begins no word, or continues none."""


def check_prefix(prefix: str) -> None:
    """Refuse a prefix that a word itself could spell: then no piece would say what it is.

    Refuse a longer one than a file may have, too.
    """
    if len(prefix) < 2 or not any(map(is_punctuation, prefix)) or any(map(str.isspace, prefix)):
        raise TokvizError(
            "The prefix of pieces that continue a word has two characters or more, one of them a "
            f"punctuation mark, and no space, but is {prefix!r}. {CONTINUING_PREFIX!r} is BERT's."
        )
    if len(prefix) > WORD_END_LENGTH:
        raise TokvizError(
            f"The prefix of pieces that continue a word has at most {WORD_END_LENGTH} characters, "
            f"but this one has {len(prefix):,}. {CONTINUING_PREFIX!r} is BERT's."
        )


def base_vocab(
    special_tokens: Sequence[str], words: Sequence[str], prefix: str, ranked_by: RankedBy
) -> list[str]:
    """The special tokens, then the alphabet; TokvizError where one of the first could be a piece.

    Two ids would have one spelling. Hugging Face's library gives both the special token's id, so
    that a merge may make no new token; here each does, and each word must stay a word.
    """
    letters = alphabet(words, prefix, ranked_by)
    for name in special_tokens:
        stem = name.removeprefix(prefix)
        if name in letters or (bert_split(stem).words == [stem] and _begins(name, words, prefix)):
            raise TokvizError(
                f"A special token is spelled as no piece of a word could be, but {name!r:.40} is. "
                f"Put it in brackets, as in {f'[{stem}]'!r:.40}, or leave it out."
            )
    return [*special_tokens, *letters]


def _begins(piece: str, words: Sequence[str], prefix: str) -> bool:
    """Whether a word could hold this piece: at its front, or behind the prefix further on."""
    if piece.startswith(prefix):
        return any(word.find(piece.removeprefix(prefix), 1) > 0 for word in words)
    return any(word.startswith(piece) for word in words)


def alphabet(words: Sequence[str], prefix: str, ranked_by: RankedBy) -> list[str]:
    """The pieces that a training which ranks pairs so begins with, in the order of their ids."""
    choose = library_alphabet if ranked_by == "count" else alphabet_of
    return choose(words, prefix)


def alphabet_of(words: Iterable[str], prefix: str) -> list[str]:
    """First letters as they are, all others with the prefix, sorted.

    ["hug", "us"], "##" -> ##g ##s ##u h u
    """
    distinct = set(filter(None, words))
    continuing = distinct_characters("".join(word[1:] for word in distinct))
    return sorted({word[0] for word in distinct} | {prefix + letter for letter in continuing})


def library_alphabet(words: Sequence[str], prefix: str) -> list[str]:
    """All letters, sorted, then those with the prefix as met.

    ["hug", "us"], "##" -> g h s u ##u ##g ##s
    """
    continuing = (piece for word in words for piece in pieces_of_letters(word, prefix)[1:])
    return [*sorted(distinct_characters("".join(words))), *dict.fromkeys(continuing)]


def pieces_of_letters(word: str, prefix: str = CONTINUING_PREFIX) -> list[str]:
    """One piece a letter. "hug" -> ["h", "##u", "##g"]"""
    return [word[0], *(prefix + letter for letter in word[1:])] if word else []


def join_pieces(left: str, right: str, prefix: str = CONTINUING_PREFIX) -> str:
    """What two neighbouring pieces spell. "##u", "##gs" -> "##ugs" """
    return left + right.removeprefix(prefix)


def letter_symbols(
    words: Sequence[str], vocab: Sequence[str], prefix: str = CONTINUING_PREFIX
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The letter pieces of all words in one array of ids, and where each word begins."""
    id_of = {token: token_id for token_id, token in enumerate(vocab)}
    letters, kinds = character_kinds("".join(words))
    starts = np.cumsum([0, *map(len, words)])
    first = starts[:-1][np.diff(starts) > 0]
    ids = _looked_up((prefix + letter for letter in letters), id_of)[kinds]
    ids[first] = _looked_up(letters, id_of)[kinds[first]]
    assert _NO_PIECE not in ids, "the vocabulary lacks a letter of the words"
    return ids, starts


def _looked_up(pieces: Iterable[str], id_of: Mapping[str, int]) -> npt.NDArray[np.int64]:
    return np.array([id_of.get(piece, _NO_PIECE) for piece in pieces], np.int64)
