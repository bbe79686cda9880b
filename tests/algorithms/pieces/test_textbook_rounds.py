"""The fast trainer beside the textbook's (plain_unigram.py), at every step that it recorded.

A step is taken by both from the same vocabulary, the recorded one. The trainer's numbers are in
single precision, so they agree up to ROUNDING; where a choice turns on less, either may be right,
and whoever goes or stays must lie as near to the other. Numbers that a whole training carries on
may part company at such a choice, so whole trainings are compared where there was none.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from tests.sentencepiece_reference import SMALL, english, few_letters, japanese
from tokviz.algorithms import plain_unigram as textbook
from tokviz.algorithms.pieces.piece_model import PieceModel
from tokviz.algorithms.pieces.pruning import Spellings
from tokviz.algorithms.pieces.seeds import seed_pieces
from tokviz.algorithms.pieces.settings import PieceSettings
from tokviz.algorithms.pieces.unigram_trainer import finalize, surplus_size
from tokviz.algorithms.unigram import Unigram
from tokviz.samples import sample
from tokviz.traces.rounds import EmStep, FinalStep, PruneStep, UnigramTrace

ROUNDING = 1e-5
"""What single precision does to a sum over all ways through a word of this length, as a part."""
FOR_LINES = 1e-4
"""The same where a whole line is a word."""
TRAINER = {"shrinking_factor", "num_sub_iterations"}


@dataclass(frozen=True)
class Both:
    """A training by the fast trainer, and what the textbook needs for the same."""

    trace: UnigramTrace
    words: dict[str, int]
    alphabet: list[str]
    sizes: dict[str, Any]
    rounding: float

    @classmethod
    def of(cls, text: str, vocab_size: int, rounding: float = ROUNDING, **given: Any) -> "Both":
        asked = PieceSettings(**{name: given[name] for name in given if name not in TRAINER})
        corpus, special = asked.corpus(text), len(asked.special.by_id)
        words: dict[str, int] = {}
        for word, count in zip(corpus.words, corpus.counts.tolist(), strict=True):
            words[word] = words.get(word, 0) + count
        size = max(vocab_size, special + len(corpus.alphabet))
        trace = Unigram.train(text, vocab_size=size, **given).trace
        assert trace is not None
        sizes = {"num_pieces": size - special, "surplus_size": surplus_size(size)}
        sizes |= {name: given[name] for name in given if name in TRAINER}
        return cls(trace, words, list(corpus.alphabet), sizes, rounding)

    def named(self, numbers: Any, values: Any) -> dict[str, Any]:
        """Piece -> value, of what a step recorded."""
        pairs = zip(numbers.tolist(), values, strict=True)
        return {self.trace.seeds[number]: value for number, value in pairs}

    def before(self, k: int) -> dict[str, float]:
        found = self.trace.vocabulary(k)
        return {piece: found[piece] for piece in found if found[piece] > -math.inf}

    def near(self, value: float) -> Any:
        return pytest.approx(value, abs=self.rounding)


def check_em(both: Both, k: int, step: EmStep) -> None:
    before, after = both.before(k), both.trace.vocabulary(k + 1)
    counts, objective = textbook.expect(both.words, before)
    recorded = both.named(step.counted, step.expected_counts.tolist())
    assert [*counts] == [*recorded]
    assert recorded == pytest.approx(counts, rel=both.rounding, abs=1e-9)
    assert step.objective == pytest.approx(objective, rel=2e-7)
    log_probs = textbook.maximize(counts)
    for piece in log_probs.keys() ^ after.keys():
        assert counts[piece] == pytest.approx(0.5, rel=both.rounding)
    stayed = [piece for piece in after if piece in log_probs]
    assert stayed == [piece for piece in log_probs if piece in after]
    for piece in stayed:
        assert after[piece] == both.near(log_probs[piece])
    assert step.num_tokens == sum(
        times * len(textbook.best_cut(word, before)[0]) for word, times in both.words.items()
    )


def check_prune(both: Both, k: int, step: PruneStep) -> None:
    before, after = both.before(k), [*both.trace.vocabulary(k + 1)]
    losses = textbook.prune_losses(both.words, before)
    recorded = both.named(step.judged, step.losses.tolist())
    uses = both.named(step.judged, step.counts.tolist())
    fates = both.named(step.dropped, step.fates)
    assert {*losses} == {p for p in recorded if fates.get(p, "least missed") == "least missed"}
    for piece, why in fates.items():
        split = textbook.best_cut(piece, before, whole=False)[1] > before[piece]
        assert why == ("better split" if split else "least missed" if uses[piece] else "unused")
    margins = {p: both.rounding * uses[p] / sum(both.words.values()) for p in losses}
    for piece, loss in losses.items():
        assert recorded[piece] == pytest.approx(loss, abs=margins[piece])
    # the most missed first: the trainer's list falls by the textbook's losses, but for the margin
    judged = [*after, *sorted(losses.keys() - set(after), key=lambda piece: -losses[piece])]
    least = math.inf
    for piece in judged:
        assert losses[piece] <= least + 2 * margins[piece]
        least = min(least, losses[piece])
    room = max(
        both.sizes["surplus_size"], int(both.sizes.get("shrinking_factor", 0.75) * len(before))
    )
    assert len(after) == len(textbook.prune(both.words, before, room))


def check_final(both: Both, k: int, step: FinalStep) -> None:
    """From the same numbers it is the same list, to the last digit but for those restored."""
    cut = textbook.finalize(both.before(k), both.alphabet, both.sizes["num_pieces"])
    after = both.trace.vocabulary(k + 1)
    assert [*cut] == [*after]
    restored = {both.trace.seeds[number] for number in step.restored.tolist()}
    assert restored == {*both.alphabet} - both.before(k).keys()
    for piece in after:
        assert after[piece] == (both.near(cut[piece]) if piece in restored else cut[piece])


CHECK: dict[str, Any] = {"em": check_em, "prune": check_prune, "final": check_final}


def check_each_step(both: Both) -> None:
    scores = zip(both.trace.seed_scores.tolist(), both.trace.seed_log_probs.tolist(), strict=True)
    total = both.trace.seed_scores.sum()
    assert all(log == both.near(math.log(score / total)) for score, log in scores if score)
    for k, step in enumerate(both.trace.steps):
        CHECK[step.kind](both, k, step)


@pytest.mark.parametrize("seed", range(40))
def test_each_step_on_random_texts_is_the_textbooks(seed: int) -> None:
    given = {"shrinking_factor": (0.6, 0.75, 0.9)[seed % 3], "num_sub_iterations": 1 + seed % 2}
    for vocab_size in (20, 50, 200):
        check_each_step(Both.of("\n".join(few_letters(seed)), vocab_size, **given))


@pytest.mark.parametrize("key", ["harbour", "prose", "code", "low", "tiny"])
def test_each_step_on_a_pages_sample_is_the_textbooks(key: str) -> None:
    check_each_step(Both.of(sample(key).text, 140))


@pytest.mark.parametrize(
    ("text", "given"),
    [
        (english(4_000), {}),
        (english(8_000), {"character_coverage": 0.98}),
        ("\n".join(japanese(60)), {"character_coverage": 0.98}),
        ("\n".join(few_letters(3)), {"split_by_whitespace": False}),
        ("\n".join(few_letters(3)), {"required_chars": "xyz"}),
        (sample("languages").text, {}),
    ],
)
def test_so_is_each_step_with_unknown_characters_whole_lines_and_restored_ones(
    text: str, given: dict[str, Any]
) -> None:
    check_each_step(Both.of(text, 150, rounding=FOR_LINES, **given))


@pytest.mark.parametrize("seed", range(12))
def test_the_cut_leaves_out_what_splits_better(seed: int) -> None:
    """With probabilities by chance: a pruning has dropped all such pieces before its cut comes."""
    asked, text = PieceSettings(), "\n".join(few_letters(seed))
    corpus = asked.corpus(text)
    seeds = seed_pieces(corpus, asked.rules, seed_size=1_000_000)
    numbers = np.arange(len(seeds.pieces))
    by_chance = np.random.default_rng(seed).uniform(-7, -1, len(numbers)).astype(np.float32)
    model = PieceModel(numbers, by_chance)
    unreachable = Spellings.of(seeds, model.pieces).unreachable(model, len(seeds.pieces))
    assert len(unreachable)
    alphabet, size = corpus.alphabet, len(seeds.pieces) - 2
    cut = finalize(0, model, unreachable, seeds, num_pieces=size, alphabet=alphabet)
    before = dict(zip(seeds.pieces, by_chance.tolist(), strict=True))
    ours = textbook.finalize(before, list(alphabet), size)
    assert [seeds.pieces[number] for number in cut.pieces.tolist()] == [*ours]


# ---- a whole training ---------------------------------------------------------------------------


def trained_by_the_textbook(both: Both) -> tuple[dict[str, float], list[float]]:
    scores = zip(both.trace.seeds, both.trace.seed_scores.tolist(), strict=True)
    seeds = {piece: score for piece, score in scores if score}
    return textbook.train(both.words, seeds, both.alphabet, **both.sizes)


def check_whole(both: Both) -> None:
    """The same pieces, but for those that are as good as equal to the last that stayed.

    Their margin is ten times a step's: what one round rounds, the next goes on from.
    """
    pieces, objectives = trained_by_the_textbook(both)
    recorded = both.trace.vocabulary(len(both.trace))
    assert len(objectives) == len(both.trace.objectives)
    for ours, (_, theirs) in zip(objectives, both.trace.objectives, strict=True):
        assert theirs == pytest.approx(ours, rel=1e-6)
    assert len(pieces) == len(recorded)
    margin = 10 * both.rounding
    for piece in pieces.keys() & recorded.keys():
        assert recorded[piece] == pytest.approx(pieces[piece], abs=margin)
    by_choice = [piece for piece in pieces if piece not in both.alphabet]
    for piece in recorded.keys() ^ pieces.keys():
        found = recorded if piece in recorded else pieces
        assert found[piece] == pytest.approx(pieces[by_choice[-1]], abs=margin)
    least = math.inf
    for piece in recorded:
        assert recorded[piece] <= least + margin
        least = recorded[piece]


@pytest.mark.parametrize("seed", range(40))
def test_a_whole_training_on_random_texts_is_the_textbooks(seed: int) -> None:
    for vocab_size in (20, 50):
        check_whole(Both.of("\n".join(few_letters(seed)), vocab_size))


@pytest.mark.parametrize("vocab_size", [60, 100, 140, 200])
def test_so_is_one_on_the_pages_sample(vocab_size: int) -> None:
    check_whole(Both.of(sample("harbour").text, vocab_size))


def test_most_choices_turn_on_more_than_rounding() -> None:
    """Else the margins above would allow for anything."""
    same = 0
    for seed in range(40):
        both = Both.of("\n".join(few_letters(seed)), 30)
        pieces, _ = trained_by_the_textbook(both)
        same += {*pieces} == {*both.trace.vocabulary(len(both.trace))}
    assert same >= 36


def test_three_short_lines_are_learned_alike() -> None:
    both = Both.of(SMALL, 30)
    check_each_step(both)
    check_whole(both)
