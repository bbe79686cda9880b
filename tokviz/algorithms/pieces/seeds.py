"""The seed: every substring worth considering, before Unigram training throws most of them away.

A substring is a candidate if it occurs at least twice and what follows it varies: one that is
always followed by the same letter never does better than its extension. These are the branching
nodes of the text's suffix tree, where SentencePiece finds them (over bytes: what follows must vary
in its first byte). A candidate is scored by how much text it covers: its count times its length.

Here no suffix tree is built. The text is cut at ▁, so a candidate lies inside a word, and there are
few distinct words. Substrings are numbered length by length: one of length n is one of length n - 1
and a character, so one sort per length numbers all of them and counts them.

Source: Kudo 2018, section 3.2. Tie rule: of two equal scores the one with more UTF-8 bytes comes
first, then code point order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokviz.algorithms.pieces.characters import Characters
from tokviz.algorithms.pieces.corpus import PieceCorpus
from tokviz.algorithms.pieces.rules import ANY_SCRIPT, MIXED, PieceRules
from tokviz.algorithms.pieces.threads import InTurn, in_turn
from tokviz.arrays.sorting import by_falling, numbered

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Seeds:
    """Seed pieces and everywhere they stand in the distinct words.

    n: seeds, c: characters of all distinct words, w: words, e: places where a seed stands.
    Characters of all words are numbered through; word i has ``word_starts[i]:word_starts[i + 1]``.
    """

    pieces: tuple[str, ...]  # required characters that the text does not have come last
    counts: Ints  # (n,) how often each occurs in the text
    scores: Ints  # (n,) count times length; for a single character its count
    listed: InTurn  # the words
    word_starts: Ints  # (w + 1,)
    place_starts: Ints  # (e,) the first character of each place, ascending, shorter first
    place_ends: Ints  # (e,) one after the last
    place_seeds: Ints  # (e,) which seed stands there
    first_places: Ints  # (n,) a place of each seed


def seed_pieces(corpus: PieceCorpus, rules: PieceRules, *, seed_size: int) -> Seeds:
    """The alphabet, most frequent first, then the ``seed_size`` candidates of highest score."""
    listed = in_turn(corpus)
    characters = Characters.of(listed.corpus, rules)
    alphabet = [character for character, count in corpus.alphabet.items() if count]
    absent = [character for character, count in corpus.alphabet.items() if not count]
    found = [
        _alphabet_level(corpus, characters, alphabet),
        *_candidate_levels(rules, characters, len(alphabet)),
    ]
    sizes = [len(level.counts) for level in found]
    firsts = np.concatenate([level.firsts for level in found])
    counts = np.concatenate([level.counts for level in found])
    lengths = np.repeat([level.length for level in found], sizes)
    spellings = [
        characters.text[first : first + length]
        for first, length in zip(firsts.tolist(), lengths.tolist(), strict=True)
    ]
    order = _by_score(counts * lengths, spellings, sizes[0], seed_size)
    renumber = np.full(len(counts), -1, np.int64)
    renumber[order] = np.arange(len(order))

    starts = np.concatenate([level.places for level in found])
    ends = starts + np.repeat([level.length for level in found], [len(x.places) for x in found])
    places = renumber[np.concatenate([level.numbers for level in found])]
    kept = _by_start([level.places for level in found])  # levels come shorter first
    if len(order) < len(counts):
        kept = kept[places[kept] >= 0]
    none = np.zeros(len(absent), np.int64)
    return Seeds(
        pieces=(*map(spellings.__getitem__, order.tolist()), *absent),
        counts=np.append(counts[order], none),
        scores=np.append((counts * lengths)[order], none),
        listed=listed,
        word_starts=characters.word_starts,
        place_starts=starts.take(kept),
        place_ends=ends.take(kept),
        place_seeds=places.take(kept),
        first_places=np.append(firsts[order], none),
    )


@dataclass(frozen=True, eq=False)
class _Level:
    """The candidates of one length, numbered through all levels.

    ``firsts`` and ``counts`` are per candidate, ``numbers`` per place.
    """

    length: int
    places: Ints
    numbers: Ints
    counts: Ints
    firsts: Ints


def _alphabet_level(corpus: PieceCorpus, characters: Characters, alphabet: Sequence[str]) -> _Level:
    """Every character of the alphabet that the text has, however rare."""
    number = {character: n for n, character in enumerate(alphabet)}
    number_of_kind = np.array([number.get(kind, -1) for kind in characters.distinct], np.int64)
    numbers = number_of_kind[characters.kinds]
    places = np.flatnonzero(numbers >= 0)
    counts = np.array([corpus.alphabet[character] for character in alphabet], np.int64)
    return _Level(1, places, numbers[places], counts, _firsts(numbers[places], places, len(number)))


def _candidate_levels(rules: PieceRules, characters: Characters, total: int) -> Iterator[_Level]:
    """The candidates of length 2, 3, ... in turn; the first gets the number ``total``.

    At each length, ``number[i]`` identifies the substring that starts at ``at[i]``, ``state[i]``
    its script. Places go out of the running once their substring occurs once only, is no longer
    allowed, or reaches its word's end.
    """
    kinds, num_kinds = characters.kinds, len(characters.lead_bytes)
    at = np.flatnonzero(~characters.alone[kinds])
    number = kinds[at]
    states = _States.of(characters.scripts)
    state = states.first[number]
    for length in range(1, rules.max_piece_length + 1):
        size = int(number.max(initial=-1)) + 1
        weights = characters.weights.take(at)
        counts = np.bincount(number, weights, minlength=size).astype(np.int64)
        usable = np.flatnonzero((counts > 1).take(number) & (state != states.mixed))
        at, number, state = at.take(usable), number.take(usable), state.take(usable)
        inner = at + length < characters.word_ends.take(at)
        on = np.flatnonzero(inner)
        parents, longer = number.take(on), at.take(on)
        following = kinds.take(longer + length)
        children = parents * num_kinds + following
        different, child = numbered(children)
        if length > 1:
            chosen, counts = _choose(
                characters, at=at, number=number, counts=counts, inner=inner, children=different
            )
            starts = _firsts(number, at, size)
            chosen = _with_spaces_in_place(rules, characters, chosen, starts, length)
            number_of = np.full(size, -1, np.int64)
            number_of[chosen] = total + np.arange(len(chosen))
            numbers = number_of.take(number)
            places = np.flatnonzero(numbers >= 0)
            yield _Level(
                length, at.take(places), numbers.take(places), counts[chosen], starts[chosen]
            )
            total += len(chosen)
        at, number, state = longer, child, states.after(state.take(on), following)
        if characters.alone.any():
            on = np.flatnonzero(~characters.alone[following])
            at, number, state = at[on], number[on], state[on]


def _choose(
    characters: Characters,
    *,
    at: Ints,
    number: Ints,
    counts: Ints,
    inner: npt.NDArray[np.bool_],
    children: Ints,
) -> tuple[Ints, Ints]:
    """The numbers of substrings whose followers vary, and all counts, corrected.

    SentencePiece's suffix array is over bytes, so followers vary when their first bytes do. A line
    ends with a byte of its own there, and a substring with that byte, if what the next lines begin
    with varies, is taken for the substring: a second time if its followers vary, and its count
    grows by these line ends.
    """
    num_kinds, size = len(characters.lead_bytes), len(counts)
    at_end = np.flatnonzero(~inner)
    ending, ended = at[at_end], number[at_end]
    words = characters.word[ending]
    line_ends = characters.line_ends[ending]
    at_line_end = ended[line_ends > 0]
    varied = _varies(
        size,
        (children // num_kinds, characters.lead_bytes[children % num_kinds]),
        characters.next_words.after(ended, words),
        (at_line_end, np.zeros_like(at_line_end)),
    )
    again = _varies(size, characters.next_lines.after(ended, words))
    at_line_ends = np.bincount(ended, line_ends, size).astype(np.int64)
    counts = np.where(again, counts * varied + at_line_ends, counts)
    return np.flatnonzero(varied | again), counts


def _varies(size: int, *followers: tuple[Ints, Ints]) -> npt.NDArray[np.bool_]:
    """(size,) whether different bytes follow a number, from numbers and bytes after them."""
    numbers, leads = map(np.concatenate, zip(*followers, strict=True))
    one_of_them = np.empty(size, np.int64)
    one_of_them[numbers] = leads
    varies = np.zeros(size, bool)
    varies[numbers.compress(leads != one_of_them[numbers])] = True
    return varies


def _with_spaces_in_place(
    rules: PieceRules, characters: Characters, chosen: Ints, starts: Ints, length: int
) -> Ints:
    """Without the substrings in which ▁ stands where it may not; words rule that out else."""
    if rules.split_by_whitespace:
        return chosen
    places = starts[chosen].tolist()
    spelled = [characters.text[place : place + length] for place in places]
    return chosen[[not rules.misplaces_space(spelling) for spelling in spelled]]


def _by_start(levels: Sequence[Ints]) -> Ints:
    """(e,) the order of all places, by where they start; of equals, the one of the earlier level.

    Those of a level ascend, and no two are the same, so where each belongs is known by counting.
    """
    starts = np.concatenate(levels)
    sizes = np.bincount(starts)
    free, order, first = np.cumsum(sizes) - sizes, np.empty(len(starts), np.int64), 0
    for places in levels:
        rows = free.take(places)
        order[rows] = np.arange(first, first + len(places))
        free[places] = rows + 1
        first += len(places)
    return order


def _firsts(numbers: Ints, places: Ints, size: int) -> Ints:
    """(size,) the first place of each number; places come in ascending order."""
    firsts = np.zeros(size, np.int64)
    firsts[numbers[::-1]] = places[::-1]
    return firsts


@dataclass(frozen=True, eq=False)
class _States:
    """The scripts that a substring may have, numbered. k: kinds of characters."""

    first: Ints  # (k,) of a substring of one character
    table: Ints  # (states * k,) of one with another character behind it
    mixed: int  # that of a substring that may be no piece

    @classmethod
    def of(cls, scripts: Ints) -> "_States":
        """``PieceRules.next_state`` as a table; (k,) the scripts of the characters."""
        states = sorted({ANY_SCRIPT, MIXED, *scripts.tolist()})
        number, next_state = {state: n for n, state in enumerate(states)}, PieceRules().next_state
        pairs = [[number[next_state(state, script)] for script in states] for state in states]
        after = np.array(pairs)[:, np.searchsorted(states, scripts)]
        return cls(after[number[ANY_SCRIPT]], after.ravel(), number[MIXED])

    def after(self, states: Ints, kinds: Ints) -> Ints:
        """With one more character, of these kinds."""
        return self.table.take(states * len(self.first) + kinds)


def _by_score(scores: Ints, spellings: Sequence[str], alphabet_size: int, seed_size: int) -> Ints:
    """The numbers of the alphabet in order, then of the candidates by falling score."""
    sizes = np.fromiter(map(len, map(str.encode, spellings)), np.int64, len(spellings))
    by_spelling = sorted(range(alphabet_size, len(spellings)), key=spellings.__getitem__)
    candidates = by_falling(scores, by_falling(sizes, np.array(by_spelling, np.int64)))
    return np.append(np.arange(alphabet_size), candidates[:seed_size])
