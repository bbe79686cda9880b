"""Lesson: Unigram's training as a textbook writes it. Count, weigh, drop the least missed, repeat.

Begin with far too many pieces. In each round, count how often each is used, averaged over all ways
to cut every word, make probabilities of the counts, and drop the pieces that are missed least.

Ties: of equal cuts the one whose last difference starts further left; of equal losses the piece
that comes first in the list; at the end, of equal probabilities the one first by code points.
Sources: Kudo 2018 (arXiv:1804.10959); SentencePiece's trainer, whose constants these are; Liang and
Klein 2007 for the digamma; Abramowitz and Stegun for its series (6.3.5 and 6.3.18).
Not here: the seeds, which SentencePiece finds in a suffix array (pieces/seeds.py), and speed. The
trainer, pieces/unigram_trainer.py, takes the same steps for all words at once, in single precision;
its tests hold it to this module. Its page shows it beside the replay.
"""

from collections.abc import Mapping, Sequence
from math import exp, inf, log, log1p

LogProbs = Mapping[str, float]
Edge = tuple[int, int, str, float]
"""Where a piece stands in a word: its start, its end, the piece, its log-probability."""


def train(
    words: Mapping[str, int],
    seeds: Mapping[str, int],
    alphabet: Sequence[str],
    *,
    num_pieces: int,
    surplus_size: int,
    shrinking_factor: float = 0.75,
    num_sub_iterations: int = 2,
) -> tuple[dict[str, float], list[float]]:
    """The pieces with their log-probabilities, and the objective of each expectation.

    Arguments:
        words: how often each occurs.
        seeds: the pieces to begin with, and how much text each covers (its count times its length).
        alphabet: the characters that must be pieces in the end, ``num_pieces`` of them or fewer.
        surplus_size: the rounds end with so many pieces, ``num_pieces`` or more.
        shrinking_factor: the share of the pieces that a round keeps.
    """
    log_total = log(sum(seeds.values()))
    log_probs = {piece: log(score) - log_total for piece, score in seeds.items()}
    objectives: list[float] = []
    while True:
        for _ in range(num_sub_iterations):
            counts, objective = expect(words, log_probs)
            log_probs = maximize(counts)
            objectives.append(objective)
        room = max(surplus_size, int(shrinking_factor * len(log_probs)))
        log_probs = prune(words, log_probs, room)
        if len(log_probs) <= surplus_size:
            break
    return finalize(log_probs, alphabet, num_pieces), objectives


def expect(words: Mapping[str, int], log_probs: LogProbs) -> tuple[dict[str, float], float]:
    """How often is each piece used, averaged over all ways to cut every word?

    And the objective: minus the words' log-probability, per word; the lower, the better.
    ``forward`` sums all ways to each place of a word, ``backward`` all from there to its end.
    """
    counts, total = dict.fromkeys(log_probs, 0.0), 0.0
    for word, times in words.items():
        edges = lattice(word, log_probs)
        forward = [0.0] + [-inf] * len(word)
        for start, end, _, log_prob in edges:
            forward[end] = log_sum(forward[end], forward[start] + log_prob)
        backward = [-inf] * len(word) + [0.0]
        for start, end, _, log_prob in reversed(edges):
            backward[start] = log_sum(backward[start], log_prob + backward[end])
        for start, end, piece, log_prob in edges:
            share = exp(forward[start] + log_prob + backward[end] - forward[-1])
            counts[piece] += times * share
        total += times * forward[-1]
    return counts, -total / sum(words.values())


def maximize(counts: Mapping[str, float]) -> dict[str, float]:
    """Counts become log-probabilities; what is used less than half a time goes."""
    kept = {piece: count for piece, count in counts.items() if count >= 0.5}
    log_total = digamma(sum(kept.values()))
    return {piece: digamma(count) - log_total for piece, count in kept.items()}


