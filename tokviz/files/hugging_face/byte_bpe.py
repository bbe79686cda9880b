"""Byte-level BPE as a ``tokenizer.json``: bytes are written as the 256 letters of GPT-2."""

from collections.abc import Mapping, Sequence
from typing import Any

from tokviz.files.errors import FormatError, short
from tokviz.files.hugging_face.patterns import for_tokenizers
from tokviz.files.hugging_face.pipeline import bpe, by_spelling, pipeline, split
from tokviz.text.byte_letters import LETTER_OF, spelled_bytes
from tokviz.traces.choice import Pair

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
    return "".join(map(LETTER_OF.__getitem__, token))


def _check_name(name: str) -> None:
    """FormatError for a special token that ``tokenizers`` would decode to other bytes."""
    read_as = spelled_bytes(name)
    if read_as is not None and read_as != name.encode():
        raise FormatError(
            "In a byte-level tokenizer.json letters such as Ġ and é stand for bytes, so no special "
            f"token is spelled with such alone, but one is {short(name)}. Rename it in ASCII."
        )
