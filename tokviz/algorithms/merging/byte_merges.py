"""Encoding bytes by learned merges, or by tiktoken's ranks, which name no pairs.

With ranks, two tokens merge where the bytes that they spell together are a token, and a pre-token
that is one token as a whole becomes it, reachable by merges or not.
Source: OpenAI's tiktoken for the ranks.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tokviz.algorithms.merging.apply_merges import EncodeRecord, apply_merges
from tokviz.algorithms.merging.byte_symbols import BYTES
from tokviz.traces.merges import Pair


@dataclass(frozen=True, eq=False)
class ByteMerges:
    """The tokens of a byte-level model, and its merges, or None where tokens merge by rank."""

    vocab: Mapping[int, bytes]
    merges: tuple[Pair, ...] | None
    special_ids: frozenset[int]

    def encode(
        self,
        spelled: bytes,
        record: EncodeRecord | None = None,
        skip: Callable[[], bool] | None = None,
    ) -> list[int]:
        """The token ids of one pre-token; where ``skip`` leaves merges out, none is taken whole."""
        by_rank = self.merges is None and skip is None
        whole = self._token_ids.get(spelled) if by_rank else None
        symbols = [self._byte_ids[value] for value in spelled]
        if whole is not None and apply_merges(symbols, self._merge_of) != [whole]:
            symbols = [whole]
        if record is not None:
            record.begin(symbols)
        return apply_merges(symbols, self._merge_of, record, skip, offer_again=True)

    def _merge_of(self, left: int, right: int) -> tuple[int, int] | None:
        if self.merges is not None:
            return self._ranks.get((left, right))
        token_id = self._token_ids.get(self.vocab[left] + self.vocab[right])
        return None if token_id is None else (self._merge_ranks[token_id], token_id)

    @cached_property
    def _merge_ranks(self) -> dict[int, int]:
        """tiktoken's ranks count the bytes among them; a merge's own rank is among the merges."""
        made = sorted(i for token, i in self._token_ids.items() if len(token) > 1)
        return {token_id: rank for rank, token_id in enumerate(made)}

    @cached_property
    def _ranks(self) -> dict[Pair, tuple[int, int]]:
        return {pair: (rank, 256 + rank) for rank, pair in enumerate(self.merges or ())}

    @cached_property
    def _token_ids(self) -> dict[bytes, int]:
        return {t: i for i, t in self.vocab.items() if i not in self.special_ids}

    @cached_property
    def _byte_ids(self) -> list[int]:
        if self.merges is not None:
            return list(range(256))
        return [self._token_ids[byte] for byte in BYTES]
