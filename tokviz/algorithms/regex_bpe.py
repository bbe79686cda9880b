"""BPE over bytes within pre-tokens: a split pattern first cuts the text, then bytes merge inside.

No merge glues "dog" to its full stop, or one word to the next: no pair crosses the border of a
pre-token. Special tokens such as ``<|endoftext|>`` are cut out first and stay whole.

Ties: as in byte_bpe.py, the pair seen first in the text as it now stands, or as the caller asks.
Sources: Radford et al. 2019; OpenAI's tiktoken for special tokens and for encoding by ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Unpack

import tiktoken

from tokviz.algorithms.merging.apply_merges import EncodeRecord, merge_dropout
from tokviz.algorithms.merging.byte_files import byte_pipeline, save_byte_bpe
from tokviz.algorithms.merging.byte_merges import MergesBytes
from tokviz.algorithms.merging.byte_symbols import (
    BYTES,
    byte_spans,
    byte_symbols,
    decode_with_offsets,
    spelled_vocab,
    with_other_specials,
    with_special_tokens,
)
from tokviz.algorithms.merging.choosing import MergeSettings, index_of
from tokviz.algorithms.merging.endings import bpe_ending
from tokviz.algorithms.merging.forced import Forced
from tokviz.algorithms.merging.sizes import check_min_count, wanted_merges
from tokviz.algorithms.models import contents
from tokviz.algorithms.models.batches import in_batch
from tokviz.algorithms.models.trained import Trained
from tokviz.arrays.frozen import FieldsAlone
from tokviz.checks.arguments import checked
from tokviz.checks.limits import AT_ONCE
from tokviz.text import special_tokens as specials
from tokviz.text.markers import Markers
from tokviz.text.pre_tokens import (
    GPT2_PATTERN,
    PUBLISHED,
    PreTokens,
    as_documents,
    cut_special_tokens,
    pattern_deadline,
    well_formed,
)
from tokviz.text.special_tokens import Allowed, Special, Specials
from tokviz.text.stretches import count_in_texts, counted
from tokviz.text.tiktoken_splits import specials_tiktoken_finds, split_as_tiktoken
from tokviz.traces.choice import Pair, Ties
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.merges import MergeTrace


@checked
@dataclass(frozen=True, eq=False)
class RegexBPE(FieldsAlone, MergesBytes, Trained[MergeTrace]):
    """A byte-level BPE that splits first, made by ``train``, ``from_tiktoken`` or ``tokviz.load``.

    ``vocab`` is id -> bytes, special tokens included. ``merges`` is None for ranks taken from
    tiktoken, where two tokens merge whenever their joint bytes are a token. ``allowed_special`` may
    stand in a text where a call does not say.
    """

    pattern: str
    vocab: Mapping[int, bytes] = field(repr=False)
    merges: tuple[Pair, ...] | None = field(repr=False)
    special_tokens: Mapping[str, int] = field(default_factory=dict)
    trace: MergeTrace | None = None
    allowed_special: Allowed = frozenset()
    markers: ClassVar[Markers] = ()
    unk_id: ClassVar[None] = None

    def __post_init__(self) -> None:
        if self.trace is None:
            contents.check_byte_model(self.pattern, self.vocab, self.special_tokens, self.merges)
            contents.keep_copies(self, "vocab", "special_tokens", "merges")

    @classmethod
    @checked
    def train(
        cls,
        text: str | Sequence[str],
        *,
        pattern: str = GPT2_PATTERN,
        special_tokens: Sequence[str] | Mapping[str, int] = (),
        **settings: Unpack[MergeSettings],
    ) -> RegexBPE:
        """Learn merges from one text or from documents.

        Arguments:
            pattern: a regular expression (of the ``regex`` package) that cuts pre-tokens.
            special_tokens: kept whole wherever they stand; they take the ids after the last merge
                unless given as a mapping to ids.
            settings: how many merges to make, see ``train_from_counts``.

        Raises TokvizError where these make no sense, PatternError where the pattern runs away.
        """
        counts = count_in_texts(as_documents(text), pattern, special_tokens)
        return cls.train_from_counts(
            counts, pattern=pattern, special_tokens=special_tokens, **settings
        )

    @classmethod
    @checked
    def train_from_counts(
        cls,
        counts: PreTokens | Mapping[str, int],
        *,
        vocab_size: int | None = None,
        num_merges: int | None = None,
        pattern: str = GPT2_PATTERN,
        special_tokens: Sequence[str] | Mapping[str, int] = (),
        min_count: int = 1,
        ties: Ties = "first seen",
        forced: Forced | None = None,
        on_merge: Callable[[int], None] | None = None,
    ) -> RegexBPE:
        """Learn merges from pre-tokens in the order of their first places, and their counts.

        Arguments:
            counts: a mapping, or what ``count_pre_tokens`` found; its sample is what is replayed.
            vocab_size, num_merges: one of the two; special tokens are not counted.
            pattern, special_tokens: those by which the pre-tokens were cut.
            min_count, ties, forced, on_merge: as in ``ByteBPE.train``.

        Raises TokvizError where the numbers, counts or special tokens make no sense.
        """
        check_min_count(min_count)
        wanted = wanted_merges(vocab_size, num_merges, base_size=256, base="the 256 bytes")
        pre_tokens = counted(counts, special_tokens, pattern=pattern)
        specials.with_ids(special_tokens, ordinary=range(256), free=256 + wanted)
        vocab = list(BYTES)
        base = (*byte_symbols(pre_tokens.distinct, but=pre_tokens.special), pre_tokens.weights)
        pairs = index_of(base, vocab, ties=ties, forced=forced, on_merge=on_merge)
        merges: list[Pair] = []
        while len(merges) < wanted and (pair := pairs.choose(min_count)) is not None:
            token_id = len(vocab)  # mint the next id
            vocab.append(vocab[pair[0]] + vocab[pair[1]])
            pairs.merge(pair, token_id)  # replace it everywhere, left to right
            merges.append(pair)
        ids = specials.with_ids(special_tokens, ordinary=range(len(vocab)))
        full_vocab = specials.vocab_with(dict(enumerate(vocab)), ids)
        stop_reason = bpe_ending(pairs, len(merges), wanted, min_count, special=pre_tokens.special)
        trace = pairs.trace(full_vocab, pre_tokens.occurrences, stop_reason)
        trace = with_special_tokens(trace, pre_tokens, ids)
        return cls(pattern, full_vocab, tuple(merges), ids, trace)

    @classmethod
    @checked
    def from_tiktoken(cls, encoding: tiktoken.Encoding) -> RegexBPE:
        """Our engine with the ranks, pattern and special tokens of a tiktoken encoding.

        TokvizError where a byte is no token. Text that the pattern leaves out is kept, not dropped.
        """
        ranks, special_tokens = encoding._mergeable_ranks, encoding._special_tokens
        return cls.from_ranks(ranks, pattern=encoding._pat_str, special_tokens=special_tokens)

    @classmethod
    @checked
    def from_ranks(
        cls, ranks: Mapping[bytes, int], *, pattern: str, special_tokens: Mapping[str, int]
    ) -> RegexBPE:
        """A model of tokens and their ranks; TokvizError for a byte without one, or doubles."""
        vocab = contents.vocab_of_ranks(ranks)
        ids = specials.with_ids(special_tokens, ordinary=vocab)
        return cls(pattern, specials.vocab_with(vocab, ids), None, ids)

    @classmethod
    @checked
    def from_merges(
        cls, merges: Iterable[Pair], *, pattern: str, special_tokens: Mapping[str, int]
    ) -> RegexBPE:
        """A model from its merges in order, as a file holds them."""
        contents.check_byte_merges(kept := tuple(merges))
        ids = specials.with_ids(special_tokens, ordinary=range(256 + len(kept)))
        return cls(pattern, specials.vocab_with(spelled_vocab(kept), ids), kept, ids)

    @checked
    def with_special_tokens(self, special_tokens: Mapping[str, int]) -> RegexBPE:
        """The same with these in place of its own; no trace where its text holds one left out."""
        ordinary = {i: token for i, token in self.vocab.items() if i not in self.special_ids}
        ids = specials.with_ids(special_tokens, ordinary=ordinary)
        vocab = specials.vocab_with(ordinary, ids)
        trace = with_other_specials(self.trace, vocab, self.special_tokens, ids)
        return replace(self, vocab=vocab, special_tokens=ids, trace=trace)

    @cached_property
    def special_ids(self) -> frozenset[int]:
        """The ids of the special tokens."""
        return frozenset(self.special_tokens.values())

    @property
    def formats(self) -> tuple[str, ...]:
        """The suffixes that hold the whole model; of ``.tiktoken``, the ranks."""
        return (".tiktoken", ".json") if self.merges is None else (".model", ".json")

    @checked
    def may_run_away(self, size: int) -> bool:
        """Whether a text of so many characters may take the server's time or memory for long."""
        effort = specials.search_effort(self.special_tokens)
        return self.pattern not in PUBLISHED or effort > AT_ONCE / max(1, size)

    @checked
    def encode(self, text: str, **given: Unpack[Specials]) -> list[int]:
        """The text as token ids. A special token in it is refused unless allowed: ``Specials``."""
        return self._encode(text, self._allowed_in(text, **given))

    @checked
    def encode_batch(self, texts: Iterable[str], **given: Unpack[Specials]) -> list[list[int]]:
        """Each text as ``encode`` has it; KindError for a single text that is in no list."""
        return in_batch(texts, lambda text: self._encode(text, self._allowed_in(text, **given)))

    @checked
    def encode_ordinary(self, text: str) -> list[int]:
        """The text as token ids, special tokens read as plain text."""
        return self._encode(text, ())

    @checked
    def encode_trace(
        self, text: str, *, dropout: float = 0.0, seed: int | None = None, **given: Unpack[Specials]
    ) -> EncodeTrace:
        """Every merge that encoding this text makes, in order, and what dropout left out."""
        allowed, deadline = self._allowed_in(text, **given), pattern_deadline([text])
        record, skip = EncodeRecord(), merge_dropout(dropout, seed)
        for part, is_special in cut_special_tokens(well_formed(text), self._found, allowed):
            if is_special:
                record.begin([self.special_tokens[part]])
                continue
            for pre_token in split_as_tiktoken(part, self.pattern, timeout=deadline):
                self._byte_merges.encode(pre_token.encode(), record, skip)
        return record.trace(self.vocab, special_ids=self.special_ids)

    @checked
    def sample(
        self, text: str, *, dropout: float = 0.1, seed: int | None = None, **given: Unpack[Specials]
    ) -> list[bytes]:
        """One segmentation drawn at random, see ``ByteBPE.sample``."""
        trace = self.encode_trace(text, dropout=dropout, seed=seed, **given)
        return [self.vocab[token_id] for token_id in trace.ids]

    def _allowed_in(
        self, text: str, allowed_special: Allowed | None = None, disallowed_special: Special = "all"
    ) -> Set[str]:
        allowed = self.allowed_special if allowed_special is None else allowed_special
        return specials.allowed_in(text, self.special_tokens, allowed, disallowed_special)

    def _encode(self, text: str, allowed: Collection[str]) -> list[int]:
        text = well_formed(text)
        deadline = pattern_deadline([text])
        ids: list[int] = []
        for part, is_special in cut_special_tokens(text, self._found, allowed):
            if is_special:
                ids.append(self.special_tokens[part])
            else:
                ids.extend(self._byte_merges.encode_text(part, self.pattern, deadline))
        return ids

    @cached_property
    def _found(self) -> Collection[str]:
        """The special tokens that can be found in a text: all, but with tiktoken's ranks."""
        names = self.special_tokens
        return names if self.merges is not None else specials_tiktoken_finds(names)

    @checked
    def decode_with_offsets(self, ids: Iterable[int]) -> tuple[str, list[int]]:
        """The text, and in which character each token begins; UnicodeDecodeError as tiktoken."""
        return decode_with_offsets(self.vocab, ids)

    @checked
    def tokenize(self, text: str, **given: Unpack[Specials]) -> list[bytes]:
        """The bytes of each token of ``encode``."""
        return [self.vocab[token_id] for token_id in self.encode(text, **given)]

    @checked
    def token_spans(self, text: str, **given: Unpack[Specials]) -> list[tuple[int, int]]:
        """The UTF-8 byte range that each token of ``encode`` stands for."""
        return byte_spans(self.tokenize(text, **given))

    @checked
    def save(self, path: str | Path) -> None:
        """Write minbpe's ``.model``, Hugging Face's ``.json``, or ``.tiktoken``, the ranks alone.

        FormatError, with the reason, for what the format of the suffix cannot hold.
        """
        save_byte_bpe(path, self._byte_merges, self.pattern, self.special_tokens)

    @checked
    def pipeline(self) -> dict[str, Any]:
        """The content of Hugging Face's ``tokenizer.json``; FormatError where it cannot hold it."""
        return byte_pipeline(self._byte_merges, self.pattern, self.special_tokens)
