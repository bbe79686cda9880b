"""How WordPiece chooses: the pair that occurs together more than its parts let expect.

``pair_score = count(ab) / (count(a) * count(b))``. BPE asks which pair is frequent; this asks
which pair is frequent for how common its two tokens are. Scores are compared as exact fractions,
so that 3/(5*3) and 1/5 are a tie and nothing else is.

Ties: the pair seen first in the text as it now stands.
A score can rise, because the count of a token falls when a neighbouring merge uses it up, so no
queue can keep the order. The best pair is found anew each time over arrays of all counts: floats
narrow the choice to the few that could be equal, fractions decide.
Sources: Schuster and Nakajima 2012; the score as the Hugging Face course writes it.
Not here: the vocabulary and the encoding (wordpiece.py).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.merging.contests import tied_spans
from tokviz.algorithms.merging.pair_index import PairIndex
from tokviz.text.markers import CONTINUATIONS, CONTINUING_PREFIX
from tokviz.text.pre_tokens import PreTokens
from tokviz.text.special_tokens import check_names
from tokviz.traces.choice import HIGHEST_SCORE, Spans
from tokviz.traces.merges import IntArray, MergeTrace, Pair

SLACK = 1e-9
"""Far above the rounding of three float operations, far below the gap between most scores."""


@dataclass(frozen=True, eq=False)
class TrainedPieces:
    """What training made: the vocabulary in id order, and its trace."""

    vocab: tuple[str, ...]
    trace: MergeTrace


def train_pieces(
    pre_tokens: PreTokens,
    *,
    vocab_size: int,
    special_tokens: Sequence[str],
    gaps: Sequence[str] = (),
    on_merge: Callable[[int], None] | None = None,
) -> TrainedPieces:
    """Learn pieces until the vocabulary, special tokens and alphabet included, has its size.

    Raises ValueError where the special tokens and the alphabet alone are more than that, or a
    special token is empty or given twice.
    """
    check_names(special_tokens)
    vocab = [*special_tokens, *alphabet_of(pre_tokens.distinct)]
    _check_size(vocab_size, len(vocab))
    symbols, starts = letter_symbols(pre_tokens.distinct, vocab)
    pairs = PairIndex(symbols, starts, pre_tokens.weights, rule=HIGHEST_SCORE, on_merge=on_merge)
    scores = PairScores(pairs, letter_counts(symbols, starts, pre_tokens.weights, vocab_size))

    recorded: list[Fraction] = []
    while len(vocab) < vocab_size and (best := scores.best()) is not None:
        pair, pair_score = best
        token_id = len(vocab)  # mint the next id
        vocab.append(join_pieces(vocab[pair[0]], vocab[pair[1]]))
        scores.merge(pair, token_id)  # replace it everywhere, left to right
        recorded.append(pair_score)

    trace = pairs.trace(
        MappingProxyType(dict(enumerate(vocab))),
        pre_tokens.occurrences,
        why_stopped(len(vocab), vocab_size, len(recorded)),
        gaps=gaps,
        scores=recorded,
        ties=scores.ties(),
        num_barred=scores.num_outnumbering,
    )
    special_ids = frozenset(range(len(special_tokens)))
    trace = replace(trace, markers=CONTINUATIONS, special_ids=special_ids)
    return TrainedPieces(tuple(vocab), trace)


def alphabet_of(words: Iterable[str]) -> list[str]:
    """First letters as they are, all others with ##, sorted. ["hug", "us"] -> ##g ##s ##u h u"""
    letters = set()
    for word in set(words):
        letters.update(pieces_of_letters(word))
    return sorted(letters)


def pieces_of_letters(word: str) -> list[str]:
    """One piece a letter. "hug" -> ["h", "##u", "##g"]"""
    return [word[0], *(CONTINUING_PREFIX + letter for letter in word[1:])] if word else []


def join_pieces(left: str, right: str) -> str:
    """What two neighbouring pieces spell. "##u", "##gs" -> "##ugs" """
    return left + right.removeprefix(CONTINUING_PREFIX)


