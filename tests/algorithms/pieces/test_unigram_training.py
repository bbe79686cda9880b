"""The steps of Unigram's training, one by one, beside slow twins."""

import math
from collections import Counter

import numpy as np
import pytest

from tests.sentencepiece_reference import (
    SMALL,
    english,
    japanese,
)
from tokviz.algorithms.pieces.corpus import PieceCorpus, read_corpus
from tokviz.algorithms.pieces.lattice import Lattice
from tokviz.algorithms.pieces.piece_model import PieceModel, TrainingText
from tokviz.algorithms.pieces.piece_table import PieceTable
from tokviz.algorithms.pieces.rules import PieceRules
from tokviz.algorithms.pieces.seeds import seed_pieces
from tokviz.algorithms.pieces.unigram_trainer import digamma
from tokviz.algorithms.unigram import Unigram
from tokviz.text.normalizers.sentencepiece import named_normalizer
from tokviz.traces.rounds import EmStep


def slow_seeds(corpus: PieceCorpus) -> Counter[str]:
    """Counts of all substrings that occur twice or more and whose followers vary, one by one."""
    counts: Counter[str] = Counter()
    followers: dict[str, set[bytes]] = {}
    ends = set(corpus.line_ends.tolist())
    for place, number in enumerate(corpus.occurrences.tolist()):
        text = corpus.words[number] + ("\0" if place in ends else "▁")
        for start in range(len(text) - 1):
            for end in range(start + 2, len(text)):
                if PieceRules().bar(text[start:end]) is None:
                    counts[text[start:end]] += 1
                    followers.setdefault(text[start:end], set()).add(text[end].encode()[:1])
    return Counter({p: n for p, n in counts.items() if n > 1 and len(followers[p]) > 1})


def test_seeds_equal_the_slow_twins() -> None:
    corpus = read_corpus(
        english(8_000) + "\n" + "\n".join(japanese(40)) + "\nZ", named_normalizer()
    )
    seeds = seed_pieces(corpus, PieceRules(), seed_size=1_000_000)
    found = dict(zip(seeds.pieces, seeds.counts.tolist(), strict=True))
    assert {p: n for p, n in found.items() if len(p) > 1} == slow_seeds(corpus)


def test_a_seed_is_scored_by_the_text_it_covers(small_unigram: Unigram) -> None:
    assert small_unigram.trace is not None
    trace = small_unigram.trace
    at = trace.seeds.index("hat")
    assert (trace.seed_counts[at], trace.seed_scores[at]) == (9, 27)


def test_every_place_of_a_seed_spells_it() -> None:
    corpus = read_corpus(SMALL, named_normalizer())
    seeds = seed_pieces(corpus, PieceRules(), seed_size=1000)
    text = "".join(seeds.listed.corpus.words)
    places = zip(seeds.place_starts, seeds.place_ends, seeds.place_seeds, strict=True)
    assert all(text[start:end] == seeds.pieces[seed] for start, end, seed in places)


@pytest.mark.parametrize("lines", [english(4_000).split("\n"), japanese(60)], ids=["few", "many"])
@pytest.mark.parametrize("every", [2, 3, 7])
def test_uses_are_counted_as_if_the_dead_had_been_taken_out(lines: list[str], every: int) -> None:
    """Pieces of one character among them, which are unknown then."""
    corpus = read_corpus("\n".join(lines), named_normalizer())
    text = TrainingText.of(seed_pieces(corpus, PieceRules(), seed_size=1_000_000))
    living = np.flatnonzero(np.arange(text.num_seeds) % every)
    model = PieceModel(living, -np.log(np.arange(len(living)) + 2.0).astype(np.float32))
    counts, kept = text.best_counts(model), text.keep(model)
    assert len(kept.lattices.edges.unknown) > 10
    assert counts.tolist() == kept.best_counts(model).tolist()


def slow_expectation(
    trace_vocab: dict[str, float], corpus: PieceCorpus
) -> tuple[Counter[str], float]:
    """Expected counts and the negative log-likelihood per word, lattice by lattice."""
    table = PieceTable.of(
        {piece: (number, lp) for number, (piece, lp) in enumerate(trace_vocab.items())},
        -1,
        min(trace_vocab.values()) - 10,
    )
    names = list(trace_vocab)
    expected: Counter[str] = Counter()
    loss = 0.0
    for word, count in zip(corpus.words, corpus.counts.tolist(), strict=True):
        lattice = Lattice.build(word, table)
        loss -= count * lattice.log_partition()
        for number, share in lattice.expected_counts().items():
            expected[names[number]] += share * count
    return expected, loss / corpus.counts.sum()


def test_every_e_step_equals_the_slow_twins(small_unigram: Unigram) -> None:
    assert small_unigram.trace is not None
    corpus = read_corpus(SMALL, named_normalizer())
    for k, step in enumerate(small_unigram.trace.steps):
        if isinstance(step, EmStep):
            expected, objective = slow_expectation(small_unigram.trace.vocabulary(k), corpus)
            recorded = {
                small_unigram.trace.seeds[number]: count
                for number, count in zip(step.counted.tolist(), step.expected_counts, strict=True)
            }
            assert recorded == pytest.approx({p: expected[p] for p in recorded}, rel=1e-6, abs=1e-9)
            assert step.objective == pytest.approx(objective, rel=1e-6)


def test_the_m_step_drops_what_is_used_less_than_half_a_time(small_unigram: Unigram) -> None:
    assert small_unigram.trace is not None
    for step in small_unigram.trace.steps:
        if isinstance(step, EmStep):
            rare = step.counted[step.expected_counts < 0.5]
            assert step.dropped.tolist() == rare.tolist()


def test_plain_em_never_lowers_the_likelihood() -> None:
    """With the logarithm in place of digamma and nothing dropped, no round is worse."""
    corpus = read_corpus(SMALL, named_normalizer())
    vocab = {"▁": -3.0, "t": -3.0, "h": -3.0, "e": -3.0, "a": -3.0, "at": -4.0, "▁the": -4.0}
    vocab |= dict.fromkeys("csonmilf", -5.0)
    losses = []
    for _ in range(6):
        expected, loss = slow_expectation(vocab, corpus)
        losses.append(loss)
        total = sum(expected.values())
        vocab = {piece: math.log(expected[piece] / total) for piece in vocab}
    assert losses == sorted(losses, reverse=True)


@pytest.mark.parametrize(("x", "value"), [(1.0, -0.5772156649), (0.5, -1.9635100260)])
def test_digamma_at_known_points(x: float, value: float) -> None:
    assert digamma(np.array([x]))[0] == pytest.approx(value, abs=1e-8)
