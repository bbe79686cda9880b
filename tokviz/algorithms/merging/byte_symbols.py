"""What the byte-level tokenizers share: the 256 bytes, spelling and decoding."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import Protocol

import numpy as np
import numpy.typing as npt

from tokviz.checks.arguments import checked
from tokviz.checks.whole_numbers import token_of
from tokviz.text.pre_tokens import PreTokens
from tokviz.traces.choice import Pair
from tokviz.traces.merges import NEVER, MergeTrace

BYTES = tuple(bytes([value]) for value in range(256))


def byte_symbols(
    pre_tokens: Sequence[str], but: Container[int] = ()
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The UTF-8 bytes of all pre-tokens in one array, none of those ``but``, and where each begins.

    ["hé", "a"] -> [104, 195, 169, 97], [0, 3, 4]
    """
    spelled = [b"" if i in but else text.encode() for i, text in enumerate(pre_tokens)]
    symbols = np.frombuffer(b"".join(spelled), np.uint8).astype(np.int64)
    return symbols, np.cumsum([0, *map(len, spelled)])


def with_special_tokens(
    trace: MergeTrace, pre_tokens: PreTokens, ids: Mapping[str, int]
) -> MergeTrace:
    """The trace with each pre-token that is a special token as one symbol of this id."""
    rows = sorted(pre_tokens.special)
    special_ids = np.array([ids[pre_tokens.distinct[row]] for row in rows], np.int32)
    opens = trace.starts[rows]
    return replace(
        trace,
        symbols=np.insert(trace.symbols, opens, special_ids).astype(np.int32),
        starts=(trace.starts + np.searchsorted(rows, np.arange(len(trace.starts)))).astype(
            np.int64
        ),
        boundary_rank=np.insert(trace.boundary_rank, opens, NEVER).astype(np.int32),
        special_ids=frozenset(ids.values()),
    )


def with_other_specials(
    trace: MergeTrace | None,
    vocab: Mapping[int, bytes],
    old: Mapping[str, int],
    new: Mapping[str, int],
) -> MergeTrace | None:
    """The trace with the new special tokens; None where its text holds one that is no more."""
    if trace is None:
        return None
    standing = [name for name, token_id in old.items() if token_id in trace.symbols]
    if not new.keys() >= set(standing):
        return None
    symbols = trace.symbols.copy()
    for name in standing:
        symbols[trace.symbols == old[name]] = new[name]
    return replace(trace, vocab=vocab, symbols=symbols, special_ids=frozenset(new.values()))


def spelled_vocab(merges: Sequence[Pair]) -> Mapping[int, bytes]:
    """The bytes of every token, given the merges that made them in order."""
    vocab = list(BYTES)
    for left, right in merges:
        vocab.append(vocab[left] + vocab[right])
    return MappingProxyType(dict(enumerate(vocab)))


def byte_spans(tokens: Iterable[bytes]) -> list[tuple[int, int]]:
    """Where each token stands when they follow each other. [b"ab", b"c"] -> [(0, 2), (2, 3)]"""
    ends = [0, *accumulate(map(len, tokens))]
    return list(pairwise(ends))


@checked
def spelled(vocab: Mapping[int, bytes], ids: Iterable[int]) -> list[bytes]:
    """The bytes of each token; TokvizError for a wrong id."""
    return [token_of(vocab, token_id) for token_id in ids]


class _OfBytes(Protocol):
    """A tokenizer whose tokens are bytes."""

    @property
    def vocab(self) -> Mapping[int, bytes]:
        """id -> bytes."""


class DecodesBytes:
    """``decode`` and ``decode_bytes`` for a tokenizer whose tokens are bytes."""

    @checked
    def decode(self: _OfBytes, ids: Iterable[int]) -> str:
        """The text of the tokens; bytes that are no valid UTF-8 become U+FFFD."""
        return DecodesBytes.decode_bytes(self, ids).decode("utf-8", errors="replace")

    @checked
    def decode_bytes(self: _OfBytes, ids: Iterable[int]) -> bytes:
        """The bytes of the tokens, valid UTF-8 or not; TokvizError for a wrong id."""
        return b"".join(spelled(self.vocab, ids))


def decode_with_offsets(vocab: Mapping[int, bytes], ids: Iterable[int]) -> tuple[str, list[int]]:
    """The text, and the character in which each token begins; UnicodeDecodeError as it may be."""
    tokens = spelled(vocab, ids)
    return b"".join(tokens).decode(), character_offsets(tokens)


def character_offsets(tokens: Iterable[bytes]) -> list[int]:
    """The character in which each token begins. [b"a\\xc3", b"\\xa9b"] -> [0, 1]"""
    offsets: list[int] = []
    begun = 0  # characters that have begun in the tokens so far
    for token in tokens:
        inside = 0x80 <= token[0] < 0xC0
        offsets.append(max(0, begun - inside))
        begun += sum(not 0x80 <= byte < 0xC0 for byte in token)
    return offsets
