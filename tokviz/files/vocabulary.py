"""What a vocabulary may hold, whichever the format, checked before a tokenizer is made of it.

Who writes a file asks the same, so that what is saved can be loaded.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from tokviz.checks.limits import (
    FILE_SPECIALS,
    MERGES,
    PATTERN,
    PIECE_LENGTH,
    SPECIALS_LENGTH,
    TOKEN_ID,
    VOCAB_LENGTH,
    VOCAB_TOKENS,
)
from tokviz.files.errors import FormatError, short
from tokviz.text.pre_tokens import compile_pattern, well_formed
from tokviz.text.special_tokens import check_names
from tokviz.traces.choice import Pair


def check_number_of_tokens(number: int, what: str) -> None:
    """FormatError for more tokens than a vocabulary may have."""
    if number > VOCAB_TOKENS:
        raise FormatError(
            f"A vocabulary has at most {VOCAB_TOKENS:,} tokens, but {what} has {number:,}. "
            "Train a smaller one."
        )


def check_number_of_merges(number: int, what: str) -> None:
    """FormatError for more merges than a file may list."""
    if number > MERGES:
        raise FormatError(
            f"A model has at most {MERGES:,} merges, but {what} has {number:,}. Train a smaller "
            "one."
        )


def check_pipeline_vocab(vocab: Mapping[str, int], added: Mapping[str, int], what: str) -> None:
    """FormatError for tokens that are too many or too long together, or share an id."""
    check_number_of_tokens(len(vocab), what)
    if (length := sum(map(len, vocab))) > VOCAB_LENGTH:
        raise FormatError(
            f"The tokens of a vocabulary are at most {VOCAB_LENGTH:,} characters long together, "
            f"but those of {what} are {length:,}. Train a smaller one."
        )
    check_all_well_formed(vocab, what)
    number_of = {**vocab, **added}
    token_of: dict[int, str] = {}
    for token, token_id in number_of.items():
        if token_id > TOKEN_ID:
            raise FormatError(
                f"An id is at most {TOKEN_ID:,}, but {short(token)} of {what} has {token_id:,}. "
                "Number the tokens from 0."
            )
        if token_of.setdefault(token_id, token) != token:
            raise FormatError(
                f"Each token has an id of its own, but {short(token_of[token_id])} and "
                f"{short(token)} of {what} are both {token_id:,}. Number the tokens from 0."
            )


def check_merged_lengths(lengths: Sequence[int], merges: Sequence[Pair], what: str) -> None:
    """FormatError where the tokens that the merges spell are too many, or too long together.

    ``lengths`` are those of the tokens before any merge; every merge joins tokens made before it.
    """
    check_number_of_tokens(len(lengths) + len(merges), what)
    lengths = list(lengths)
    total = sum(lengths)
    for number, (left, right) in enumerate(merges):
        lengths.append(lengths[left] + lengths[right])
        total += lengths[-1]
        if total > VOCAB_LENGTH:
            raise FormatError(
                f"The tokens of a vocabulary are at most {VOCAB_LENGTH:,} long together, but those "
                f"of {what} are longer from merge {number} on. Keep fewer merges."
            )


def check_special_names(names: Collection[str], what: str) -> None:
    """FormatError for special tokens that are too many or too long, TokvizError for bad names."""
    check_names(list(names))
    check_special_lengths(names, what)


def check_special_lengths(names: Collection[str], what: str) -> None:
    """FormatError for special tokens that are too many or too long."""
    if len(names) > FILE_SPECIALS or sum(map(len, names)) > SPECIALS_LENGTH:
        raise FormatError(
            f"Special tokens are at most {FILE_SPECIALS:,}, of {SPECIALS_LENGTH:,} characters "
            f"together, but {what} has {len(names):,} of {sum(map(len, names)):,}. Keep fewer."
        )
    longest = max(names, key=len, default="")
    if len(longest) > PIECE_LENGTH:
        raise FormatError(
            f"A special token has at most {PIECE_LENGTH} characters, but {short(longest)} of "
            f"{what} has {len(longest):,}. Name it shorter."
        )


def check_unknown(spelling: str, what: str) -> None:
    """FormatError for what stands for unknown text and is too long: each such place decodes to it.

    A text of 20,000 characters would fill the memory, which ends the process of a library.
    """
    if len(spelling) > PIECE_LENGTH:
        raise FormatError(
            f"What stands for unknown text has at most {PIECE_LENGTH} characters, but that of "
            f"{what} has {len(spelling):,}. Name it shorter."
        )


def check_special_ids(special_tokens: Mapping[str, int], taken: Collection[int], what: str) -> None:
    """FormatError for ids that are no ids, too high, given twice, or taken."""
    for name, token_id in special_tokens.items():
        if type(token_id) is not int or not 0 <= token_id <= TOKEN_ID:
            raise FormatError(
                f"An id is a whole number from 0 to {TOKEN_ID}, but {short(name)} of {what} has "
                f"{short(token_id)}. Give it another."
            )
    held = set[int]()
    for name, token_id in special_tokens.items():
        if token_id in taken or token_id in held:
            free = max((*taken, *special_tokens.values())) + 1
            raise FormatError(
                f"A special token takes an id of its own, but {short(name)} of {what} has "
                f"{token_id}, which another token has. Ids from {free} on are free."
            )
        held.add(token_id)


def check_pattern(pattern: str, what: str) -> None:
    """FormatError for a split pattern that is too long, PatternError for one that is broken."""
    if len(pattern) > PATTERN:
        raise FormatError(
            f"A split pattern has at most {PATTERN:,} characters, but that of {what} has "
            f"{len(pattern):,}. Write a shorter one."
        )
    compile_pattern(pattern)


def check_all_well_formed(texts: Iterable[str], what: str) -> None:
    """FormatError where a text holds a lone surrogate: no text that is encoded ever has one."""
    broken = next((text for text in texts if well_formed(text) != text), None)
    if broken is not None:
        raise FormatError(
            f"A token is well-formed Unicode, but {short(broken)} of {what} holds a lone "
            "surrogate. Take it out."
        )
