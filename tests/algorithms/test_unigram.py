"""Unigram training and encoding beside SentencePiece's own.

Pieces, their order and their log-probabilities are the same to the last bit. What may remain
different: of two segmentations of a piece's own spelling that are equally good, pruning may judge
by another one than SentencePiece does.
"""

import math
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sentencepiece import SentencePieceProcessor

from tests.sentencepiece_reference import (
    english,
    few_letters,
    japanese,
    pieces_of,
    scores_of,
    train_reference,
)
from tokviz.algorithms.pieces.corpus import PieceCorpus, read_corpus
from tokviz.algorithms.pieces.lattice import Lattice, PieceTable
from tokviz.algorithms.pieces.rules import PieceRules
from tokviz.algorithms.pieces.seeds import seed_pieces
from tokviz.algorithms.pieces.unigram_trainer import digamma
from tokviz.algorithms.unigram import Unigram
from tokviz.loading import load
from tokviz.text.normalizers.sentencepiece import named_normalizer
from tokviz.traces.rounds import EmStep, FinalStep, PruneStep

SMALL = "the cat sat on the mat\nthe cats chat\nthat hat is flat\n" * 3


def assert_alike(model: Unigram, reference: SentencePieceProcessor) -> None:
    """The same pieces in the same order, with the same single-precision log-probabilities."""
    assert list(model.pieces.pieces) == pieces_of(reference)
    assert list(model.pieces.scores) == scores_of(reference)


@pytest.fixture(scope="module")
def shakespeare() -> Unigram:
    return Unigram.train(english(150_000), vocab_size=1000)


@pytest.fixture(scope="module")
def reference() -> SentencePieceProcessor:
    return train_reference(tuple(english(150_000).split("\n")), "unigram", 1000)


@pytest.fixture(scope="module")
def small() -> Unigram:
    return Unigram.train(SMALL, vocab_size=30)


# ---- parity --------------------------------------------------------------------------------


def test_english_pieces_equal_sentencepieces(
    shakespeare: Unigram, reference: SentencePieceProcessor
) -> None:
    assert_alike(shakespeare, reference)


def test_held_out_lines_are_segmented_alike(
    shakespeare: Unigram, reference: SentencePieceProcessor
) -> None:
    lines = english(60_000, start=150_000).split("\n")
    assert [shakespeare.encode(line) for line in lines] == reference.encode(lines)


@pytest.mark.parametrize("vocab_size", [600, 2000])
def test_japanese_and_mixed_scripts_equal_sentencepieces(vocab_size: int) -> None:
    lines = japanese(1000)
    model = Unigram.train("\n".join(lines), vocab_size=vocab_size)
    assert_alike(model, train_reference(tuple(lines), "unigram", vocab_size))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("vocab_size", [20, 50, 200])
def test_tiny_alphabets_equal_sentencepieces(seed: int, vocab_size: int) -> None:
    lines = few_letters(seed)
    model = Unigram.train("\n".join(lines), vocab_size=vocab_size)
    assert_alike(model, train_reference(tuple(lines), "unigram", vocab_size))


@pytest.mark.parametrize(
    "text",
    [
        "xb\nb",
        "bb b\nb",
        "aa\nba\nbaa",
        "['th', 'is']\n['is']",
        "(t)\n \n  \nis it\nit\nis",
        "  \nab\n▁a\nab\n  ",
    ],
)
def test_the_end_of_the_text_is_counted_as_sentencepiece_counts_it(text: str) -> None:
    lines = tuple(text.split("\n"))
    assert_alike(Unigram.train(text, vocab_size=60), train_reference(lines, "unigram", 60))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({"byte_fallback": True}, {"byte_fallback": True}),
        ({"normalization": "identity"}, {"normalization_rule_name": "identity"}),
        ({"max_piece_length": 4}, {"max_sentencepiece_length": 4}),
        ({"split_digits": True}, {"split_digits": True}),
        ({"split_by_script": False}, {"split_by_unicode_script": False}),
        ({"character_coverage": 0.98}, {"character_coverage": 0.98}),
        ({"num_sub_iterations": 1}, {"num_sub_iterations": 1}),
        ({"shrinking_factor": 0.6}, {"shrinking_factor": 0.6}),
        ({"seed_size": 500}, {"seed_sentencepiece_size": 500}),
    ],
)
def test_settings_mean_what_they_mean_in_sentencepiece(
    ours: dict[str, object], theirs: dict[str, object]
) -> None:
    lines = [*japanese(200), *english(15_000).split("\n")]
    model = Unigram.train("\n".join(lines), vocab_size=700, **ours)  # type: ignore[arg-type]
    assert_alike(model, train_reference(tuple(lines), "unigram", 700, **theirs))


