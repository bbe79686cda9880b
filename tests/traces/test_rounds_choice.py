"""Which pieces each step of Unigram dropped, and why: the record against a slow twin.

The twin reads a step's numbers one by one and sorts them by the rules of the trainer's docstring:
it decides anew who goes, who is spared by a tie and who by a rule.
"""

from dataclasses import dataclass

import numpy as np
import pytest

from tokviz import Unigram
from tokviz.samples import sample
from tokviz.traces.rounds import (
    IRREPLACEABLE,
    RARE,
    REQUIRED,
    RESTORED,
    EmStep,
    FinalStep,
    PruneStep,
    UnigramTrace,
)

SIZES = {"harbour": 140, "rhyme": 90, "languages": 150, "low": 24, "code": 110, "tiny": 9}


@dataclass(frozen=True)
class Decision:
    """What the twin finds."""

    dropped: set[int]
    tied: set[int]
    barred: set[tuple[int, str]]


def trained(key: str) -> UnigramTrace:
    trace = Unigram.train(sample(key).text, vocab_size=SIZES[key]).trace
    assert trace is not None
    return trace


def by_use(step: EmStep) -> Decision:
    """What is used less than half a time goes."""
    used = dict(zip(step.counted.tolist(), step.expected_counts.tolist(), strict=True))
    return Decision({piece for piece, uses in used.items() if uses < 0.5}, set(), set())


def by_loss(trace: UnigramTrace, step: PruneStep) -> Decision:
    """Single characters in use stay; of the others in use, as many as there is room for."""
    single = dict(zip(step.judged.tolist(), map(np.float32, step.losses.tolist()), strict=True))
    uses = dict(zip(step.judged.tolist(), step.counts.tolist(), strict=True))
    split = {n for n, f in zip(step.dropped.tolist(), step.fates, strict=True) if f[0] == "b"}
    in_use = [n for n in step.judged.tolist() if uses[n] > 0 and n not in split]
    irreplaceable = [n for n in in_use if len(trace.seeds[n]) == 1]
    ranked = [n for n in in_use if n not in irreplaceable]
    ranked = [n for _, _, n in sorted((-single[n], place, n) for place, n in enumerate(ranked))]
    room = len(step.pieces) - len(irreplaceable)
    stay, go = ranked[:room], ranked[room:]
    tied = {n for n in stay if go and single[n] == single[go[0]]}
    dropped = set(step.judged.tolist()) - set(irreplaceable) - set(stay)
    return Decision(dropped, tied, {(n, IRREPLACEABLE) for n in irreplaceable})


def by_probability(trace: UnigramTrace, k: int, step: FinalStep) -> Decision:
    """Every character of the alphabet, then others by falling probability, then by spelling."""
    before = dict(zip(trace.pieces(k).tolist(), trace.log_probs(k).tolist(), strict=True))
    required = set(range(trace.alphabet_size))
    free = [n for n in before if n not in required and n not in step.unreachable.tolist()]
    free.sort(key=lambda n: (-before[n], trace.seeds[n]))
    room = len(step.pieces) - len(required)
    stay, go = free[:room], free[room:]
    kept = [*stay, *(n for n in before if n in required)]
    tied = {n for n in kept if go and before[n] == before[go[0]]}
    lower = {(n, REQUIRED) for n in kept if n in required and go and before[n] < before[go[0]]}
    back = {(n, RESTORED) for n in required if n not in before}
    return Decision(set(go) | set(step.unreachable.tolist()), tied, lower | back)


def decided(trace: UnigramTrace, k: int) -> Decision:
    step = trace.steps[k]
    if isinstance(step, EmStep):
        return by_use(step)
    if isinstance(step, PruneStep):
        return by_loss(trace, step)
    return by_probability(trace, k, step)


@pytest.mark.parametrize("key", SIZES)
def test_every_step_of_a_sample_is_told_as_a_twin_decides_it(key: str) -> None:
    trace = trained(key)
    assert len(trace) >= 4
    for k, step in enumerate(trace.steps):
        choice, twin = trace.choice(k), decided(trace, k)
        assert {piece for piece, _ in choice.dropped} == twin.dropped == set(step.dropped), k
        assert set(choice.tied) == twin.tied, k
        assert set(choice.barred) == twin.barred, k
        assert choice.rule == step.rule


def test_the_samples_hold_ties_and_pieces_that_a_rule_kept() -> None:
    choices = [trace.choice(k) for trace in map(trained, SIZES) for k in range(len(trace))]
    kept = {rule for choice in choices for _, rule in choice.barred}
    assert any(choice.tied for choice in choices)
    assert kept == {IRREPLACEABLE, REQUIRED, RESTORED}


def test_a_rare_piece_goes_because_it_is_rare() -> None:
    trace = trained("harbour")
    assert {reason for _, reason in trace.choice(0).dropped} == {RARE}


def test_a_step_that_is_not_there_is_refused() -> None:
    trace = trained("tiny")
    with pytest.raises(IndexError, match=r"chose nothing.*Ask for a step from 0 to"):
        trace.choice(len(trace))
