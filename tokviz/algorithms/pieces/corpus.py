"""The training text as SentencePiece's trainers see it.

Each line is a sentence. It is normalized, cut in front of every ▁, and counted: the trainers work
on distinct words with their counts. Characters so rare that the others already cover 99.95% of the
text are replaced by one mark; no piece may hold it. The characters that remain are the alphabet,
which the vocabulary must contain. SentencePiece marks before it cuts: where ▁ itself is so rare,
nothing is cut, and each line is one word.

Lines are read as SentencePiece reads them from an iterator: carriage returns at the end of a line
are no part of it (its file reader keeps them), and a line that holds the mark is left out. It also
leaves out lines of more than 4,192 bytes; here only where a limit is given.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress, count, pairwise

import numpy as np
import numpy.typing as npt

from tokviz.arrays.sorting import distinct
from tokviz.checks.errors import TokvizError
from tokviz.text.code_points import character_kinds, code_points
from tokviz.text.cutting import number_spans
from tokviz.text.markers import SPACE_MARKER, UNKNOWN_MARK
from tokviz.text.normalizers.sentencepiece import Normalizer
from tokviz.text.pre_tokens import PreTokens, as_documents, count_pre_tokens

Ints = npt.NDArray[np.int64]

BY_PIECES = "SentencePieceBPE.count_words"
_BOUNDARY = "\x1f"
"""Where a special token's spelling stood in the text: nothing is learned across it."""
_LINE_BREAK = "\n"


@dataclass(frozen=True, eq=False)
class PieceCorpus:
    """Distinct words in the order of their first occurrence. w: words, p: words in the text."""

    words: Sequence[str]  # (w,)
    counts: Ints  # (w,) how often each occurs
    occurrences: Ints  # (p,) the text, as numbers of words
    line_starts: Ints  # the occurrences that open a line
    alphabet: Mapping[str, int]  # each covered character and its count, most frequent first
    line_order: Sequence[int]  # the lines as SentencePiece has them, see _line_order
    whole_lines: bool  # whether each line is one word
    lines_apart: bool  # whether that was asked for, and Unigram takes them line by line

    @property
    def line_ends(self) -> Ints:
        """The occurrences that close a line."""
        return np.append(self.line_starts[1:], len(self.occurrences))[: len(self.line_starts)] - 1

    def uncut(self) -> "PieceCorpus":
        """The corpus with each line as one word, and a line that comes again counted."""
        words = [self.words[number] for number in self.occurrences.tolist()]
        bounds = pairwise([*self.line_starts.tolist(), len(words)])
        lines = count_pre_tokens("".join(words[start:end]) for start, end in bounds)
        return replace(
            self,
            words=list(lines.distinct),
            counts=lines.weights,
            occurrences=lines.occurrences.astype(np.int64),
            line_starts=np.arange(len(lines.occurrences)),
            whole_lines=True,
        )

    def line_by_line(self) -> "PieceCorpus":
        """The corpus with each line as one word, and one that comes again apart from the first.

        SentencePiece counts words, but not lines: it adds one after the other, which rounds
        otherwise than a line times its count.
        """
        words = [self.words[number] for number in self.occurrences.tolist()]
        lines = np.arange(len(words))
        return replace(self, words=words, counts=np.ones_like(lines), occurrences=lines)


def read_corpus(
    text: str | Sequence[str] | PreTokens,
    normalizer: Normalizer,
    *,
    character_coverage: float = 0.9995,
    special_tokens: Sequence[str] = (),
    required_chars: str = "",
    max_sentence_length: int | None = None,
    split_by_whitespace: bool = True,
) -> PieceCorpus:
    """Normalize, split and count. ``text`` is one text or a sequence of documents.

    The spelling of a special token in the text is not learned from. ``required_chars`` are in the
    alphabet however rare. Lines of more than ``max_sentence_length`` bytes are left out. Without
    ``split_by_whitespace``, or with ▁ too rare, each line is one word.
    """
    _check_numbers(character_coverage, max_sentence_length)
    _check_required(required_chars, special_tokens)
    line_order: Sequence[int] = range(1)
    if isinstance(text, PreTokens):  # counted already: their lines are not known
        words, line_starts = text, np.zeros(1, np.int64)
    else:
        words, line_starts, line_order = _count_words(
            text, normalizer, special_tokens, max_sentence_length, split_by_whitespace
        )
    characters = character_kinds("".join(words.distinct))
    alphabet = _covered_characters(words, characters, character_coverage, required_chars)
    marked, renumber = _mark_unknown(words.distinct, characters, alphabet)
    occurrences = renumber[words.occurrences]
    corpus = PieceCorpus(
        words=marked,
        counts=np.bincount(renumber, words.weights, len(marked)).astype(np.int64),
        occurrences=occurrences,
        line_starts=line_starts[: len(occurrences)].astype(np.int64),
        alphabet=alphabet,
        line_order=line_order,
        whole_lines=not split_by_whitespace,
        lines_apart=not split_by_whitespace,
    )
    # Of counted words no line is known; BPE, which no pair with the mark concerns, needs none.
    known = split_by_whitespace and not isinstance(text, PreTokens)
    return corpus.uncut() if known and SPACE_MARKER not in alphabet else corpus


