"""Lesson: WordPiece, BERT's tokenizer. Words fall into pieces; all but the first carry ``##``.

Training joins the pair of the highest ``pair_score = count(ab) / (count(a) * count(b))``, then
looks again (merging/pair_scores.py finds that pair); or, as Hugging Face's library does, the most
frequent pair. Encoding knows nothing of merges (merging/longest_match.py): from the left, take the
longest piece in the vocabulary, then the longest that continues the word, and so on.

Ties: scores are compared as exact fractions; of equals, the pair seen first in the text as it now
stands. By count: the pair of the lower ids (merging/piece_ranking.py). Or as the caller asks.
Sources: Schuster and Nakajima 2012; Devlin et al. 2018 for encoding, special tokens and preparing
text (text/normalizers/bert.py); the Hugging Face course for training: Google published no trainer.
Loss: normalizing, and on the way back one space before every word and every punctuation mark.
Special tokens are kept whole in a text only if the caller allows them; "[MASK]" typed by a reader
is three words like any other. Training reads them as words, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Unpack

from tokviz.algorithms.merging.endings import wordpiece_ending
from tokviz.algorithms.merging.forced import Forced
from tokviz.algorithms.merging.letter_pieces import (
    alphabet,
    base_vocab,
    join_pieces,
    letter_symbols,
)
from tokviz.algorithms.merging.longest_match import LongestMatch, check_words
from tokviz.algorithms.merging.piece_ranking import PieceMergeSettings, check_ranking, ranking
from tokviz.algorithms.merging.sizes import check_sizes
from tokviz.algorithms.models import contents
from tokviz.algorithms.models.batches import in_batch
from tokviz.algorithms.models.trained import Trained
from tokviz.arrays.frozen import FieldsAlone
from tokviz.checks.arguments import checked
from tokviz.checks.whole_numbers import token_of
from tokviz.files.errors import check_suffix
from tokviz.files.hugging_face.pipeline import SUFFIX as JSON_SUFFIX
from tokviz.files.hugging_face.pipeline import write_pipeline
from tokviz.files.hugging_face.words import wordpiece_content
from tokviz.files.vocab_txt import SUFFIX as VOCAB_TXT_SUFFIX
from tokviz.files.vocab_txt import write_vocab_txt
from tokviz.text.counted_words import bert_counted, bert_counted_words
from tokviz.text.markers import BERT_MAX_CHARS, BERT_UNK, CONTINUING_PREFIX, Markers, continuations
from tokviz.text.pre_tokens import PreTokens, well_formed
from tokviz.text.special_tokens import Allowed, allowed_in, check_names
from tokviz.traces.choice import RankedBy, Ties
from tokviz.traces.matches import MatchTrace
from tokviz.traces.merges import MergeTrace

KIND = "wordpiece"
SPECIAL_TOKENS = ("[PAD]", BERT_UNK, "[CLS]", "[SEP]", "[MASK]")
SETTINGS = ("lowercase", "strip_accents", "unk_token", "continuing_prefix", "max_chars_per_word")
"""What a saved ``.json`` says besides the tokens and the special ones, and a ``.txt`` does not."""


@checked
@dataclass(frozen=True, eq=False)
class WordPiece(FieldsAlone, Trained[MergeTrace]):
    """A vocabulary of pieces, and how text is prepared for it: see ``train``, ``tokviz.load``.

    ``strip_accents=None`` follows ``lowercase``, as BERT does. ``allowed_special`` are the special
    tokens that a text may hold where a call does not say; all others are plain text.
    """

    vocab: Mapping[int, str] = field(repr=False)
    lowercase: bool = False
    strip_accents: bool | None = None
    trace: MergeTrace | None = None
    special_tokens: tuple[str, ...] = SPECIAL_TOKENS
    unk_token: str = BERT_UNK
    continuing_prefix: str = CONTINUING_PREFIX
    max_chars_per_word: int = BERT_MAX_CHARS
    allowed_special: Allowed = frozenset()

    def __post_init__(self) -> None:
        check_words(self.continuing_prefix, self.max_chars_per_word)
        check_names(self.special_tokens)
        contents.keep_copies(self, "max_chars_per_word")
        if self.trace is None:
            contents.check_vocab(self.vocab, str)
            contents.check_dense(self.vocab)
            contents.check_distinct(self.vocab)
            contents.keep_copies(self, "vocab")
        contents.check_has(self.token_to_id, self.unk_token)

    @classmethod
    @checked
    def train(
        cls,
        text: str | Sequence[str] | PreTokens,
        *,
        vocab_size: int,
        lowercase: bool = False,
        strip_accents: bool | None = None,
        special_tokens: Sequence[str] = SPECIAL_TOKENS,
        unk_token: str = BERT_UNK,
        continuing_prefix: str = CONTINUING_PREFIX,
        max_chars_per_word: int = BERT_MAX_CHARS,
        ranked_by: RankedBy = "pair score",
        ties: Ties | None = None,
        forced: Forced | None = None,
        min_count: int = 1,
        on_merge: Callable[[int], None] | None = None,
    ) -> WordPiece:
        """Learn pieces from one text or from documents, or from words that are counted already.

        Arguments:
            vocab_size: how many tokens to end with, special tokens and alphabet among them.
            lowercase, strip_accents: how to fold the text, in training and in encoding.
            special_tokens: they take the first ids; ``unk_token`` must be among them, and none may
                be spelled as a piece of the words could be.
            continuing_prefix: stands before each piece inside a word.
            max_chars_per_word: a longer word is unknown; at most 1,000. Training reads it.
            ranked_by: "pair score", or "count" as Hugging Face's library.
            ties, forced, on_merge: as in ``ByteBPE.train``; no ``ties``: those of the ranking.
            min_count: training ends when no pair, whatever its score, stands so often.

        Raises TokvizError where these make no sense, as a ``vocab_size`` below the alphabet.
        """
        check_names(special_tokens, unk_token=unk_token)
        check_ranking(ranked_by)
        check_words(continuing_prefix, max_chars_per_word)
        words, gaps = bert_counted(text, lowercase, strip_accents)
        vocab = base_vocab(special_tokens, words.distinct, continuing_prefix, ranked_by)
        check_sizes(vocab_size, base_size := len(vocab), min_count)
        symbols = letter_symbols(words.distinct, vocab, continuing_prefix)
        base = (*symbols, words.weights)
        prefix = continuing_prefix
        pairs, ranks = ranking(
            ranked_by, base, vocab, ties, prefix, size=vocab_size, forced=forced, on_merge=on_merge
        )
        while len(vocab) < vocab_size and (pair := ranks.best(min_count)) is not None:
            vocab.append(join_pieces(vocab[pair[0]], vocab[pair[1]], prefix))  # the next id
            ranks.merge(pair, len(vocab) - 1)  # replace it everywhere, left to right
        pieces = MappingProxyType(dict(enumerate(vocab)))
        stop_reason = wordpiece_ending(pairs, base_size, len(vocab), vocab_size, min_count)
        trace = pairs.trace(pieces, words.occurrences, stop_reason, gaps=gaps, **ranks.record())
        specials = frozenset(range(len(special_tokens)))
        trace = replace(trace, markers=continuations(continuing_prefix), special_ids=specials)
        marks = (unk_token, continuing_prefix, max_chars_per_word)
        return cls(pieces, lowercase, strip_accents, trace, tuple(special_tokens), *marks)

    @staticmethod
    @checked
    def count_words(
        text: str | Sequence[str], *, lowercase: bool = False, strip_accents: bool | None = None
    ) -> PreTokens:
        """The words that training would see; ``count_pre_tokens`` takes this as its counter."""
        return bert_counted(text, lowercase, strip_accents)[0]

    @classmethod
    @checked
    def train_from_counts(
        cls, counts: PreTokens | Mapping[str, int], **settings: Unpack[PieceMergeSettings]
    ) -> WordPiece:
        """Learn pieces from words in the order of their first places; the rest as in ``train``.

        TokvizError for a word of a mapping that ``count_words`` would change or cut.
        """
        return cls.train(bert_counted_words(counts, **settings), **settings)

    @cached_property
    def token_to_id(self) -> Mapping[str, int]:
        """piece -> id."""
        return MappingProxyType({token: token_id for token_id, token in self.vocab.items()})

    @property
    def markers(self) -> Markers:
        """The prefix of pieces inside a word."""
        return continuations(self.continuing_prefix)

    @property
    def unk_id(self) -> int:
        """The id of the unknown token."""
        return self.token_to_id[self.unk_token]

    @cached_property
    def special_ids(self) -> frozenset[int]:
        """The ids of the special tokens, the unknown one among them."""
        known = self.token_to_id
        return frozenset(known[token] for token in self.special_tokens if token in known)

    @cached_property
    def _encoding(self) -> LongestMatch:
        known = tuple(token for token in self.special_tokens if token in self.token_to_id)
        limits = (self.continuing_prefix, self.max_chars_per_word)
        folding = (self.lowercase, self.strip_accents)
        return LongestMatch(self.token_to_id, self.unk_id, *limits, known, *folding)

    @checked
    def may_run_away(self, size: int) -> bool:
        """Whether a text of so many characters may take the server's time or memory for long."""
        return self._encoding.may_run_away(size)

    @checked
    def normalize(self, text: str) -> str:
        """The text as this model sees it."""
        return self._encoding.normalize(well_formed(text))

    @checked
    def encode(self, text: str, *, allowed_special: Allowed | None = None) -> list[int]:
        """The ids of the pieces, word by word, the longest match first."""
        return self._encoding.encode(*self._allowed_in(text, allowed_special))

    @checked
    def encode_batch(
        self, texts: Iterable[str], *, allowed_special: Allowed | None = None
    ) -> list[list[int]]:
        """Each text as ``encode`` has it; KindError for a single text that is in no list."""
        return in_batch(texts, partial(self.encode, allowed_special=allowed_special))

    @checked
    def encode_trace(self, text: str, *, allowed_special: Allowed | None = None) -> MatchTrace:
        """Every try in order: each substring looked up, found or not."""
        return self._encoding.trace(*self._allowed_in(text, allowed_special))

    @checked
    def token_spans(
        self, text: str, *, allowed_special: Allowed | None = None
    ) -> list[tuple[int, int]]:
        """The UTF-8 byte range of ``text`` that each token of ``encode`` stands for.

        What normalizing dropped between tokens is in no range.
        """
        return self._encoding.spans(*self._allowed_in(text, allowed_special))

    def _allowed_in(self, text: str, allowed: Allowed | None) -> tuple[str, frozenset[str]]:
        text = well_formed(text)
        wanted = self.allowed_special if allowed is None else allowed
        return text, allowed_in(text, self._encoding.specials, wanted, ())

    @checked
    def tokenize(self, text: str, *, allowed_special: Allowed | None = None) -> list[str]:
        """The pieces of the text. "hugs" -> ["hug", "##s"]"""
        return [self.vocab[i] for i in self.encode(text, allowed_special=allowed_special)]

    @checked
    def decode(self, ids: Iterable[int]) -> str:
        """The pieces joined into words, a space before each word; TokvizError for a wrong id."""
        parts: list[str] = []
        for piece in (token_of(self.vocab, token_id) for token_id in ids):
            if parts and piece.startswith(self.continuing_prefix):
                parts.append(piece.removeprefix(self.continuing_prefix))
            else:
                parts.append(f" {piece}" if parts else piece)
        return "".join(parts)

    @property
    def formats(self) -> tuple[str, ...]:
        """The suffixes that hold the whole model; ``.txt`` where there is nothing else to say."""
        usual = self.token_to_id.keys() & {*SPECIAL_TOKENS}
        says_more = any(getattr(self, name) != getattr(WordPiece, name) for name in SETTINGS)
        if says_more or usual != {*self._encoding.specials}:
            return (JSON_SUFFIX,)
        return (VOCAB_TXT_SUFFIX, JSON_SUFFIX)

    @checked
    def save(self, path: str | Path) -> None:
        """Write BERT's ``vocab.txt`` (any ``.txt``) or Hugging Face's ``.json``.

        A ``.txt`` has the tokens alone, and ``load`` takes BERT's special tokens for granted,
        ``lowercase=False``, ``strip_accents=None``, ``unk_token=[UNK]``, ``continuing_prefix=##``
        and ``max_chars_per_word=100``: where one is another, say so to ``load_vocab_txt``.
        FormatError for another suffix, or where a token cannot be written as UTF-8.
        """
        check_suffix(path, VOCAB_TXT_SUFFIX, JSON_SUFFIX)
        if Path(path).suffix == JSON_SUFFIX:
            return write_pipeline(path, self.pipeline())
        return write_vocab_txt(path, [token for _, token in sorted(self.vocab.items())])

    @checked
    def pipeline(self) -> dict[str, Any]:
        """The content of Hugging Face's ``tokenizer.json``."""
        known = {token: self.token_to_id[token] for token in self._encoding.specials}
        settings = {name: getattr(self, name) for name in SETTINGS}
        return wordpiece_content(self.vocab, special_tokens=known, **settings)


def smallest_vocab(
    text: str | Sequence[str],
    *,
    lowercase: bool = False,
    strip_accents: bool | None = None,
    ranked_by: RankedBy = "pair score",
) -> int:
    """The vocabulary that training cannot do without: special tokens and every letter piece."""
    words = bert_counted(text, lowercase, strip_accents)[0].distinct
    return len(SPECIAL_TOKENS) + len(alphabet(words, CONTINUING_PREFIX, ranked_by))