def prune(words: Mapping[str, int], log_probs: LogProbs, room: int) -> dict[str, float]:
    """The pieces that would be missed most, as many as there is room for."""
    losses = prune_losses(words, log_probs)
    missed_most = sorted(losses, key=lambda piece: losses[piece], reverse=True)
    return {piece: log_probs[piece] for piece in missed_most[:room]}


def prune_losses(words: Mapping[str, int], log_probs: LogProbs) -> dict[str, float]:
    """What each piece saves: log-probability per word, if its own best split took over its uses.

    Infinite for a character. What no best cut uses, or is more probable when split, has none.
    """
    counts = dict.fromkeys(log_probs, 0)
    for word, times in words.items():
        for piece in best_cut(word, log_probs)[0]:
            counts[piece] += times
    total, losses = sum(counts.values()), {}
    for piece, count in counts.items():
        parts, log_prob = best_cut(piece, log_probs, whole=False)
        if count == 0 or log_prob > log_probs[piece]:
            continue
        log_grown = log(total + count * (len(parts) - 1))
        after = sum(log(counts[part] + count) - log_grown for part in parts)
        saved = log(count) - log(total) - after if parts else inf
        losses[piece] = count / sum(words.values()) * saved
    return losses


def finalize(log_probs: LogProbs, alphabet: Sequence[str], num_pieces: int) -> dict[str, float]:
    """The alphabet, dropped or not, and the most probable pieces that do not split better."""
    least, dropped = min(log_probs.values()), [c for c in alphabet if c not in log_probs]
    found = {**log_probs, **{c: least + 0.0001 * nth for nth, c in enumerate(dropped)}}
    best_first = sorted(found, key=lambda piece: (-found[piece], piece))
    others = (piece for piece in best_first if piece not in alphabet)
    usable = [p for p in others if best_cut(p, log_probs, whole=False)[1] <= log_probs[p]]
    chosen = {*alphabet, *usable[: num_pieces - len(alphabet)]}
    return {piece: found[piece] for piece in best_first if piece in chosen}


def best_cut(word: str, log_probs: LogProbs, *, whole: bool = True) -> tuple[list[str], float]:
    """The most probable way to cut the word, and its log-probability; Viterbi's search.

    Without ``whole`` it is cut at least once, so a character has no way.
    """
    totals, last = [0.0] + [-inf] * len(word), [(0, "")] * (len(word) + 1)
    for start, end, piece, log_prob in lattice(word, log_probs):
        if totals[start] + log_prob > totals[end] and (whole or end - start < len(word)):
            totals[end], last[end] = totals[start] + log_prob, (start, piece)
    cut: list[str] = []
    place = len(word) if totals[-1] > -inf else 0
    while place > 0:
        place, piece = last[place]
        cut.insert(0, piece)
    return cut, totals[-1]


def lattice(word: str, log_probs: LogProbs) -> list[Edge]:
    """All pieces that stand in the word, as they begin, the shorter first.

    A character that is no piece is improbable and, as in SentencePiece, counts for the first piece.
    """
    edges: list[Edge] = []
    for start in range(len(word)):
        if word[start] not in log_probs:
            first, improbable = next(iter(log_probs)), min(log_probs.values()) - 10
            edges.append((start, start + 1, first, improbable))
        for end in range(start + 1, len(word) + 1):
            if (piece := word[start:end]) in log_probs:
                edges.append((start, end, piece, log_probs[piece]))
    return edges


def log_sum(a: float, b: float) -> float:
    """log(exp(a) + exp(b)), which holds where the sum is too small for a float."""
    low, high = sorted((a, b))
    return high + log1p(exp(low - high))


def digamma(x: float) -> float:
    """Nearly log(x - 1/2), so rare pieces become rarer still. x: above 0."""
    below = 0.0
    while x < 7:
        below += 1 / x
        x += 1
    x -= 0.5
    series = 1 / 24 / x**2 - 7 / 960 / x**4 + 31 / 8064 / x**6 - 127 / 30720 / x**8
    return log(x) + series - below
