"""Encoding bytes by learned merges, or by tiktoken's ranks, which name no pairs.

With ranks, two tokens merge where the bytes that they spell together are a token, and a pre-token
that is one token as a whole becomes it, reachable by merges or not.
Source: OpenAI's tiktoken for the ranks.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Protocol

from tokviz.algorithms.merging.apply_merges import (
    EncodeRecord,
    Ranks,
    apply_merges,
    merge_few,
    ranks_of,
)
from tokviz.algorithms.merging.byte_symbols import BYTES, DecodesBytes
from tokviz.arrays.frozen import FieldsAlone
from tokviz.checks.arguments import checked
from tokviz.checks.deadlines import Deadline
from tokviz.checks.whole_numbers import token_of
from tokviz.text.cutting import WORTH_COUNTING
from tokviz.text.remembered import Remembered
from tokviz.text.stretches import count_in_texts
from tokviz.text.tiktoken_splits import split_as_tiktoken
from tokviz.traces.choice import Pair
from tokviz.traces.encoding import EncodeTrace

LONGEST_SCANNED = 64
"""Bytes; up to so many it is faster to look at all pairs than to keep a heap of them."""
MOST_KEPT, LONGEST_KEPT = 1 << 17, 32
"""Of how many pre-tokens the ids are remembered, and up to how many characters."""


@dataclass(frozen=True, eq=False)
class ByteMerges(FieldsAlone):
    """The tokens of a byte-level model, and its merges, or None where tokens merge by rank."""

    vocab: Mapping[int, bytes]
    merges: tuple[Pair, ...] | None
    special_ids: frozenset[int]

    def encode_text(self, text: str, pattern: str, deadline: Deadline) -> list[int]:
        """The token ids of a text; what is the same in a long one is encoded once."""
        if len(text) < WORTH_COUNTING:
            return self.encode_all(split_as_tiktoken(text, pattern, timeout=deadline))
        pre_tokens = count_in_texts([text], pattern, deadline=deadline)
        ids_of = [self.encode_all([pre_token]) for pre_token in pre_tokens.distinct]
        numbers = pre_tokens.occurrences.tolist()
        return list(chain.from_iterable(map(ids_of.__getitem__, numbers)))

    def encode_all(self, pre_tokens: Iterable[str]) -> list[int]:
        """The token ids of pre-tokens one after another; those of the frequent ones are kept."""
        known, get = self._known, self._known.get
        ids: list[int] = []
        for pre_token in pre_tokens:
            found = get(pre_token)
            if found is None:
                found = known.keep(pre_token, tuple(self._encode(pre_token.encode())))
            ids.extend(found)
        return ids

    def _encode(self, spelled: bytes) -> list[int]:
        symbols = self._symbols(spelled)
        if len(symbols) > LONGEST_SCANNED:
            return apply_merges(symbols, self.merge_of)
        return merge_few(symbols, self._made.get if self.merges is not None else self._made_of)

    def encode(
        self,
        spelled: bytes,
        record: EncodeRecord,
        skip: Callable[[], bool] | None = None,
    ) -> list[int]:
        """The ids of one pre-token, recorded; where ``skip`` leaves merges out, none is whole."""
        single = self._bytes(spelled)
        symbols = single if skip is not None else self._symbols(spelled)
        if len(symbols) == 1 and apply_merges(single, self.merge_of) == symbols:
            symbols = single  # merges lead to the whole, and are shown
        record.begin(symbols)
        return apply_merges(symbols, self.merge_of, record, skip, offer_again=True)

    def _symbols(self, spelled: bytes) -> list[int]:
        """What merging begins with: the one token that all is by tiktoken's ranks, or bytes."""
        whole = self._token_ids.get(spelled) if self.merges is None else None
        return self._bytes(spelled) if whole is None else [whole]

    def _bytes(self, spelled: bytes) -> list[int]:
        return [self._byte_ids[value] for value in spelled]

    def trace(self, spelled: bytes) -> EncodeTrace:
        """Every merge of these bytes as one pre-token."""
        record = EncodeRecord()
        self.encode(spelled, record)
        return record.trace(self.vocab)

    def merge_of(self, left: int, right: int) -> tuple[int, int] | None:
        """The rank and the token of the merge of these two, or None where they do not merge."""
        if self.merges is not None:
            return self._ranks.get((left, right))
        token_id = self._token_ids.get(self.vocab[left] + self.vocab[right])
        return None if token_id is None else (self._merge_ranks[token_id], token_id)

    def _made_of(self, pair: Pair, otherwise: int) -> int:
        return self._token_ids.get(self.vocab[pair[0]] + self.vocab[pair[1]], otherwise)

    @cached_property
    def _made(self) -> dict[Pair, int]:
        return {pair: token_id for pair, (_, token_id) in self._ranks.items()}

    @cached_property
    def _known(self) -> Remembered[tuple[int, ...]]:
        return Remembered(most=MOST_KEPT, longest=LONGEST_KEPT)

    @cached_property
    def _merge_ranks(self) -> dict[int, int]:
        """tiktoken's ranks count the bytes among them; a merge's own rank is among the merges."""
        made = sorted(i for token, i in self._token_ids.items() if len(token) > 1)
        return {token_id: rank for rank, token_id in enumerate(made)}

    @cached_property
    def _ranks(self) -> Ranks:
        return ranks_of(self.merges or (), 256)

    @cached_property
    def _token_ids(self) -> dict[bytes, int]:
        return {t: i for i, t in self.vocab.items() if i not in self.special_ids}

    @cached_property
    def _byte_ids(self) -> list[int]:
        if self.merges is not None:
            return list(range(256))
        return [self._token_ids[byte] for byte in BYTES]


class _Merging(Protocol):
    """A tokenizer of bytes, by what it learned."""

    @property
    def vocab(self) -> Mapping[int, bytes]:
        """id -> bytes."""

    @property
    def merges(self) -> tuple[Pair, ...] | None:
        """In order; None where tokens merge by rank."""

    @property
    def special_ids(self) -> frozenset[int]:
        """The ids of the special tokens."""

    @property
    def _byte_merges(self) -> ByteMerges: ...


class MergesBytes(DecodesBytes):
    """Its merges at work, and ``spelling_trace``, for a tokenizer whose tokens are bytes."""

    @checked
    def spelling_trace(self: _Merging, token_id: int) -> EncodeTrace:
        """Every merge of the token's own bytes as one pre-token; they need not be a text."""
        return self._byte_merges.trace(token_of(self.vocab, token_id))

    @cached_property
    def _byte_merges(self: _Merging) -> ByteMerges:
        return ByteMerges(self.vocab, self.merges, self.special_ids)
