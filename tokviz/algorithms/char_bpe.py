"""Lesson: byte pair encoding over characters. Join the most frequent pair of neighbours, repeat.

The text is cut into words at white space and each word into characters. With an ``end_of_word``
symbol, ``</w>``, behind every word, the "est" that ends a word and the "est" inside one become
two tokens, and spaces can be restored. Without it, nothing says where a word ends. With
``end_of_word_joined`` it is part of a word's last character, as in subword-nmt since 0.2.

Encoding repeats the merges in the order in which they were learned, the lowest rank first.

Ties: the pair seen first in the text as it now stands, or as the caller asks. Counts take overlaps
in ("aaa" holds two), replacing goes left to right. No two merges spell the same token: what happens
inside a stretch of letters until it is one token is the same wherever it stands.
Ids: characters in the order in which the text first has them, then ``</w>``, then the merges,
then the unknown token: for a character that training never saw; where joined, never at that place
of a word. A text that spells one of the two in letters may make its look-alike.
Loss: unknown characters (joined: and a space behind); white space, all but one with ``</w>``.
Compared with subword-nmt 0.3.8: the same codes cut every line alike, but for letters that no merge
has (unknown here) and spaces beyond ASCII (they part words here); until pairs tie (there the
largest wins), what is learned is the same.
Sources: Gage 1994; Sennrich, Haddow and Birch 2016. Not here: bytes (byte_bpe.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, ClassVar

from tokviz.algorithms.merging.apply_merges import (
    EncodeRecord,
    Ranks,
    apply_merges,
    merge_dropout,
    ranks_of,
)
from tokviz.algorithms.merging.char_files import char_pipeline, save_char_bpe
from tokviz.algorithms.merging.char_symbols import (
    BASE,
    CharToken,
    base_tokens,
    pairs_of_words,
    scanned,
    shown_vocab,
    spell,
)
from tokviz.algorithms.merging.endings import bpe_ending
from tokviz.algorithms.merging.forced import Forced
from tokviz.algorithms.merging.sizes import check_min_count, wanted_merges
from tokviz.algorithms.models.batches import in_batch
from tokviz.algorithms.models.contents import check_char_model, keep_copies
from tokviz.algorithms.models.trained import Trained
from tokviz.algorithms.whitespace import words_and_gaps
from tokviz.arrays.frozen import FieldsAlone
from tokviz.checks.arguments import checked
from tokviz.checks.whole_numbers import token_of
from tokviz.text.characters import byte_offsets
from tokviz.text.markers import END_OF_WORD, Markers, word_ends
from tokviz.text.pre_tokens import as_documents, count_pre_tokens, well_formed
from tokviz.traces.choice import Pair, Ties
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.merges import MergeTrace


@checked
@dataclass(frozen=True, eq=False)
class CharBPE(FieldsAlone, Trained[MergeTrace]):
    """A character BPE by ``train`` or ``tokviz.load``; ``tokens`` by id, the unknown aside."""

    tokens: tuple[CharToken, ...] = field(repr=False)
    merges: tuple[Pair, ...] = field(repr=False)
    end_of_word: str | None
    trace: MergeTrace | None = None
    end_of_word_joined: bool = False
    formats: ClassVar[tuple[str, ...]] = (".json",)

    def __post_init__(self) -> None:
        if self.trace is None:
            check_char_model(self.tokens, self.merges, *self._ends)
            keep_copies(self, "merges")

    @classmethod
    @checked
    def train(
        cls,
        text: str | Sequence[str],
        *,
        num_merges: int | None = None,
        vocab_size: int | None = None,
        end_of_word: str | None = END_OF_WORD,
        end_of_word_joined: bool = False,
        unknown_counted: bool = False,
        min_count: int = 1,
        ties: Ties = "first seen",
        forced: Forced | None = None,
        on_merge: Callable[[int], None] | None = None,
    ) -> CharBPE:
        """Learn merges from one text or from documents; no merge crosses white space.

        Arguments:
            num_merges, vocab_size: how many merges to make, or how many tokens to end with;
                one of the two.
            unknown_counted: ``vocab_size`` counts the unknown token, too.
            end_of_word: the symbol behind every word, or None for none.
            end_of_word_joined: the symbol is part of the last character, as in subword-nmt 0.2.
            min_count: training ends when no pair stands so often.
            ties, forced: as in ``ByteBPE.train``.
            on_merge: called with the rank before each merge; what it raises ends the training.

        Raises TokvizError where the numbers make no sense or ``end_of_word`` is no symbol.
        """
        check_min_count(min_count)
        words, gaps = words_and_gaps("\n".join(as_documents(text)))
        pre_tokens = count_pre_tokens(words)
        tokens = base_tokens(pre_tokens.distinct, end_of_word, end_of_word_joined)
        size, base = len(tokens) + unknown_counted, BASE[unknown_counted]
        wanted = wanted_merges(vocab_size, num_merges, base_size=size, base=base)
        ends = (end_of_word, end_of_word_joined)
        pairs = pairs_of_words(
            pre_tokens, tokens, *ends, ties=ties, forced=forced, on_merge=on_merge
        )
        merges: list[Pair] = []
        while len(merges) < wanted and (pair := pairs.choose(min_count)) is not None:
            token_id = len(tokens)  # mint the next id
            tokens.append(tokens[pair[0]] + tokens[pair[1]])
            pairs.merge(pair, token_id)  # replace it everywhere, left to right
            merges.append(pair)
        trace = pairs.trace(
            shown_vocab(tokens, end_of_word),
            pre_tokens.occurrences,
            bpe_ending(pairs, len(merges), wanted, min_count, without="has no word"),
            gaps=gaps,
        )
        specials = frozenset((len(tokens),))
        trace = replace(trace, markers=word_ends(end_of_word), special_ids=specials)
        return cls(tuple(tokens), tuple(merges), end_of_word, trace, end_of_word_joined)

    @cached_property
    def vocab(self) -> Mapping[int, str]:
        """id -> token as shown: letters, with the end-of-word symbol where it closes a word."""
        return shown_vocab(self.tokens, self.end_of_word)

    @property
    def unk_id(self) -> int:
        """The id of the unknown token, the last one."""
        return len(self.tokens)

    @property
    def special_ids(self) -> frozenset[int]:
        """The unknown token's id; the end of a word is no special token."""
        return frozenset((self.unk_id,))

    @property
    def markers(self) -> Markers:
        """What it writes at the end of words."""
        return word_ends(self.end_of_word)

    @checked
    def encode(self, text: str, *, mark_end: bool = True) -> list[int]:
        """The text as token ids, word by word, the merge of lowest rank first.

        ``mark_end=False`` forgets the end-of-word symbol: its tokens are then never found.
        """
        ids_of: dict[str, list[int]] = {}
        token_ids: list[int] = []
        for word in words_and_gaps(well_formed(text))[0]:
            if word not in ids_of:
                ids_of[word] = apply_merges(self._symbols(word, mark_end), self._merge_of)
            token_ids.extend(ids_of[word])
        return token_ids

    @checked
    def encode_batch(self, texts: Iterable[str], *, mark_end: bool = True) -> list[list[int]]:
        """Each text as ``encode`` has it; KindError for a single text that is in no list."""
        return in_batch(texts, partial(self.encode, mark_end=mark_end))

    @checked
    def encode_trace(
        self, text: str, *, mark_end: bool = True, dropout: float = 0.0, seed: int | None = None
    ) -> EncodeTrace:
        """Every merge that encoding this text makes, in order, and what dropout left out."""
        words, gaps = words_and_gaps(well_formed(text))
        record, skip = EncodeRecord("word"), merge_dropout(dropout, seed)
        for word in words:
            symbols = self._symbols(word, mark_end)
            record.begin(symbols)
            apply_merges(symbols, self._merge_of, record, skip, offer_again=True)
        return record.trace(self.vocab, gaps=gaps, markers=self.markers, unk_id=self.unk_id)

    @checked
    def spelling_trace(self, token_id: int) -> EncodeTrace:
        """Every merge of the token's own letters, and of the end of a word where it has one."""
        token_of(self.vocab, token_id)
        symbols = [self.unk_id]
        if token_id < self.unk_id:
            token = self.tokens[token_id]
            symbols = self._symbols(token.letters, token.ends_word)
        return EncodeRecord.of(symbols, self._merge_of).trace(self.vocab, markers=self.markers)

    @checked
    def sample(
        self, text: str, *, mark_end: bool = True, dropout: float = 0.1, seed: int | None = None
    ) -> list[str]:
        """One segmentation drawn at random: each merge is left out with probability ``dropout``.

        0 merges all, as ``encode`` does; 1 leaves single characters.
        """
        trace = self.encode_trace(text, mark_end=mark_end, dropout=dropout, seed=seed)
        return [self.vocab[token_id] for token_id in trace.ids]

    @checked
    def token_spans(self, text: str, *, mark_end: bool = True) -> list[tuple[int, int]]:
        """The UTF-8 byte range of each token of ``encode``; an end of word alone has no width."""
        text = well_formed(text)
        offsets = byte_offsets(text)
        spans: list[tuple[int, int]] = []
        start = 0
        for word, gap in zip(*words_and_gaps(text), strict=False):
            start += len(gap)
            for token_id in self.encode(word, mark_end=mark_end):
                unknown = token_id == self.unk_id
                end = start + (1 if unknown else len(self.tokens[token_id].letters))
                spans.append((offsets[start], offsets[end]))
                start = end
        return spans

    @checked
    def tokenize(self, text: str, mark_end: bool = True) -> list[str]:
        """The tokens of the text. "lower" -> ["low", "er</w>"]"""
        return [self.vocab[token_id] for token_id in self.encode(text, mark_end=mark_end)]

    @checked
    def decode(self, ids: Iterable[int]) -> str:
        """The letters, with one space after each end of word but the last.

        Without an end-of-word symbol the words run together. TokvizError for a wrong id.
        """
        return "".join(map(self._letters, ids)).removesuffix(" ")

    @checked
    def save(self, path: str | Path) -> None:
        """Write ``.json``, or subword-nmt's ``.codes``: the merges alone, no letter without one.

        A ``.json`` is Hugging Face's; where that cannot hold the model, as it cannot an end of
        word that is a symbol of its own, it is tokviz's own, which ``tokviz.load`` reads. What is
        named ``tokenizer.json`` is Hugging Face's or refused.
        """
        save_char_bpe(path, self.tokens, self.merges, *self._ends)

    @checked
    def pipeline(self) -> dict[str, Any]:
        """Hugging Face's ``tokenizer.json``; FormatError where only tokviz's own can hold it."""
        return char_pipeline(self.tokens, self.merges, *self._ends)

    @property
    def _ends(self) -> tuple[str | None, bool]:
        return self.end_of_word, self.end_of_word_joined

    @checked
    def count_unknown(self, text: str, *, mark_end: bool = True) -> int:
        """How many characters of the text become the unknown token."""
        return self.encode(text, mark_end=mark_end).count(self.unk_id)

    @checked
    def scan_left_to_right(self, text: str) -> list[str]:
        """A wrong encoder, for contrast, that joins whatever learned pair comes first in a word.

        It ignores ranks, so it may spend a letter on a late merge that an early one needed; it
        never looks back to its left; and it forgets the end-of-word symbol.
        """
        words = well_formed(text).split()
        return [t.letters for word in words for t in scanned(word, self._token_to_id, self._ranks)]

    @cached_property
    def _token_to_id(self) -> dict[CharToken, int]:
        return {token: token_id for token_id, token in enumerate(self.tokens)}

    @cached_property
    def _ranks(self) -> Ranks:
        return ranks_of(self.merges, len(self.tokens) - len(self.merges))

    def _merge_of(self, left: int, right: int) -> tuple[int, int] | None:
        return self._ranks.get((left, right))

    def _symbols(self, word: str, mark_end: bool) -> list[int]:
        marked = mark_end and self.end_of_word is not None
        joined = self.end_of_word_joined
        return spell(word, self._token_to_id, marked, joined, unk_id=self.unk_id)

    def _letters(self, token_id: int) -> str:
        shown = token_of(self.vocab, token_id)
        if token_id == self.unk_id:
            return shown
        token = self.tokens[token_id]
        return token.letters + (" " if token.ends_word else "")