def count_words(
    text: str,
    normalizer: Normalizer,
    *,
    special_tokens: Sequence[str] = (),
    max_sentence_length: int | None = None,
    split_by_whitespace: bool = True,
) -> PreTokens:
    """The normalized words of one document, which ``read_corpus`` takes in place of a text."""
    return _count_words(text, normalizer, special_tokens, max_sentence_length, split_by_whitespace)[
        0
    ]


def _count_words(
    text: str | Sequence[str],
    normalizer: Normalizer,
    special_tokens: Sequence[str],
    max_sentence_length: int | None,
    split_by_whitespace: bool,
) -> tuple[PreTokens, Ints, Sequence[int]]:
    """The words, the occurrences that open a line, and the order of the lines."""
    text, line_order = _normalized(_sentences(as_documents(text), max_sentence_length), normalizer)
    text = _without(text, special_tokens)
    number_of: defaultdict[str, int] = defaultdict(count().__next__)
    line_break = number_of[_LINE_BREAK]
    edges = np.flatnonzero(_word_edges(text, split_by_whitespace, normalizer.space_after))
    numbers = number_spans(text, edges, number_of)
    breaks = np.flatnonzero(numbers == line_break)
    line_starts = np.append(0, breaks - np.arange(len(breaks)))
    occurrences = numbers[numbers != line_break] - 1
    weights = np.bincount(occurrences, minlength=len(number_of) - 1)
    marked = _LINE_BREAK.join(number_of).replace(" ", SPACE_MARKER).split(_LINE_BREAK)
    words = PreTokens(tuple(marked[2:]), occurrences, weights, counted_by=BY_PIECES)
    return words, line_starts, line_order


def _normalized(sentences: Sequence[str], normalizer: Normalizer) -> tuple[str, Sequence[int]]:
    """One text, with a space for each ▁, of the normalized lines that are not empty; their order.

    Plain words are rewritten all at once, without a string for each line.
    """
    text = normalizer.normalize_plain(_LINE_BREAK.join(sentences))
    if text is not None:
        return text, range(len(sentences))
    lines = normalizer.normalize_each(sentences, marked=False)
    return _LINE_BREAK.join(filter(None, lines)), _line_order(lines)


def _sentences(documents: Sequence[str], max_sentence_length: int | None) -> list[str]:
    """The lines that are trained on, before normalization."""
    sentences, limit = list[str](), max_sentence_length
    for document in documents:
        lines = document.split("\n")
        if limit is None and "\r" not in document and UNKNOWN_MARK not in document:
            sentences += filter(None, lines)
            continue
        for line in lines:
            sentence = line.rstrip("\r")
            if not sentence or UNKNOWN_MARK in sentence:
                continue
            if limit is None or len(sentence.encode("utf-8", "surrogatepass")) <= limit:
                sentences.append(sentence)
    return sentences


def _without(text: str, special_tokens: Sequence[str]) -> str:
    """The text, in which spaces stand for ▁, with a boundary in place of each special token."""
    possible = [token for token in special_tokens if " " not in token]
    if possible:
        longest_first = sorted(possible, key=len, reverse=True)
        pattern = "|".join(map(re.escape, longest_first)).replace(SPACE_MARKER, " ")
        text = re.sub(pattern, _BOUNDARY, text)
    return text


