"""Lesson: BPE as SentencePiece does it, over words that keep the space before them as ▁.

No split pattern and no bytes: the text is normalized, every space becomes ▁, and the text is cut
before each ▁. Pairs are counted inside these words only, from their characters on, so ▁ stands only
at the front of a token; ``split_by_whitespace=False`` cuts at the ends of lines alone. A token has
characters of one script (Japanese's three count as one) and is at most 16 long. A spelling is
learned once: a second pair that would spell a known token is passed over, and stays two tokens in
training.

Encoding does not ask which pair made a token. Any two neighbours whose joint spelling is a token
may merge, the one learned earliest first, the leftmost of equals.

Ties: the shorter token, then the one that comes first in code point order.
Ids: <unk>, <s>, </s>, (bytes), merges in the order learned, then characters by falling count.
Where no pair is left to join, SentencePiece fills the vocabulary up with pairs that once stood in
the text and no longer do, as the tie rule orders them: these steps have the count 0.
Sources: Sennrich et al. 2016; Kudo and Richardson 2018 (arXiv:1808.06226) and its trainer.
The same loop as a textbook writes it is plain_sentencepiece_bpe.py.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Unpack

from tokviz.algorithms.merging.apply_merges import EncodeRecord, apply_merges, merge_dropout
from tokviz.algorithms.merging.divisions import merging_pairs
from tokviz.algorithms.merging.endings import pieces_ending
from tokviz.algorithms.merging.forced import Forced
from tokviz.algorithms.merging.sizes import check_min_count
from tokviz.algorithms.models.trained import Trained
from tokviz.algorithms.pieces.merged_words import MergedWords
from tokviz.algorithms.pieces.merges import final_ids, index_pairs, merge_trace, winners
from tokviz.algorithms.pieces.piece_tokenizer import WORD, Encoded, PieceTokenizer
from tokviz.algorithms.pieces.settings import PieceMergeOptions, PieceOptions, PieceSettings
from tokviz.algorithms.pieces.short_words import SHORT_WORD, join_short
from tokviz.algorithms.pieces.vocabulary import PieceVocab
from tokviz.algorithms.pieces.word_counts import counted_piece_words
from tokviz.checks.arguments import checked
from tokviz.checks.whole_numbers import token_of
from tokviz.files.hugging_face.sentencepiece import sentencepiece_bpe_content
from tokviz.text.markers import SPACE_MARKER, UNKNOWN_MARK
from tokviz.text.pre_tokens import PreTokens
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.merges import MergeTrace


@checked
@dataclass(frozen=True, eq=False)
class SentencePieceBPE(PieceTokenizer, Trained[MergeTrace]):
    """A SentencePiece BPE, made by ``train`` or ``tokviz.load``; scores are negated ranks."""

    trace: MergeTrace | None = None
    algorithm: ClassVar = "bpe"

    @classmethod
    @checked
    def train(
        cls,
        text: str | Sequence[str] | PreTokens,
        *,
        vocab_size: int = 1000,
        min_count: int = 1,
        fill_up: bool = True,
        forced: Forced | None = None,
        on_merge: Callable[[int], None] | None = None,
        **settings: Unpack[PieceOptions],
    ) -> "SentencePieceBPE":
        """Learn merges from one text or from documents, line by line, or from counted words.

        Arguments:
            vocab_size: how many tokens to end with, special ones and characters among them.
            min_count: training ends when no pair that may become a token stands so often.
            fill_up: whether to go on, where no pair is left, with pairs that once stood in the
                text: they get a token, as SentencePiece's trainer does it, and the count 0. With a
                ``min_count`` above 1 nothing is filled up.
            forced: as in ``ByteBPE.train``; a pair that may become no token cannot be forced.
            on_merge: called with the rank before each merge; what it raises ends the training.
            settings: what both trainers can do, see ``pieces.settings.PieceSettings``.

        Raises TokvizError where a setting makes no sense or ``vocab_size`` is below the alphabet.
        """
        check_min_count(min_count)
        asked = PieceSettings(**settings)
        corpus = asked.read(text, vocab_size)
        wanted = vocab_size - len(asked.special.by_id) - len(corpus.alphabet)

        tokens = [UNKNOWN_MARK, *corpus.alphabet]  # ids while training; the final ones come later
        merges: dict[str, int] = {}
        chosen: dict[str, Any] = {"forced": forced, "on_merge": on_merge}
        pairs = index_pairs(corpus, tokens, merges, asked.rules, **chosen)
        best = winners(pairs, min_count=min_count, fill_up=fill_up)
        for _, pair in zip(range(wanted), best, strict=False):
            token = tokens[pair[0]] + tokens[pair[1]]
            tokens.append(token)  # mint the next id
            merges[token] = len(merges)
            pairs.merge(pair, len(tokens) - 1)  # replace it everywhere, left to right

        learned = (*merges, *corpus.alphabet)
        scores = tuple(-float(rank) for rank in range(len(learned)))
        pieces = PieceVocab.of(learned, scores, asked.special)
        ids = final_ids(asked.special, len(corpus.alphabet), len(merges))
        reason = (
            pieces_ending(pairs, len(merges), wanted, vocab_size, min_count)
            if corpus.alphabet
            else asked.why_empty("pair to merge")
        )
        trace = merge_trace(pairs, corpus, pieces, ids, reason)
        return cls(pieces, asked.final_normalizer, trace, denormalizer=asked.denormalizer)

    @staticmethod
    @checked
    def count_words(text: str, **settings: Unpack[PieceOptions]) -> PreTokens:
        """The words that training would see; ``count_pre_tokens`` takes this as its counter."""
        return PieceSettings(**settings).count_words(text)

    @classmethod
    @checked
    def train_from_counts(
        cls, counts: PreTokens | Mapping[str, int], **settings: Unpack[PieceMergeOptions]
    ) -> "SentencePieceBPE":
        """Learn merges from words and their counts; the rest, ``settings`` too, as in ``train``.

        TokvizError for a word of a mapping that ``count_words`` would change or cut.
        """
        return cls.train(counted_piece_words(counts, settings), **settings)

    @checked
    def encode_trace(
        self, text: str, *, dropout: float = 0.0, seed: int | None = None
    ) -> EncodeTrace:
        """Every merge that encoding this text makes, word by word, earliest learned first.

        With ``dropout``, each is left out with that probability, see ``sample``; the trace has the
        merges that were left out too.
        """
        record, skip = EncodeRecord("word"), merge_dropout(dropout, seed)
        for word in self._words(self.normalizer.normalize(text)):
            symbols = [token_id for _, token_id in self._symbols(word)]
            record.begin(symbols)
            apply_merges(symbols, self._merge_of, record, skip)
        return record.trace(self.vocab, markers=self.markers, unk_id=self.pieces.unk_id)

    @checked
    def spelling_trace(self, token_id: int) -> EncodeTrace:
        """Every merge of the token's own characters, neither normalized nor with ▁ put in front."""
        symbols = [found for _, found in self._symbols(token_of(self.vocab, token_id))]
        return EncodeRecord.of(symbols, self._merge_of).trace(self.vocab, markers=self.markers)

    @checked
    def sample(self, text: str, *, dropout: float = 0.1, seed: int | None = None) -> list[str]:
        """One segmentation drawn at random: each merge is left out with probability ``dropout``.

        0 merges all, as ``encode`` does; 1 leaves single characters.
        """
        skip = merge_dropout(dropout, seed)
        words = self._words(self.normalizer.normalize(text))
        return [token for word in words for token, _ in self._encode_word(word, skip)]

    @checked
    def count_unknown(self, text: str) -> int:
        """How many characters of the normalized text have no token, bytes aside."""
        normalized = self.normalizer.normalize(text)
        return sum(token_id == self.pieces.unk_id for _, token_id in self._characters(normalized))

    @checked
    def pipeline(self) -> dict[str, Any]:
        """The content of Hugging Face's ``tokenizer.json``; FormatError where it cannot hold it."""
        text_ids = self.pieces.text_ids
        in_turn = sorted(text_ids, key=self._rank_of.__getitem__)
        known = [piece for piece in in_turn if text_ids.keys() >= set(piece)]
        symbols = {text_ids[piece]: [text_ids[char] for char in piece] for piece in known}
        merges = [pair for _, pair in merging_pairs(symbols, self._merge_of)]
        return sentencepiece_bpe_content(self.pieces, self.normalizer, self.denormalizer, merges)

    # ---- encoding -------------------------------------------------------------------------

    def _stretches(self, normalized: Iterable[str]) -> Iterator[Iterable[Encoded]]:
        words = list(self._parts.of_each(map(self._words, normalized)))
        self._known.meet(words)
        return map(self._known.in_text, words)

    @cached_property
    def _known(self) -> MergedWords:
        """Words met so far."""
        encode = self._encode_word
        return MergedWords(
            self.pieces.text_ids,
            self._rank_of,
            self._spelled_alone,
            lambda word: Encoded.of(encode(word)),
        )

    def _encode_word(
        self, word: str, skip: Callable[[], bool] | None = None
    ) -> list[tuple[str, int]]:
        text_ids = self.pieces.text_ids
        if skip is None and len(word) <= SHORT_WORD and self._spelled_alone.issuperset(word):
            return [(piece, text_ids[piece]) for piece in join_short(word, self._rank_of)]
        symbols = self._symbols(word)
        token_ids = apply_merges([token_id for _, token_id in symbols], self._merge_of, skip=skip)
        unknown = iter([text for text, token_id in symbols if token_id == self.pieces.unk_id])
        return [
            (next(unknown) if token_id == self.pieces.unk_id else self.vocab[token_id], token_id)
            for token_id in token_ids
        ]

    def _words(self, normalized: str) -> list[str]:
        """Stretches that no merge and no run of unknown characters crosses.

        Words, if ▁ is only ever at the front of a token and is itself a token.
        """
        pieces = self.pieces
        if pieces.words_stand_alone and SPACE_MARKER in pieces.text_ids and not self._user_defined:
            return WORD.findall(normalized)
        return [normalized] if normalized else []

    def _symbols(self, word: str) -> list[tuple[str, int]]:
        """What encoding begins with: characters, bytes, whole user-defined tokens."""
        return list(self.pieces.resolve_unknown(self._characters(word)))

    def _characters(self, text: str) -> Iterator[tuple[str, int]]:
        text_ids, unk_id = self.pieces.text_ids, self.pieces.unk_id
        for part in self._user_defined.split(text) if self._user_defined else [text]:
            if part in self._frozen:
                yield part, text_ids[part]
            else:
                yield from ((char, text_ids.get(char, unk_id)) for char in part)

    @cached_property
    def _frozen(self) -> frozenset[str]:
        return frozenset(self.pieces.user_defined)

    @cached_property
    def _user_defined(self) -> re.Pattern[str] | None:
        longest_first = sorted(self._frozen, key=lambda piece: (-len(piece), piece))
        return re.compile(f"({'|'.join(map(re.escape, longest_first))})") if longest_first else None

    def _merge_of(self, left: int, right: int) -> tuple[int, int] | None:
        """Any two tokens whose joint spelling is a token; an early one has a high score."""
        first, second = self._joinable[left], self._joinable[right]
        if first is None or second is None:
            return None
        token_id = self.pieces.text_ids.get(first + second)
        return None if token_id is None else (self._ranks[token_id], token_id)

    @cached_property
    def _joinable(self) -> Sequence[str | None]:
        """For each id, what the token spells, if it may be joined with another."""
        text_ids, frozen = self.pieces.text_ids, self._frozen
        return [
            piece if text_ids.get(piece) == token_id and piece not in frozen else None
            for token_id, piece in enumerate(self.pieces.pieces)
        ]

    @cached_property
    def _spelled_alone(self) -> frozenset[str]:
        """The characters that are tokens, if merging them asks for nothing but the spelling."""
        alone = (piece for piece in self.pieces.text_ids if len(piece) == 1)
        return frozenset() if self._user_defined else frozenset(alone)

    @cached_property
    def _rank_of(self) -> Mapping[str, int]:
        """Token -> how many distinct scores are higher than its own."""
        return {piece: self._ranks[i] for piece, i in self.pieces.text_ids.items()}

    @cached_property
    def _ranks(self) -> Sequence[int]:
        """For each id, how many distinct scores are higher than its own."""
        rank_of = {
            score: rank for rank, score in enumerate(sorted({-s for s in self.pieces.scores}))
        }
        return [rank_of[-score] for score in self.pieces.scores]
