"""Lesson: BPE as SentencePiece does it, over raw text in which the space is a letter, ▁.

No split pattern and no bytes: the text is normalized, every space becomes ▁, and merging starts
from characters. ▁ stands only at the front of a token, so words stay apart; a token has characters
of one script and is at most 16 long. A spelling is learned once: a second pair that would spell
a known token is passed over, and stays two tokens in training.

Encoding does not ask which pair made a token. Any two neighbours whose joint spelling is a token
may merge, the one learned earliest first, the leftmost of equals.

Ties: the shorter token, then the one that comes first in code point order.
Ids: <unk>, <s>, </s>, (bytes), merges in the order learned, then characters by falling count.
A pair that training used up is not learned; SentencePiece would add it with a count of 0.
Sources: Sennrich et al. 2016; Kudo and Richardson 2018 (arXiv:1808.06226) and its trainer.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from tokviz.algorithms.merging.apply_merges import EncodeRecord, apply_merges
from tokviz.algorithms.pieces.corpus import read_corpus
from tokviz.algorithms.pieces.merges import final_ids, index_pairs, merge_trace
from tokviz.algorithms.pieces.rules import UNKNOWN_MARK, PieceRules
from tokviz.algorithms.pieces.spans import piece_spans
from tokviz.algorithms.pieces.vocabulary import PieceVocab, check_vocab_size, special_pieces
from tokviz.files.sentencepiece import SentencePieceModel, write_sentencepiece
from tokviz.text.markers import SPACE_MARKER, SPACES, Markers
from tokviz.text.normalizers.sentencepiece import Normalizer, named_normalizer
from tokviz.traces.encoding import EncodeTrace
from tokviz.traces.merges import MergeTrace, Pair

_WORD = re.compile(f"{SPACE_MARKER}[^{SPACE_MARKER}]*|[^{SPACE_MARKER}]+")


@dataclass(frozen=True, eq=False)
class SentencePieceBPE:
    """A trained SentencePiece BPE. ``pieces.scores`` are negated ranks."""

    pieces: PieceVocab
    normalizer: Normalizer
    trace: MergeTrace | None = None
    markers: ClassVar[Markers] = SPACES
    formats: ClassVar[tuple[str, ...]] = (".model",)

    @classmethod
    def train(
        cls,
        text: str | Sequence[str],
        *,
        vocab_size: int = 1000,
        character_coverage: float = 0.9995,
        byte_fallback: bool = False,
        normalization: str = "nmt_nfkc",
        max_piece_length: int = 16,
        split_by_script: bool = True,
        split_digits: bool = False,
        on_merge: Callable[[int], None] | None = None,
    ) -> "SentencePieceBPE":
        """Learn merges from one text or from documents, line by line.

        Arguments:
            vocab_size: how many tokens to end with, special ones and characters among them.
            character_coverage: the share of the text whose characters get a token.
            byte_fallback: spell unknown characters in bytes; 256 of the tokens are for them.
            normalization: one of ``normalizers.sentencepiece.RULE_NAMES``.
            max_piece_length, split_by_script, split_digits: which tokens are allowed.
            on_merge: called with the rank before each merge; what it raises ends the training.

        Raises TokvizError where a setting makes no sense or ``vocab_size`` is below the alphabet.
        """
        rules = PieceRules(max_piece_length, split_by_script, split_digits)
        normalizer = named_normalizer(normalization)
        special, _ = special_pieces(byte_fallback=byte_fallback)
        corpus = read_corpus(
            text, normalizer, character_coverage=character_coverage, special_tokens=special
        )
        check_vocab_size(vocab_size, len(special), len(corpus.alphabet))
        wanted = vocab_size - len(special) - len(corpus.alphabet)

        tokens = [UNKNOWN_MARK, *corpus.alphabet]  # ids while training; the final ones come later
        merges: dict[str, int] = {}
        pairs = index_pairs(corpus, tokens, merges, rules, on_merge)
        while len(merges) < wanted and (pair := pairs.most_frequent()) is not None:
            token = tokens[pair[0]] + tokens[pair[1]]
            tokens.append(token)  # mint the next id
            merges[token] = len(merges)
            pairs.merge(pair, len(tokens) - 1)  # replace it everywhere, left to right

        learned = (*merges, *corpus.alphabet)
        scores = tuple(-float(rank) for rank in range(len(learned)))
        pieces = PieceVocab.of(learned, scores, byte_fallback=byte_fallback)
        ids = final_ids(len(special), len(corpus.alphabet), len(merges))
        reason = _why_stopped(len(merges), wanted, vocab_size, bool(corpus.alphabet))
        return cls(pieces, normalizer, merge_trace(pairs, corpus, pieces, ids, reason))

    @property
    def vocab(self) -> Mapping[int, str]:
        """id -> token."""
        return self.pieces.vocab

    @property
    def special_ids(self) -> frozenset[int]:
        """The ids of what is no text: unknown, begin, end."""
        return self.pieces.special_ids

    @property
    def unk_id(self) -> int:
        """The id of the unknown token."""
        return self.pieces.unk_id

    def encode(self, text: str) -> list[int]:
        """The text as token ids."""
        return [token_id for _, token_id in self._tokens(text)]

    def tokenize(self, text: str) -> list[str]:
        """The tokens of the text; an unknown stretch stands for itself."""
        return [token for token, _ in self._tokens(text)]

    def decode(self, ids: Iterable[int]) -> str:
        """The text of the tokens, as normalization left it. TokvizError for a wrong id."""
        return self.pieces.decode(ids, self.normalizer)

    def encode_trace(self, text: str) -> EncodeTrace:
        """Every merge that encoding this text makes, word by word, earliest learned first."""
        record = EncodeRecord()
        for word in self._words(self.normalizer.normalize(text)):
            symbols = [token_id for _, token_id in self._symbols(word)]
            record.begin(symbols)
            apply_merges(symbols, self._merge_of, record)
        return record.trace(self.vocab, markers=self.markers)

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """The UTF-8 byte range that each token of ``encode`` stands for."""
        return piece_spans(self._tokens(text), self.normalizer.align(text), self.pieces.kinds)

    def count_unknown(self, text: str) -> int:
        """How many characters of the normalized text have no token, bytes aside."""
        normalized = self.normalizer.normalize(text)
        return sum(token_id == self.pieces.unk_id for _, token_id in self._characters(normalized))

    def save(self, path: str | Path) -> None:
        """Write a ``.model`` file that the sentencepiece library loads."""
        write_sentencepiece(path, SentencePieceModel("bpe", self.pieces, self.normalizer))

    # ---- encoding -------------------------------------------------------------------------

    def _tokens(self, text: str) -> Iterator[tuple[str, int]]:
        known: dict[str, list[tuple[str, int]]] = {}
        tokens: list[tuple[str, int]] = []
        for word in self._words(self.normalizer.normalize(text)):
            if word not in known:
                known[word] = self._encode_word(word)
            tokens += known[word]
        return iter(tokens)

    def _encode_word(self, word: str) -> list[tuple[str, int]]:
        symbols = self._symbols(word)
        token_ids = apply_merges([token_id for _, token_id in symbols], self._merge_of)
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
            return _WORD.findall(normalized)
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
        pair = left, right
        if pair not in self._merges:
            self._merges[pair] = self._find_merge(left, right)
        return self._merges[pair]

    @cached_property
    def _merges(self) -> dict[Pair, tuple[int, int] | None]:
        """Answers so far."""
        return {}

    def _find_merge(self, left: int, right: int) -> tuple[int, int] | None:
        text_ids, pieces = self.pieces.text_ids, self.pieces.pieces
        for side in (left, right):
            if text_ids.get(pieces[side]) != side or pieces[side] in self._frozen:
                return None
        token_id = text_ids.get(pieces[left] + pieces[right])
        return None if token_id is None else (self._ranks[token_id], token_id)

    @cached_property
    def _ranks(self) -> Sequence[int]:
        """For each id, how many distinct scores are higher than its own."""
        rank_of = {
            score: rank for rank, score in enumerate(sorted({-s for s in self.pieces.scores}))
        }
        return [rank_of[-score] for score in self.pieces.scores]


def _why_stopped(made: int, wanted: int, vocab_size: int, has_text: bool) -> str:
    if not has_text:
        return "The text is empty, so there is no pair to merge."
    if made == wanted:
        return f"The vocabulary has the {vocab_size:,} tokens that were asked for."
    return f"No pair that may become a token is left after {made:,} merges."
