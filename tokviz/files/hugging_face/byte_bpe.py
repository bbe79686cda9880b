"""Byte-level BPE as a ``tokenizer.json``: bytes are written as the 256 letters of GPT-2.

A byte that is a visible character of Latin-1 is written as that, the others as U+0100 and on.
Source: Radford et al. 2019, whose vocabulary was published so; ``tokenizers``' ByteLevel.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tokviz.files.errors import FormatError, short
from tokviz.files.hugging_face.patterns import for_tokenizers
from tokviz.files.hugging_face.pipeline import bpe, by_spelling, pipeline, split
from tokviz.traces.merges import Pair


def _letters() -> list[str]:
    shown = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = iter(range(0x100, 0x200))
    return [chr(byte if byte in shown else next(others)) for byte in range(256)]


LETTERS = _letters()
BYTES_OF = {letter: byte for byte, letter in enumerate(LETTERS)}
BYTE_LEVEL = {
    "type": "ByteLevel",
    "add_prefix_space": False,
    "trim_offsets": True,
    "use_regex": False,
}


def byte_bpe_content(
    vocab: Mapping[int, bytes],
    merges: Sequence[Pair],
    *,
    pattern: str | None,
    special_tokens: Mapping[str, int],
    whole_first: bool = False,
) -> dict[str, Any]:
    """The file's content; FormatError for what it cannot hold.

    Arguments:
        vocab: id -> bytes, special tokens included.
        merges: pairs of ids, the first one first.
        pattern: how the text is split; None where it is not.
        whole_first: a pre-token that is a token becomes it, as with tiktoken's ranks.
    """
    names = {token_id: name for name, token_id in special_tokens.items()}
    for name in names.values():
        _check_name(name)
    spelled = {i: names[i] if i in names else in_letters(token) for i, token in vocab.items()}
    return pipeline(
        bpe(
            by_spelling(spelled.items()),
            [(spelled[left], spelled[right]) for left, right in merges],
            ignore_merges=whole_first,
        ),
        pre_tokenizer=BYTE_LEVEL
        if pattern is None
        else {"type": "Sequence", "pretokenizers": [split(for_tokenizers(pattern)), BYTE_LEVEL]},
        decoder=BYTE_LEVEL,
        special_tokens=special_tokens,
    )


def in_letters(token: bytes) -> str:
    """The bytes as letters. b" a" -> "Ġa" """
    return "".join(map(LETTERS.__getitem__, token))


def from_letters(token: str) -> bytes | None:
    """The bytes that the letters stand for; None where one stands for none."""
    values = [BYTES_OF.get(letter, -1) for letter in token]
    return bytes(values) if min(values, default=-1) >= 0 else None


def _check_name(name: str) -> None:
    """FormatError for a special token that ``tokenizers`` would decode to other bytes."""
    read_as = from_letters(name)
    if read_as is not None and read_as != name.encode():
        raise FormatError(
            "In a byte-level tokenizer.json letters such as Ġ and é stand for bytes, so no special "
            f"token is spelled with such alone, but one is {short(name)}. Rename it in ASCII."
        )