def letter_symbols(
    words: Sequence[str], vocab: Sequence[str]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The letter pieces of all words in one array of ids, and where each word begins."""
    token_to_id = {token: token_id for token_id, token in enumerate(vocab)}
    ids = [token_to_id[piece] for word in words for piece in pieces_of_letters(word)]
    return np.array(ids, np.int64), np.cumsum([0, *map(len, words)])


def letter_counts(
    symbols: IntArray, starts: IntArray, weights: IntArray, vocab_size: int
) -> npt.NDArray[np.int64]:
    """(vocab_size,) how often each token stands in the text before any merge."""
    weight_of_symbol = np.repeat(weights, np.diff(starts))
    counts = np.zeros(vocab_size, np.int64)
    np.add.at(counts, symbols, weight_of_symbol)
    return counts


def _check_size(vocab_size: int, base_size: int) -> None:
    if vocab_size < base_size:
        raise ValueError(
            f"vocab_size is {vocab_size}, but the special tokens and the letters of this text "
            f"alone need {base_size}. Ask for {base_size} or more."
        )


def why_stopped(size: int, vocab_size: int, merges: int) -> str:
    """Why training ended, in a sentence for the page."""
    if size == vocab_size:
        return f"The vocabulary has the {vocab_size:,} tokens that were asked for."
    if not merges:
        return "No word has two letters, so there is no pair to merge."
    return (
        f"No pair is left to merge at {size:,} of {vocab_size:,} tokens: every word is one token."
    )


class PairScores:
    """Every pair's count and score, in arrays that one comparison can scan.

    Each live pair has a slot; ``first`` is a place before which it does not stand.
    """

    def __init__(self, pairs: PairIndex, token_counts: npt.NDArray[np.int64]) -> None:
        self._pairs = pairs
        self._token_counts = np.append(token_counts, 1)  # the last is what a free slot points at
        self._nobody = len(token_counts)
        self._slot_of: dict[Pair, int] = {}
        self._pair_at: list[Pair] = []
        self._free: list[int] = []
        counts = pairs.counts()
        capacity = max(1024, 2 * len(counts))
        self._left = np.full(capacity, self._nobody, np.int64)
        self._right = np.full(capacity, self._nobody, np.int64)
        self._count = np.zeros(capacity, np.int64)
        self._first = np.zeros(capacity, np.int64)
        self._level_since: dict[int, int] = {}  # slots level with the winner, and since which step
        self._level = np.zeros(capacity, np.bool_)
        self._ties: list[tuple[int, int, int, int, int]] = []
        self._merges: list[Pair] = []
        self.num_outnumbering: list[int] = []
        """For each step, how many pairs stood together more often than the winner."""
        for pair, count in counts.items():
            self._set(pair, count)

    def ties(self) -> Spans:
        """Which pairs had the winner's score, and over which steps."""
        for slot in list(self._level_since):
            self._end_tie(slot, len(self._merges))
        rows = np.array(self._ties, np.int64).reshape(-1, 5)
        return tied_spans(rows, self._merges, self._pairs.turn)

    def best(self) -> tuple[Pair, Fraction] | None:
        """The pair of the highest score, the first seen among equals; None when none is left."""
        size = len(self._pair_at)
        left = self._token_counts[self._left[:size]]
        right = self._token_counts[self._right[:size]]
        scores = self._count[:size] / (left.astype(np.float64) * right)
        top = scores.max(initial=0.0)
        if not top:
            return None
        near = np.flatnonzero(scores >= top * (1 - SLACK))
        slots, score = self._largest(near)
        self._note_ties(slots, size)
        return self._pair_at[self._first_seen(slots)], score

    def merge(self, pair: Pair, token_id: int) -> None:
        """Merge the pair everywhere and bring counts and scores up to date."""
        count = self._pairs.count(pair)
        self.num_outnumbering.append(int((self._count[: len(self._pair_at)] > count).sum()))
        self._end_tie(self._slot_of[pair], len(self._merges))
        self._merges.append(pair)
        self._pairs.merge(pair, token_id)
        changes = self._pairs.last_changes()
        for changed, change in changes.items():
            slot = self._slot_of.get(changed)
            self._set(changed, change + (0 if slot is None else int(self._count[slot])))
        left, right = pair
        replaced = count
        if left == right:  # "aaa" holds the pair twice; a ## piece always ends exactly one pair
            replaced = sum(change for (_, end), change in changes.items() if end == token_id)
        for token, change in ((left, -replaced), (right, -replaced), (token_id, replaced)):
            self._token_counts[token] += change

    def _largest(self, slots: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], Fraction]:
        """Of slots whose scores are nearly equal, those whose exact score is the highest."""
        counts = self._count[slots]
        products = self._token_counts[self._left[slots]] * self._token_counts[self._right[slots]]
        divisors = np.gcd(counts, products)
        reduced = np.stack([counts // divisors, products // divisors], axis=1)
        if (reduced == reduced[0]).all():
            return slots, Fraction(*reduced[0].tolist())
        kinds, kind_of = np.unique(reduced, axis=0, return_inverse=True)
        fractions = [Fraction(*kind) for kind in kinds.tolist()]
        best = max(range(len(fractions)), key=fractions.__getitem__)
        return slots[kind_of.reshape(-1) == best], fractions[best]

    def _first_seen(self, slots: npt.NDArray[np.int64]) -> int:
        """The slot whose pair stands first. Places only vanish, so ``first`` is a lower bound."""
        while True:
            slot = int(slots[self._first[slots].argmin()])
            place = self._pairs.first_place(self._pair_at[slot])
            if place == self._first[slot]:
                return slot
            self._first[slot] = place

    def _note_ties(self, slots: npt.NDArray[np.int64], size: int) -> None:
        """Open and close spans: most pairs that were level stay so."""
        level = np.zeros(len(self._level), np.bool_)
        level[slots] = True
        step = len(self._merges)
        for slot in np.flatnonzero(level[:size] != self._level[:size]).tolist():
            if level[slot]:
                self._level_since[slot] = step
            else:
                self._end_tie(slot, step)
        self._level = level

    def _end_tie(self, slot: int, step: int) -> None:
        since = self._level_since.pop(slot, step)
        self._level[slot] = False
        if since < step:
            self._ties.append((*self._pair_at[slot], since, step, 0))

    def _set(self, pair: Pair, count: int) -> None:
        if not count:
            slot = self._slot_of.pop(pair)
            self._end_tie(slot, len(self._merges))
            self._left[slot] = self._right[slot] = self._nobody
            self._count[slot] = 0
            self._free.append(slot)
            return
        if pair not in self._slot_of:
            self._open_slot(pair)
        self._count[self._slot_of[pair]] = count

    def _open_slot(self, pair: Pair) -> None:
        if self._free:
            slot = self._free.pop()
            self._pair_at[slot] = pair
        else:
            slot = len(self._pair_at)
            self._pair_at.append(pair)
            if slot == len(self._count):
                self._grow()
        self._slot_of[pair] = slot
        self._left[slot], self._right[slot] = pair
        self._first[slot] = self._pairs.first_place(pair)

    def _grow(self) -> None:
        size = len(self._count)
        self._left = np.append(self._left, np.full(size, self._nobody))
        self._right = np.append(self._right, np.full(size, self._nobody))
        self._count = np.append(self._count, np.zeros(size, np.int64))
        self._first = np.append(self._first, np.zeros(size, np.int64))
        self._level = np.append(self._level, np.zeros(size, np.bool_))
