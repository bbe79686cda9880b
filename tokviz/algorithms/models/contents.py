"""What a model is made of, checked and copied where it is made: a caller may go on changing it.

A trained model is not asked: its parts come from the training that its trace tells.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any

from tokviz.algorithms.merging.byte_symbols import BYTES
from tokviz.algorithms.merging.char_symbols import CharToken, check_end
from tokviz.checks.arguments import is_iterable
from tokviz.checks.errors import KindError, TokvizError
from tokviz.checks.whole_numbers import is_whole
from tokviz.files.vocabulary import check_merged_lengths
from tokviz.text.pre_tokens import compile_pattern
from tokviz.text.special_tokens import check_names
from tokviz.traces.choice import Pair

UNCHANGING = frozenset({int, str, bytes, CharToken})
"""Nobody changes them: they need no copy."""


def check_vocab(vocab: Mapping[int, object], kind: type) -> None:
    """TokvizError where an id is no whole number from 0 on, or a token is not of this kind."""
    for token_id, token in vocab.items():
        if not (is_whole(token_id) and token_id >= 0 and isinstance(token, kind)):
            raise TokvizError(
                f"A vocabulary maps ids, whole numbers from 0 on, to tokens of the kind "
                f"{kind.__name__}, but this one has {token_id!r:.40}: {token!r:.40}. Mend it."
            )


def check_dense(vocab: Mapping[int, object]) -> None:
    """TokvizError where an id between 0 and the last one is left out."""
    missing = next((token_id for token_id in range(len(vocab)) if token_id not in vocab), None)
    if missing is not None:
        raise TokvizError(
            f"The ids of {len(vocab)} tokens run from 0 to {len(vocab) - 1}, but {missing} is not "
            "among these. Number the tokens without a gap."
        )


def check_distinct(vocab: Mapping[int, str]) -> None:
    """TokvizError where two ids have one spelling: a text with it would have either."""
    first: dict[str, int] = {}
    for token_id, token in vocab.items():
        if first.setdefault(token, token_id) != token_id:
            raise TokvizError(
                f"Each token has one id, but {token!r:.40} has {first[token]} and {token_id}. "
                "Leave one of them out."
            )


def keep_copies(model: object, *names: str) -> None:
    """Put read-only copies in place of these parts of a model that is frozen.

    Numbers in them, of whatever kind they count with, are Python's there.
    """
    for name in names:
        object.__setattr__(model, name, _copy(getattr(model, name)))


def _copy(part: Any) -> Any:
    if type(part) in UNCHANGING:
        return part
    if isinstance(part, Mapping):
        if UNCHANGING.issuperset(map(type, chain(part, part.values()))):
            return MappingProxyType(dict(part))
        return MappingProxyType({_copy(key): _copy(value) for key, value in part.items()})
    if isinstance(part, tuple):
        return tuple(map(_copy, part))
    return int(part) if is_whole(part) else part


def vocab_of_ranks(ranks: Mapping[bytes, int]) -> Mapping[int, bytes]:
    """Rank -> token; TokvizError where a rank is none, or that of two tokens.

    A token of no bytes, as Whisper has one, is left out: it stands in no text.
    """
    vocab: dict[int, bytes] = {}
    for token, rank in ranks.items():
        if token == b"":
            continue
        if vocab.setdefault(rank, token) != token:
            raise TokvizError(
                f"Each token has a rank of its own, but {vocab[rank]!r:.40} and {token!r:.40} have "
                f"{rank}. Give one of them another."
            )
    check_vocab(vocab, bytes)
    return vocab


def check_merges(merges: Sequence[Pair], first: int) -> None:
    """TokvizError unless merge k joins two tokens that are there before it makes ``first + k``.

    And where it joins two that a merge before it joined: nothing is left for it.
    """
    if not is_iterable(merges):
        raise KindError(f"Merges are pairs of ids, but these are {merges!r:.40}. Write [(0, 1)].")
    made: dict[Pair, int] = {}
    for number, pair in enumerate(merges):
        if not _joins(pair, first + number):
            raise TokvizError(
                f"Merge {number} joins two of the {max(first + number, 0)} tokens before it, but "
                f"says {pair!r:.40}. Write their ids, as in (0, 1)."
            )
        if made.setdefault(pair, number) != number:
            raise TokvizError(
                f"A pair merges once, but merge {number} repeats {pair}, merge {made[pair]}. "
                "Leave it out."
            )


def check_byte_merges(merges: Sequence[Pair]) -> None:
    """TokvizError unless merge k joins tokens before it, and where all of them grow too long.

    Forty merges, each of the token before with itself, would make one of a terabyte.
    """
    check_merges(merges, len(BYTES))
    check_merged_lengths((1,) * len(BYTES), merges, "this model")


def _joins(pair: object, end: int) -> bool:
    if type(pair) is not tuple or len(pair) != 2:
        return False
    left, right = pair
    return is_whole(left) and is_whole(right) and 0 <= left < end and 0 <= right < end


def check_merged(vocab: Mapping[int, Any], merges: Sequence[Pair], first: int) -> None:
    """TokvizError unless merge k joins tokens that are there before it, into ``first + k``."""
    check_merges(merges, first)
    for token_id, (left, right) in enumerate(merges, first):
        if vocab.get(token_id) != (joined := vocab[left] + vocab[right]):
            raise TokvizError(
                f"Merge {token_id - first} makes the token {token_id}, {joined!r:.40}, but the "
                f"vocabulary has {vocab.get(token_id)!r:.40} there. Number the merges' tokens "
                f"from {first} in their order."
            )


def check_byte_model(
    pattern: str,
    vocab: Mapping[int, bytes],
    special_tokens: Mapping[str, int],
    merges: Sequence[Pair] | None,
) -> None:
    """TokvizError where a single byte is no token, or a merge did not make the next one.

    And where a token has no bytes, a special token is not in the vocabulary under its id, or the
    split pattern is broken.
    """
    compile_pattern(pattern)
    check_vocab(vocab, bytes)
    check_names(special_tokens, ids=True)
    for name, token_id in special_tokens.items():
        if vocab.get(token_id) != name.encode():
            raise TokvizError(
                f"A special token stands in the vocabulary under its id, but {name!r:.40} has "
                f"{token_id!r:.40}, where {vocab.get(token_id)!r:.40} stands. Give both one id."
            )
    special_ids = {*special_tokens.values()}
    ordinary = {token: i for i, token in vocab.items() if i not in special_ids}
    if b"" in ordinary:
        raise TokvizError(
            f"A token is of at least one byte, but {ordinary[b'']} has none. Leave it out."
        )
    if missing := set(BYTES).difference(ordinary):
        raise TokvizError(
            "Every single byte must be a token, or some text could not be encoded, but "
            f"the byte {min(missing)[0]:#04x} is none. Give the encoding all 256."
        )
    check_merged(vocab, merges or (), len(BYTES))


def check_char_model(
    tokens: Sequence[CharToken], merges: Sequence[Pair], end_of_word: str | None, joined: bool
) -> None:
    """TokvizError where nobody sees the end of words, or a merge did not make the next token."""
    check_end(end_of_word, joined)
    vocab = dict(enumerate(tokens))
    check_vocab(vocab, CharToken)
    check_char_merges(tokens[: len(tokens) - len(merges)], merges)
    check_merged(vocab, merges, len(tokens) - len(merges))


def check_char_merges(base: Sequence[CharToken], merges: Sequence[Pair]) -> None:
    """TokvizError unless merge k joins two tokens before it, the left one inside a word.

    ``base`` are the tokens that no merge made.
    """
    check_merges(merges, len(base))
    ends_word = [token.ends_word for token in base]
    for number, (left, right) in enumerate(merges):
        if ends_word[left]:
            raise TokvizError(
                f"The left part of a merge is inside a word, but that of merge {number}, "
                f"{left}, ends one. Leave the merge out."
            )
        ends_word.append(ends_word[right])


def check_has(vocab: Collection[str], name: str) -> None:
    """TokvizError where the vocabulary lacks a token that the model asks for by name."""
    if name not in vocab:
        raise TokvizError(
            f"A special or unknown token must be in the vocabulary, but {name!r:.40} is not among "
            f"its {len(vocab)} tokens. Add it."
        )
