"""The pair that What if suggests: of all that were passed over, one that matters in the end."""

from collections.abc import Mapping

import pytest

from tokviz import ByteBPE
from tokviz.samples import SAMPLES, sample
from tokviz.traces.merges import MergeTrace, Token
from tokviz.traces.parting import learned_apart
from tokviz.ui.components.forced import first_tie, other_pairs
from tokviz.ui.components.suggested import FEW_STEPS, TRIED, suggested


def trained(text: str, forced: Mapping[int, tuple[Token, Token]], merges: int = 40) -> MergeTrace:
    trace = ByteBPE.train(text, num_merges=merges, min_count=2, forced=forced).trace
    assert trace is not None
    return trace


@pytest.mark.parametrize("text", [row.text for row in SAMPLES], ids=[row.key for row in SAMPLES])
def test_with_it_training_learns_other_tokens_and_it_is_always_the_same(text: str) -> None:
    own = trained(text, {})
    one, again = (suggested(own, lambda forced: trained(text, forced)) for _ in range(2))
    assert one is not None
    assert one == again
    other = trained(text, {one.step - 1: (one.left, one.right)})
    assert set(learned_apart(own, other).only_other)


def test_where_none_matters_it_is_of_the_first_tie_and_not_all_are_tried() -> None:
    text = SAMPLES[0].text
    own = trained(text, {})
    tried: list[object] = []

    def train(forced: object) -> MergeTrace:
        tried.append(forced)
        return own

    one = suggested(own, train)
    assert len(tried) == TRIED
    assert one is not None
    assert one.step == first_tie(own)
    left, right = next(iter(other_pairs(own, one.step - 1)))
    assert (one.left, one.right) == (own.vocab[left], own.vocab[right])
    assert suggested(own, None) == one


def test_a_training_of_many_steps_is_not_repeated() -> None:
    own = trained(sample("harbour").text, {}, FEW_STEPS + 1)
    assert len(own) == FEW_STEPS + 1

    def train(_: object) -> MergeTrace:
        raise AssertionError

    assert suggested(own, train) == suggested(own, None)


def test_where_nothing_was_merged_there_is_none() -> None:
    assert suggested(trained("abc", {}), None) is None
