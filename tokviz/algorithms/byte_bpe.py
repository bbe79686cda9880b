"""BPE over bytes: start from the 256 bytes, join the most frequent adjacent pair, repeat.

Every text is bytes, so nothing is ever unknown. Each merge mints one token, the next free id.

Ties: of the pairs with the highest count, the one seen first in the text as it now stands, or as
the caller asks (``ties``); at any step the caller may force another pair (``forced``). Counts
take in overlaps ("aaa" holds two pairs), replacing does not: left to right, each byte used once.
Not here: splitting into words first (regex_bpe.py), special tokens, and how learned merges encode
bytes (merging/byte_merges.py). The same loop as a textbook writes it, slow and with every move in
sight, is plain_bpe.py.
Sources: Gage 1994; Sennrich et al. 2016; Radford et al. 2019 for bytes as the alphabet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, cast

from tokviz.algorithms.merging.apply_merges import EncodeRecord, merge_dropout
from tokviz.algorithms.merging.byte_files import byte_pipeline, save_byte_bpe
from tokviz.algorithms.merging.byte_merges import MergesBytes
from tokviz.algorithms.merging.byte_symbols import (
    BYTES,
    byte_spans,
    byte_symbols,
    spelled_vocab,
)
from tokviz.algorithms.merging.choosing import index_of
from tokviz.algorithms.merging.endings import bpe_ending
from tokviz.algorithms.merging.forced import Forced
from tokviz.algorithms.merging.sizes import check_min_count, wanted_merges
from tokviz.algorithms.models.batches import Batches
from tokviz.algorithms.models.contents import check_byte_merges, keep_copies
from tokviz.algorithms.models.trained import Trained
from tokviz.arrays.frozen import FieldsAlone
from tokviz.checks.arguments import checked
from tokviz.text.markers import Markers
from tokviz.text.pre_tokens import as_documents, count_pre_tokens, well_formed
from tokviz.traces.choice import Pair, Ties
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.merges import MergeTrace


@checked
@dataclass(frozen=True, eq=False)
class ByteBPE(FieldsAlone, Batches, MergesBytes, Trained[MergeTrace]):
    """A byte-level BPE, made by ``train`` or ``tokviz.load``. Merge k made the token 256 + k."""

    merges: tuple[Pair, ...] = field(repr=False)
    trace: MergeTrace | None = None
    markers: ClassVar[Markers] = ()
    special_ids: ClassVar[frozenset[int]] = frozenset()
    unk_id: ClassVar[None] = None
    formats: ClassVar[tuple[str, ...]] = (".model", ".json")

    def __post_init__(self) -> None:
        if self.trace is None:
            check_byte_merges(self.merges)
            keep_copies(self, "merges")

    @classmethod
    @checked
    def train(
        cls,
        text: str | Sequence[str],
        *,
        vocab_size: int | None = None,
        num_merges: int | None = None,
        min_count: int = 1,
        ties: Ties = "first seen",
        forced: Forced | None = None,
        on_merge: Callable[[int], None] | None = None,
    ) -> ByteBPE:
        """Learn merges from one text or from documents, across whose borders nothing merges.

        Arguments:
            vocab_size: how many tokens to end with, the 256 bytes among them; or
            num_merges: how many merges to make. One of the two.
            min_count: training ends when no pair stands so often.
            ties: which of two equal pairs is joined first, see ``tokviz.traces.choice.TIES``.
            forced: step, counted from 0, -> the two tokens to join there, whatever would have won.
            on_merge: called with the rank before each merge; what it raises ends the training.

        Raises TokvizError where these make no sense, ForcedError where a forced pair cannot be
        joined.
        """
        check_min_count(min_count)
        wanted = wanted_merges(vocab_size, num_merges, base_size=256, base="the 256 bytes")
        documents = count_pre_tokens(as_documents(text))
        symbols, starts = byte_symbols(documents.distinct)
        vocab = list(BYTES)
        base = (symbols, starts, documents.weights)
        pairs = index_of(base, vocab, whole="document", ties=ties, forced=forced, on_merge=on_merge)
        merges: list[Pair] = []
        while len(merges) < wanted and (pair := pairs.choose(min_count)) is not None:
            token_id = len(vocab)  # mint the next id
            vocab.append(vocab[pair[0]] + vocab[pair[1]])
            pairs.merge(pair, token_id)  # replace it everywhere, left to right
            merges.append(pair)
        trace = pairs.trace(
            MappingProxyType(dict(enumerate(vocab))),
            documents.occurrences,
            bpe_ending(pairs, len(merges), wanted, min_count, alone=documents.is_one),
        )
        return cls(tuple(merges), trace)

    @cached_property
    def vocab(self) -> Mapping[int, bytes]:
        """id -> bytes; the trace's own, where there is one."""
        if self.trace is None:
            return spelled_vocab(self.merges)
        return cast(Mapping[int, bytes], self.trace.vocab)

    @checked
    def encode(self, text: str) -> list[int]:
        """The text as token ids: the learned merges applied to its bytes, lowest rank first."""
        return self._byte_merges.encode_all([well_formed(text)])

    @checked
    def encode_trace(
        self, text: str, *, dropout: float = 0.0, seed: int | None = None
    ) -> EncodeTrace:
        """Every merge that encoding this text makes, in order, and what dropout left out."""
        record, skip = EncodeRecord(), merge_dropout(dropout, seed)
        self._byte_merges.encode(well_formed(text).encode(), record, skip)
        return record.trace(self.vocab)

    @checked
    def sample(self, text: str, *, dropout: float = 0.1, seed: int | None = None) -> list[bytes]:
        """One segmentation drawn at random: each merge is left out with probability ``dropout``.

        0 merges all, as ``encode`` does; 1 leaves single bytes.
        """
        trace = self.encode_trace(text, dropout=dropout, seed=seed)
        return [self.vocab[token_id] for token_id in trace.ids]

    @checked
    def tokenize(self, text: str) -> list[bytes]:
        """The bytes of each token of the text."""
        return [self.vocab[token_id] for token_id in self.encode(text)]

    @checked
    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """The UTF-8 byte range that each token of ``encode`` stands for."""
        return byte_spans(self.tokenize(text))

    @checked
    def save(self, path: str | Path) -> None:
        """Write minbpe's ``.model`` or Hugging Face's ``.json``."""
        save_byte_bpe(path, self._byte_merges, None, {})

    @checked
    def pipeline(self) -> dict[str, Any]:
        """The content of Hugging Face's ``tokenizer.json``; FormatError where it cannot hold it."""
        return byte_pipeline(self._byte_merges, None, {})