# ---- seeds ---------------------------------------------------------------------------------


def slow_seeds(corpus: PieceCorpus) -> Counter[str]:
    """Counts of all substrings that occur twice or more and whose followers vary, one by one."""
    counts: Counter[str] = Counter()
    followers: dict[str, set[bytes]] = {}
    ends = set(corpus.line_ends.tolist())
    for place, number in enumerate(corpus.occurrences.tolist()):
        text = corpus.words[number] + ("\0" if place in ends else "▁")
        for start in range(len(text) - 1):
            for end in range(start + 2, len(text)):
                if PieceRules().allows(text[start:end]):
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


def test_a_seed_is_scored_by_the_text_it_covers(small: Unigram) -> None:
    assert small.trace is not None
    trace = small.trace
    at = trace.seeds.index("hat")
    assert (trace.seed_counts[at], trace.seed_scores[at]) == (9, 27)


def test_every_place_of_a_seed_spells_it() -> None:
    corpus = read_corpus(SMALL, named_normalizer())
    seeds = seed_pieces(corpus, PieceRules(), seed_size=1000)
    text = "".join(corpus.words)
    places = zip(seeds.place_starts, seeds.place_ends, seeds.place_seeds, strict=True)
    assert all(text[start:end] == seeds.pieces[seed] for start, end, seed in places)


# ---- EM ------------------------------------------------------------------------------------


