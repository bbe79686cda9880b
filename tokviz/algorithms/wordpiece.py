"""Lesson: WordPiece, BERT's tokenizer. Words fall into pieces; all but the first carry ``##``.

Training joins the pair of the highest ``pair_score = count(ab) / (count(a) * count(b))``, then
looks again (merging/pair_scores.py finds that pair). Encoding knows nothing of merges: from the
left, take the longest piece in the vocabulary, then the longest that continues the word, and so on.
If nothing fits at some place, or the word is longer than 100 characters, all of it is ``[UNK]``.

Ties: scores are compared as exact fractions; of equals, the pair seen first in the text as it now
stands.
Sources: Schuster and Nakajima 2012; Devlin et al. 2018 for the encoding, the special tokens and
the preparation of text (text/normalizers/bert.py); the Hugging Face course for the training score.
Google never published its trainer, and Hugging Face's own library ranks pairs by plain counts.
Loss: normalizing, and on the way back one space before every word and every punctuation mark.
Not here: special tokens in the text. "[MASK]" typed by a reader is three words like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from tokviz.algorithms.merging.byte_symbols import check_min_count
from tokviz.algorithms.merging.letter_pieces import alphabet_of, join_pieces, letter_symbols
from tokviz.algorithms.merging.pair_index import PairIndex
from tokviz.algorithms.merging.pair_scores import PairScores, token_counts
from tokviz.files.errors import FormatError
from tokviz.files.tokviz_json import SUFFIX as JSON_SUFFIX
from tokviz.files.tokviz_json import write_json
from tokviz.files.vocab_txt import SUFFIX as VOCAB_TXT_SUFFIX
from tokviz.files.vocab_txt import write_vocab_txt
from tokviz.text.characters import byte_offsets
from tokviz.text.errors import TokvizError
from tokviz.text.markers import CONTINUATIONS, CONTINUING_PREFIX, Markers
from tokviz.text.normalizers.bert import BertWords, bert_normalize, bert_origins, bert_split
from tokviz.text.pre_tokens import as_documents, count_pre_tokens, well_formed
from tokviz.text.special_tokens import check_names
from tokviz.traces.choice import HIGHEST_SCORE
from tokviz.traces.matches import MatchStep, MatchTrace, Outcome
from tokviz.traces.merges import MergeTrace

KIND = "wordpiece"
UNK_TOKEN = "[UNK]"
SPECIAL_TOKENS = ("[PAD]", UNK_TOKEN, "[CLS]", "[SEP]", "[MASK]")
MAX_CHARS_PER_WORD = 100

Try: TypeAlias = tuple[int, int, str, int | None]
"""A look-up: where in the word the candidate starts and ends, the candidate, its id or None."""


@dataclass(frozen=True, eq=False)
class WordPiece:
    """A vocabulary of pieces, and how text is prepared for it.

    ``strip_accents=None`` follows ``lowercase``, as BERT does.
    """

    vocab: Mapping[int, str]
    lowercase: bool = False
    strip_accents: bool | None = None
    trace: MergeTrace | None = field(default=None, repr=False)
    special_tokens: tuple[str, ...] = SPECIAL_TOKENS
    markers: ClassVar[Markers] = CONTINUATIONS
    formats: ClassVar[tuple[str, ...]] = (VOCAB_TXT_SUFFIX, JSON_SUFFIX)

    def __post_init__(self) -> None:
        if UNK_TOKEN not in self.token_to_id:
            raise TokvizError(
                f"a WordPiece vocabulary must hold {UNK_TOKEN}, but this one of "
                f"{len(self.vocab)} tokens does not. Add it, BERT's own place for it is id 100."
            )

    @classmethod
    def train(
        cls,
        text: str | Sequence[str],
        *,
        vocab_size: int,
        lowercase: bool = False,
        strip_accents: bool | None = None,
        special_tokens: Sequence[str] = SPECIAL_TOKENS,
        min_count: int = 1,
        on_merge: Callable[[int], None] | None = None,
    ) -> WordPiece:
        """Learn pieces from one text or from documents.

        Arguments:
            vocab_size: how many tokens to end with, special tokens and alphabet among them.
            lowercase, strip_accents: how to fold the text, in training and in encoding.
            special_tokens: they take the first ids; [UNK] must be among them.
            min_count: training ends when no pair, whatever its score, stands so often.
            on_merge: called with the rank before each merge; what it raises ends the training.

        Raises TokvizError where the special tokens and the alphabet alone are more than
        ``vocab_size``, or a special token is empty or given twice.
        """
        check_names(special_tokens)
        split = _words(text, lowercase, strip_accents)
        words = count_pre_tokens(split.words)
        vocab = [*special_tokens, *alphabet_of(words.distinct)]
        _check_size(vocab_size, len(vocab), min_count)
        symbols, starts = letter_symbols(words.distinct, vocab)
        pairs = PairIndex(symbols, starts, words.weights, rule=HIGHEST_SCORE, on_merge=on_merge)
        scores = PairScores(pairs, token_counts(symbols, starts, words.weights, vocab_size))

        pair_scores: list[Fraction] = []
        while len(vocab) < vocab_size and (best := scores.best(min_count)) is not None:
            pair, pair_score = best
            vocab.append(join_pieces(vocab[pair[0]], vocab[pair[1]]))  # mint the next id
            scores.merge(pair, len(vocab) - 1)  # replace it everywhere, left to right
            pair_scores.append(pair_score)

        pieces = MappingProxyType(dict(enumerate(vocab)))
        trace = pairs.trace(
            pieces,
            words.occurrences,
            scores.why_stopped(len(vocab), vocab_size, min_count),
            gaps=split.gaps,
            scores=pair_scores,
            ties=scores.ties(),
            num_barred=scores.num_outnumbering,
        )
        specials = frozenset(range(len(special_tokens)))
        trace = replace(trace, markers=CONTINUATIONS, special_ids=specials)
        return cls(pieces, lowercase, strip_accents, trace, tuple(special_tokens))

    @cached_property
    def token_to_id(self) -> Mapping[str, int]:
        """piece -> id."""
        return MappingProxyType({token: token_id for token_id, token in self.vocab.items()})

    @property
    def unk_id(self) -> int:
        """The id of [UNK]."""
        return self.token_to_id[UNK_TOKEN]

    @property
    def special_ids(self) -> frozenset[int]:
        """The ids of the special tokens, [UNK] among them."""
        return frozenset(i for token, i in self.token_to_id.items() if token in self.special_tokens)

    def normalize(self, text: str) -> str:
        """The text as this model sees it."""
        return bert_normalize(
            well_formed(text), lowercase=self.lowercase, strip_accents=self.strip_accents
        )

    def encode(self, text: str) -> list[int]:
        """The ids of the pieces, word by word, the longest match first."""
        ids_of: dict[str, Sequence[int]] = {}
        token_ids: list[int] = []
        for word in bert_split(self.normalize(text)).words:
            if word not in ids_of:
                ids_of[word] = self._match(word, [])[0]
            token_ids.extend(ids_of[word])
        return token_ids

    def encode_batch(self, texts: Iterable[str]) -> list[list[int]]:
        """Each text as ``encode`` has it."""
        return [self.encode(text) for text in texts]

    def encode_trace(self, text: str) -> MatchTrace:
        """Every try in order: each substring looked up, found or not."""
        normalized = self.normalize(text)
        split = bert_split(normalized)
        matched: list[tuple[list[int], Outcome]] = []
        steps: list[MatchStep] = []
        for number, word in enumerate(split.words):
            tries: list[Try] = []
            matched.append(self._match(word, tries))
            steps.extend(MatchStep(number, *tried) for tried in tries)
        return MatchTrace(
            text=text,
            normalized=normalized,
            pre_tokens=tuple(split.words),
            gaps=tuple(split.gaps),
            pieces=tuple(tuple(ids) for ids, _ in matched),
            outcomes=tuple(outcome for _, outcome in matched),
            steps=tuple(steps),
            markers=self.markers,
        )

    def token_spans(self, text: str) -> list[tuple[int, int]] | None:
        """The UTF-8 byte range of ``text`` that each token of ``encode`` stands for.

        What normalizing dropped is in no range. None where it moved accents between characters.
        """
        text = well_formed(text)
        origins = bert_origins(text, lowercase=self.lowercase, strip_accents=self.strip_accents)
        if origins is None:
            return None
        offsets = byte_offsets(text)
        trace = self.encode_trace(text)
        spans: list[tuple[int, int]] = []
        start = 0
        for word, gap, ids, outcome in zip(
            trace.pre_tokens, trace.gaps, trace.pieces, trace.outcomes, strict=False
        ):
            start += len(gap)
            for token_id in ids:
                piece = self.vocab[token_id].removeprefix(CONTINUING_PREFIX)
                end = start + len(piece if outcome == "pieces" else word)
                spans.append((offsets[origins[start]], offsets[origins[end - 1] + 1]))
                start = end
        return spans

    def _match(self, word: str, tries: list[Try]) -> tuple[list[int], Outcome]:
        """The pieces of one word, and how the matching ended; every try is added to ``tries``."""
        if len(word) > MAX_CHARS_PER_WORD:
            return [self.unk_id], "too long"
        token_to_id = self.token_to_id
        token_ids: list[int] = []
        start = 0
        while start < len(word):
            prefix = CONTINUING_PREFIX if start else ""
            for end in range(len(word), start, -1):
                candidate = prefix + word[start:end]
                token_id = token_to_id.get(candidate)
                tries.append((start, end, candidate, token_id))
                if token_id is not None:
                    break
            else:
                return [self.unk_id], "nothing fits"
            token_ids.append(token_id)
            start = end
        return token_ids, "pieces"

    def tokenize(self, text: str) -> list[str]:
        """The pieces of the text. "hugs" -> ["hug", "##s"]"""
        return [self.vocab[token_id] for token_id in self.encode(text)]

    def decode(self, ids: Iterable[int]) -> str:
        """The pieces joined into words, a space before each word; ValueError for a wrong id."""
        parts: list[str] = []
        for piece in map(self._piece, ids):
            if parts and piece.startswith(CONTINUING_PREFIX):
                parts.append(piece.removeprefix(CONTINUING_PREFIX))
            else:
                parts.append(f" {piece}" if parts else piece)
        return "".join(parts)

    def _piece(self, token_id: int) -> str:
        if token_id not in self.vocab:
            raise TokvizError(
                f"every id must be in the vocabulary, but {token_id} is not among its "
                f"{len(self.vocab)} tokens. Decode with the tokenizer that encoded."
            )
        return self.vocab[token_id]

    def save(self, path: str | Path) -> None:
        """Write BERT's ``vocab.txt`` (any ``.txt``) or tokviz's ``.json``.

        A ``.txt`` has one token a line, in id order, and nothing on folding; the ``.json`` has it.
        FormatError for another suffix, or where a token cannot be written as UTF-8.
        """
        tokens = [self.vocab[token_id] for token_id in range(len(self.vocab))]
        if Path(path).suffix == JSON_SUFFIX:
            content = {"tokens": tokens, "lowercase": self.lowercase}
            write_json(path, KIND, content | {"strip_accents": self.strip_accents})
            return
        if Path(path).suffix != VOCAB_TXT_SUFFIX:
            raise FormatError(
                f"The suffix chooses the format and must be {VOCAB_TXT_SUFFIX} or {JSON_SUFFIX} "
                f"for WordPiece, but the file is {Path(path).name}. Save it as vocab.txt."
            )
        write_vocab_txt(path, tokens)


def smallest_vocab(
    text: str | Sequence[str],
    *,
    lowercase: bool = False,
    strip_accents: bool | None = None,
    special_tokens: Sequence[str] = SPECIAL_TOKENS,
) -> int:
    """The vocabulary that training cannot do without: special tokens and every letter piece."""
    return len(special_tokens) + len(alphabet_of(_words(text, lowercase, strip_accents).words))


def _words(text: str | Sequence[str], lowercase: bool, strip_accents: bool | None) -> BertWords:
    """The words of the documents as BERT prepares them."""
    normalized = [
        bert_normalize(document, lowercase=lowercase, strip_accents=strip_accents)
        for document in as_documents(text)
    ]
    return bert_split("\n".join(normalized))  # a line end parts words as well as a space


def _check_size(vocab_size: int, base_size: int, min_count: int) -> None:
    check_min_count(min_count)
    if vocab_size < base_size:
        raise TokvizError(
            f"vocab_size is {vocab_size}, but the special tokens and the letters of this text "
            f"alone need {base_size}. Ask for {base_size} or more."
        )