def _word_edges(text: str, split_by_whitespace: bool, space_after: bool) -> npt.NDArray[np.bool_]:
    """Whether a word or a line break begins or ends at each place of the text."""
    codes = np.frombuffer(text.encode(), np.uint8) if text.isascii() else code_points(text)
    is_edge = np.zeros(len(text) + 1, bool)
    is_edge[0] = is_edge[-1] = True
    breaks = codes == ord(_LINE_BREAK)
    is_edge[1:] |= breaks
    is_edge[:-1] |= breaks
    if split_by_whitespace:
        side = is_edge[1:] if space_after else is_edge[:-1]
        side |= codes == ord(" ")
    return is_edge


def _line_order(lines: Sequence[str]) -> list[int]:
    """In which order SentencePiece has the lines that are not empty; it matters to ``seed_pieces``.

    It fills the place of each empty line with the line that is then the last, until that is none.
    """
    order = list(range(len(lines)))
    if all(lines):
        return order
    at = 0
    while at < len(order):
        if lines[order[at]]:
            at += 1
        else:
            order[at] = order[-1]
            order.pop()
    number = np.cumsum([bool(line) for line in lines]) - 1  # among those that are not empty
    return [int(number[line]) for line in order]


def _check_numbers(character_coverage: float, max_sentence_length: int | None) -> None:
    if not 0.98 <= character_coverage <= 1.0:
        raise TokvizError(
            f"character_coverage is {character_coverage}, but it must be from 0.98 to 1. "
            "Use 0.9995 for scripts with many characters, 1.0 to keep every character."
        )
    if max_sentence_length is not None and max_sentence_length < 1:
        raise TokvizError(
            f"max_sentence_length is {max_sentence_length}, but lines have bytes. None is no limit."
        )


def _check_required(required_chars: str, special_tokens: Collection[str]) -> None:
    for character in required_chars:
        if character in special_tokens:
            raise TokvizError(
                f"required_chars holds {character!r}, which is a special token already, and no "
                "spelling has two ids. Leave it out of one of them."
            )
        if character in (" ", UNKNOWN_MARK) or "\ud800" <= character <= "\udfff":
            raise TokvizError(
                f"required_chars holds {character!r}, but no piece may hold a space, "
                f"{UNKNOWN_MARK} or a lone surrogate. Leave it out; for spaces write ▁."
            )


def _covered_characters(
    words: PreTokens, characters: tuple[str, Ints], coverage: float, required_chars: str
) -> dict[str, int]:
    """The required characters and the most frequent ones, until they cover the given share."""
    different, kinds = characters
    totals = np.bincount(kinds, np.repeat(words.weights, [len(word) for word in words.distinct]))
    counts = dict(zip(different, totals.astype(int).tolist(), strict=True))
    for never_learned in (UNKNOWN_MARK, "\0", _LINE_BREAK):
        counts.pop(never_learned, None)
    total, covered = sum(counts.values()), 0
    required = dict.fromkeys(required_chars.replace("\0", ""), 0)
    rows = [(char not in required, -n, char) for char, n in (required | counts).items()]
    alphabet = {}
    for _, negated, character in sorted(rows):
        if total and np.float32(covered / total) >= np.float32(coverage):  # its precision
            break
        covered -= negated
        if character != _BOUNDARY:
            alphabet[character] = -negated
    return dict(sorted(alphabet.items(), key=lambda item: (-item[1], item[0])))


def _mark_unknown(
    words: Sequence[str], characters: tuple[str, Ints], alphabet: Mapping[str, int]
) -> tuple[list[str], Ints]:
    """Put the mark in place of rare characters; words that now look alike become one."""
    different, kinds = characters
    is_rare = np.array([character not in alphabet for character in different], bool)
    if not is_rare.any():
        return list(words), np.arange(len(words))
    ends = np.cumsum([len(word) for word in words])
    holding = distinct(np.searchsorted(ends, np.flatnonzero(is_rare[kinds]), "right"))
    mark = dict.fromkeys(set(map(ord, different)) - set(map(ord, alphabet)), UNKNOWN_MARK)
    marked, like = list(words), np.arange(len(words))
    first_of: dict[str, int] = {}
    for word in holding.tolist():  # no others hold the mark
        marked[word] = words[word].translate(mark)
        like[word] = first_of.setdefault(marked[word], word)
    is_first = like == np.arange(len(words))
    return list(compress(marked, is_first.tolist())), (np.cumsum(is_first) - 1)[like]