def slow_expectation(
    trace_vocab: dict[str, float], corpus: PieceCorpus
) -> tuple[Counter[str], float]:
    """Expected counts and the negative log-likelihood per word, lattice by lattice."""
    table = PieceTable(
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


def test_every_e_step_equals_the_slow_twins(small: Unigram) -> None:
    assert small.trace is not None
    corpus = read_corpus(SMALL, named_normalizer())
    for k, step in enumerate(small.trace.steps):
        if isinstance(step, EmStep):
            expected, objective = slow_expectation(small.trace.vocabulary(k), corpus)
            recorded = {
                small.trace.seeds[number]: count
                for number, count in zip(step.counted.tolist(), step.expected_counts, strict=True)
            }
            assert recorded == pytest.approx({p: expected[p] for p in recorded}, rel=1e-6, abs=1e-9)
            assert step.objective == pytest.approx(objective, rel=1e-6)


def test_the_m_step_drops_what_is_used_less_than_half_a_time(small: Unigram) -> None:
    assert small.trace is not None
    for step in small.trace.steps:
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


# ---- the trace -----------------------------------------------------------------------------


def test_the_last_step_is_the_finished_model(small: Unigram) -> None:
    assert small.trace is not None
    last = small.trace.vocabulary(len(small.trace))
    assert list(last) == list(small.pieces.pieces[3:])
    assert list(last.values()) == list(small.pieces.scores[3:])


def test_steps_follow_each_other_without_a_gap(shakespeare: Unigram) -> None:
    assert shakespeare.trace is not None
    trace = shakespeare.trace
    for k, step in enumerate(trace.steps):
        before, after = set(trace.pieces(k).tolist()), set(step.pieces.tolist())
        restored = set(step.restored.tolist()) if isinstance(step, FinalStep) else set()
        assert after == before - set(step.dropped.tolist()) | restored


def test_each_pruning_keeps_three_quarters_or_stops_at_the_surplus(shakespeare: Unigram) -> None:
    assert shakespeare.trace is not None
    for step in shakespeare.trace.steps:
        if isinstance(step, PruneStep):
            assert len(step.pieces) <= max(1100, int(0.75 * len(step.judged)))


def test_who_is_least_missed_has_a_smaller_loss_than_all_who_stay(shakespeare: Unigram) -> None:
    assert shakespeare.trace is not None
    for step in shakespeare.trace.steps:
        if isinstance(step, PruneStep):
            loss = dict(zip(step.judged.tolist(), step.losses.tolist(), strict=True))
            fates = zip(step.dropped.tolist(), step.fates, strict=True)
            victims = [loss[number] for number, fate in fates if fate == "least missed"]
            kept = [loss[number] for number in step.pieces.tolist()]
            assert max(victims, default=-np.inf) <= min(kept) + 1e-7


def test_recorded_arrays_are_read_only(small: Unigram) -> None:
    assert small.trace is not None
    with pytest.raises(ValueError, match="read-only"):
        small.trace.steps[0].pieces[0] = 1


def test_steps_are_announced_as_they_are_made() -> None:
    kinds: list[str] = []
    model = Unigram.train(SMALL, vocab_size=30, on_step=lambda step: kinds.append(step.kind))
    assert model.trace is not None
    assert kinds == [step.kind for step in model.trace.steps]
    assert (kinds[:3], kinds[-1]) == (["em", "em", "prune"], "final")


def test_a_step_outside_the_trace_is_refused(small: Unigram) -> None:
    assert small.trace is not None
    with pytest.raises(IndexError, match="Ask for a step from 0 to"):
        small.trace.pieces(99)


# ---- encoding ------------------------------------------------------------------------------


def test_nbest_equals_sentencepieces_in_order(
    tmp_path_factory: pytest.TempPathFactory, shakespeare: Unigram
) -> None:
    path = tmp_path_factory.mktemp("nbest") / "u.model"
    shakespeare.save(path)
    theirs = SentencePieceProcessor(model_file=str(path))
    lines = [line[:22] for line in english(8_000, start=150_000).split("\n") if line]
    for line in [*lines[:80], "aaaaaaa", "ee ee ee", "lllll eeee"]:
        expected = theirs.nbest_encode(line, nbest_size=20, out_type=str)
        assert [pieces for pieces, _ in shakespeare.nbest(line, 20)] == expected


@pytest.mark.parametrize("alpha", [0.3, 1.0])
def test_sampling_is_distributed_as_sentencepieces(shakespeare: Unigram, alpha: float) -> None:
    lattice = shakespeare.lattice("the others")
    exact = {
        path.pieces: math.exp(lattice.log_probability(path, alpha)) for path in lattice.nbest(500)
    }
    drawn = Counter(
        tuple(shakespeare.sample("the others", temperature=1 / alpha, seed=seed))
        for seed in range(2000)
    )
    for pieces, probability in exact.items():
        tolerance = 4 * math.sqrt(probability / 2000)
        assert drawn[pieces] / 2000 == pytest.approx(probability, abs=tolerance)


def test_sentencepiece_draws_from_the_exact_distribution_too(
    tmp_path_factory: pytest.TempPathFactory, shakespeare: Unigram
) -> None:
    path = tmp_path_factory.mktemp("sample") / "u.model"
    shakespeare.save(path)
    theirs = SentencePieceProcessor(model_file=str(path))
    lattice = shakespeare.lattice("the others")
    drawn = Counter(
        tuple(
            theirs.encode(
                "the others", out_type=str, enable_sampling=True, alpha=0.5, nbest_size=-1
            )
        )
        for _ in range(2000)
    )
    for candidate in lattice.nbest(20):
        probability = math.exp(lattice.log_probability(candidate, 0.5))
        tolerance = 5 * math.sqrt(probability / 2000)
        assert drawn[candidate.pieces] / 2000 == pytest.approx(probability, abs=tolerance)


def test_sampling_repeats_with_its_seed(small: Unigram) -> None:
    assert small.sample("the hat", seed=4) == small.sample("the hat", seed=4)


def test_a_temperature_of_zero_is_refused(small: Unigram) -> None:
    with pytest.raises(ValueError, match="temperature is 0, but must be above 0"):
        small.sample("hat", temperature=0)


def test_the_encoding_trace_ends_in_what_encode_returns(small: Unigram) -> None:
    trace = small.encode_trace("the zebra sat")
    assert [token_id for _, token_id in trace.tokens] == small.encode("the zebra sat")
    assert [step.position for step in trace.steps] == list(range(1, len(trace.normalized) + 1))
    assert trace.steps[-1].log_prob == pytest.approx(trace.best.log_prob)


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=30))
def test_any_unicode_survives_encoding(small: Unigram, text: str) -> None:
    assert all(0 <= token_id < 30 for token_id in small.encode(text))


@settings(max_examples=60, deadline=None)
@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_byte_fallback_loses_nothing_but_what_normalization_takes(text: str) -> None:
    model = Unigram.train(SMALL, vocab_size=300, byte_fallback=True, normalization="identity")
    assert model.decode(model.encode(text)) == " ".join(text.strip(" ").split()) or (
        model.normalizer.normalize(text).replace("▁", " ").strip(" ")
        == model.decode(model.encode(text)).strip(" ")
    )


def test_ties_of_a_loaded_model_break_as_sentencepieces(tmp_path: Path) -> None:
    """Sums that differ in the last digits of a double are equal in single precision."""
    rng = random.Random(0)
    lines = tuple("".join(rng.choices("abcd  ", k=rng.randrange(1, 30))) for _ in range(100))
    theirs = train_reference(lines, "unigram", 60)
    path = tmp_path / "ties.model"
    path.write_bytes(theirs.serialized_model_proto())
    ours = load(path)
    for _ in range(500):
        text = "".join(rng.choices("abcde ", k=rng.randrange(1, 40)))
        assert ours.tokenize(text) == theirs.encode(text, out_type=str)
    assert ours.tokenize("eaaa") == ["▁", "e", "a", "aa"]


def test_a_run_of_unknown_characters_is_one_token(small: Unigram) -> None:
    assert small.tokenize("a 漢字!") == ["▁", "a", "▁", "漢字!"]
    assert small.encode("漢字")[-1] == small.pieces.unk_id


def test_unknown_characters_are_counted(small: Unigram) -> None:
    assert small.count_unknown("the 漢字") == 2


def test_a_long_text_is_segmented_as_its_words_are(shakespeare: Unigram) -> None:
    text = " ".join(english(30_000, start=200_000).split())
    words = [token for word in text.split() for token in shakespeare.tokenize(word)]
    assert shakespeare.tokenize(text) == words


# ---- limits --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "\n\n", "   ", []])
def test_an_empty_text_trains_to_special_tokens_and_says_why(text: str | list[str]) -> None:
    model = Unigram.train(text)
    assert dict(model.vocab) == {0: "<unk>", 1: "<s>", 2: "</s>"}
    assert model.trace is not None
    assert model.trace.stop_reason == "The text is empty, so there is no piece to learn."
    assert model.encode("abc") == [0]


@pytest.mark.parametrize("text", ["a", "ab", "aaaa aaaa", "Ω"])
def test_very_short_texts_train(text: str) -> None:
    model = Unigram.train(text)
    assert model.decode(model.encode(text)) == text


def test_a_text_with_too_few_pieces_says_so() -> None:
    model = Unigram.train(SMALL, vocab_size=5000)
    assert model.trace is not None
    assert model.trace.stop_reason.endswith("though 5000 were asked for.")


def test_a_vocabulary_below_the_alphabet_is_refused() -> None:
    with pytest.raises(ValueError, match="vocab_size is 8, but 3 special tokens and the 13"):
        Unigram.train(SMALL, vocab_size=8)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"character_coverage": 0.5}, "character_coverage is 0.5"),
        ({"shrinking_factor": 1.0}, "shrinking_factor is 1.0"),
        ({"num_sub_iterations": 0}, "num_sub_iterations is 0"),
        ({"seed_size": 0}, "seed_size is 0"),
        ({"max_piece_length": 0}, "max_piece_length is 0"),
        ({"normalization": "nfd"}, "normalization is 'nfd'"),
    ],
)
def test_settings_out_of_range_are_refused(setting: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Unigram.train(SMALL, **setting)  # type: ignore[arg-type]


def test_training_twice_gives_the_same_model(small: Unigram) -> None:
    again = Unigram.train(SMALL, vocab_size=30)
    assert (again.pieces.pieces, again.pieces.scores) == (small.pieces.pieces, small.pieces.scores)


def test_no_piece_crosses_documents() -> None:
    model = Unigram.train(["ab", "cd"] * 5, vocab_size=40, normalization="identity")
    assert not any("bc" in piece or "b▁c" in piece for piece in model.pieces.pieces)
